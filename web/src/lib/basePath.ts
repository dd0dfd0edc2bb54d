/** Where this server is on its host: '' or, for a part of a bigger site, a path such as '/tablee'. */
import { pageMeta } from './pageMeta'

/** Whether the page was exported: files of a folder, without a server. They are asked for where the page itself is. */
export const EXPORTED = pageMeta('tablee-exported') !== null

export const BASE = EXPORTED ? location.pathname.replace(/\/[^/]*$/, '') : (pageMeta('tablee-base') ?? '')

/** The address of a page, a file or a part of the API, which are named as if the server had its host for itself. */
export function addressOf(path: string): string {
  return BASE + path
}

/** What an address of this server names; null if it is an address of the site around it. */
export function pathOf(address: string): string | null {
  if (address === BASE) return '/'
  return address.startsWith(`${BASE}/`) ? address.slice(BASE.length) : null
}
