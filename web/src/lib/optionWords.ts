/** The options of a game in words: a variant, what differs from the standard game, a value. */
import type { Box, BoxOption } from '../wire'
import { presetLabel } from './labels'
import { locale, t } from './locale.svelte'
import { type ChosenOptions, defaultOptions, differences, findVariant } from './options'

/** The name of the variant: "Expert"; "own rules" where there is none. */
export function variantLabel(box: Box, options: ChosenOptions): string {
  const variant = findVariant(box, options)
  return variant === null ? t('variant_own') : presetLabel(box, variant)
}

/** One sentence: what differs from the standard game. */
export function describeDifferences(box: Box, options: ChosenOptions, names: readonly string[] = []): string {
  const chosen = { ...defaultOptions(box), ...options }
  const different = differences(box, chosen)
  if (!different.length) return t('rules_standard')
  const said = different.map(
    (option) => `${option.title[locale.lang]} (${describeValue(option, chosen[option.name] ?? option.usual, names)})`,
  )
  return t('rules_differ', { n: said.length, rules: locale.join(said) })
}

/** A value in words. Seats are shown by the names of their players, once there are any. */
export function describeValue(option: BoxOption, value: string, names: readonly string[] = []): string {
  const words = option.values[value]?.[locale.lang]
  if (words !== undefined) return words
  if (option.kind === 'switch') return t(value === 'on' ? 'on' : 'off')
  const who = (seat: string) => names[Number(seat)] ?? t('seat_n', { n: Number(seat) + 1 })
  if (option.kind === 'seat') return who(value)
  if (option.kind === 'teams') {
    return value
      .split(',')
      .map((team) => locale.join(team.split('+').map(who)))
      .join(' – ')
  }
  return value.replaceAll(',', ', ')
}
