/** It is my turn: the tab's title and icon say so, a sound, and a notification where it was asked for. */
import { kept } from './kept.svelte'
import { play } from './sound'
import { t } from './speech.svelte'

export function attract(mine: () => boolean, title: () => string): void {
  let before = false
  $effect(() => {
    const now = mine()
    document.title = now ? `● ${t('your_turn')} · ${title()}` : `${title()} · Tablée`
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = now ? '/icon-turn.svg' : '/icon.svg'
    if (now && !before) {
      play('turn')
      if (kept.notify && document.visibilityState === 'hidden') void notify(title())
    }
    before = now
  })
  $effect(() => () => {
    document.title = 'Tablée'
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = '/icon.svg'
  })
}

/** By the service worker where there is one: browsers of phones know no other way. Where there is none, by the page. */
async function notify(body: string): Promise<void> {
  const wish = { body, icon: '/icon-192.png', tag: 'turn', data: location.href }
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    if (worker) await worker.showNotification(t('your_turn'), wish)
    else new Notification(t('your_turn'), wish)
  } catch {
    // what was allowed once may be forbidden now: the tab's title says it, too
  }
}

/** Asks the browser to allow notifications; whether it does. */
export async function askToNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted'
}
