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
      if (kept.notify && document.visibilityState === 'hidden' && Notification.permission === 'granted')
        new Notification(t('your_turn'), { body: title(), icon: '/icon-192.png', tag: 'turn' })
    }
    before = now
  })
  $effect(() => () => {
    document.title = 'Tablée'
    document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = '/icon.svg'
  })
}

/** Asks the browser to allow notifications; whether it does. */
export async function askToNotify(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted'
}
