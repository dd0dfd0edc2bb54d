/** A house rule in words: who did what, and the rule that forbids it. */
import { t } from './locale.svelte'
import type { HouseRule } from './tableState'
import type { Words } from './words'

export function houseRuleText({ seat, rule, line }: HouseRule, words: Words): string {
  const action = line?.slice(line.indexOf(': ') + 2)
  const what = action ? `${t('colon')} ${words.move(action, seat)}` : ''
  return t('house_noted', { who: `${words.name(seat)}${what}`, rule })
}
