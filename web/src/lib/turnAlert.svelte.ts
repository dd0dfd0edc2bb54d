/** Tells a player that it is their turn: by the tab's title and icon, a sound, and a notification if they want one. */

import { addressOf } from './basePath'
import { t } from './locale.svelte'
import { SERVER_NAME } from './pageMeta'
import { preferences } from './preferences.svelte'
import { playSound } from './sounds'

export function announceTurn(mine: () => boolean, title: () => string): void {
  let before = false
  $effect(() => {
    const now = mine()
    document.title = now ? `● ${t('your_turn')} · ${title()}` : `${title()} · ${SERVER_NAME}`
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = addressOf(now ? '/icon-turn.svg' : '/icon.svg')
    if (now && !before) {
      playSound('turn')
      if (preferences.notify && document.visibilityState === 'hidden') void notify(title())
    }
    before = now
  })
  $effect(() => () => {
    document.title = SERVER_NAME
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = addressOf('/icon.svg')
  })
}

/** By the service worker where there is one, because browsers on phones know no other way; else by the page. */
async function notify(body: string): Promise<void> {
  const options = { body, icon: addressOf('/icon-192.png'), tag: 'turn', data: location.href }
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    if (worker) await worker.showNotification(t('your_turn'), options)
    else new Notification(t('your_turn'), options)
  } catch {
    // the permission may have been withdrawn; the tab's title says it, too
  }
}

/** Asks the browser for permission to show notifications, and says whether it was given. */
export async function requestNotifications(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted'
}
