/** What the server has written into the head of the page. */
export function pageMeta(name: string): string | null {
  if (typeof document === 'undefined') return null
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null
}

/** What this server is called. */
export const SERVER_NAME = pageMeta('application-name') ?? 'Tablée'
