/** What the players of a table are called. */
import type { Head } from '../wire'
import { botName } from './labels'
import { t } from './locale.svelte'

/** Somebody who has deleted their data has no name but this. Nobody else may be called so. */
export function personName(name: string): string {
  return name === 'somebody' ? t('somebody') : name
}

/** The names by seat. A bot has its character's name, a free seat its number. Equal names get a number. */
export function seatNames(head: Head | null): string[] {
  const plain = (head?.chairs ?? []).map((chair, seat) => {
    if (chair.name) return personName(chair.name)
    return chair.kind === 'bot' ? botName(head!.game, chair.level) : t('empty_seat', { n: seat + 1 })
  })
  return plain.map((name, seat) => {
    const alike = plain.filter((other) => other === name)
    return alike.length < 2 ? name : `${name} ${plain.slice(0, seat + 1).filter((other) => other === name).length}`
  })
}
