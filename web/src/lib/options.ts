/** The options of a game: which of them matter, which make a variant, and which values may be chosen. */
import type { Box, BoxOption } from '../wire'

/** What was chosen, by the names of the options. */
export type ChosenOptions = Record<string, string>

/** The value of every option where nothing was chosen. */
export function defaultOptions(box: Box): ChosenOptions {
  return Object.fromEntries(box.options.map((option) => [option.name, option.usual]))
}

// ---- which options matter ------------------------------------------------------------

/** Whether an option has an effect with the others as they are: the game says with which. */
export function hasEffect(option: BoxOption, options: ChosenOptions): boolean {
  return Object.entries(option.needs ?? {}).every(([name, values]) => values.includes(options[name] ?? ''))
}

/** The options as they are played: one that has no effect, or names a seat that does not exist, is as usual. */
export function playedOptions(box: Box, options: ChosenOptions): ChosenOptions {
  const players = Number(options.players)
  const played = box.options.map((option) => {
    const value = options[option.name] ?? option.usual
    const seated = option.kind === 'seat' || option.kind === 'teams' ? listChoices(option, players) : null
    return [option.name, hasEffect(option, options) && seated?.includes(value) !== false ? value : option.usual]
  })
  return Object.fromEntries(played)
}

export type Group = NonNullable<BoxOption['group']>

const GROUPS: readonly Group[] = ['aim', 'pieces', 'start', 'play', 'points', 'other']

/** What a form shows: the options that matter with these, by group. The number of players is asked for before. */
export function groupOptions(box: Box, options: ChosenOptions): { group: Group; options: BoxOption[] }[] {
  const players = Number(options.players)
  const shown = box.options.filter(
    (option) => option.name !== 'players' && hasEffect(option, options) && listChoices(option, players)?.length !== 1,
  )
  return GROUPS.map((group) => ({
    group,
    options: shown.filter((option) => (option.group ?? 'other') === group),
  })).filter((found) => found.options.length)
}

// ---- variants ------------------------------------------------------------------------

/** The options that differ from the standard game, but for the number of players. */
export function differences(box: Box, options: ChosenOptions): BoxOption[] {
  const played = playedOptions(box, options)
  return box.options.filter((option) => option.name !== 'players' && played[option.name] !== option.usual)
}

/** The variants that may be chosen. What only says how many play is no variant: that is asked for before. */
export function variantsOf(box: Box): string[] {
  const more = Object.keys(box.presets).filter((name) => differences(box, presetOptions(box, name)).length)
  return ['usual', ...more]
}

/** The options of a variant; the number of players stays, unless the variant is for another one. */
export function presetOptions(box: Box, preset: string, players?: string): ChosenOptions {
  return { ...defaultOptions(box), ...(players === undefined ? {} : { players }), ...box.presets[preset] }
}

/** Which variant this is; null where rules were chosen one by one. */
export function findVariant(box: Box, options: ChosenOptions): string | null {
  const text = (found: ChosenOptions) =>
    JSON.stringify(differences(box, found).map(({ name }) => [name, playedOptions(box, found)[name]]))
  const wanted = text({ ...defaultOptions(box), ...options })
  return variantsOf(box).find((name) => text(presetOptions(box, name)) === wanted) ?? null
}

// ---- values --------------------------------------------------------------------------

/** All values that may be chosen for this number of players; null where there are too many, and one is typed. */
export function listChoices(option: BoxOption, players: number): string[] | null {
  const words = option.words ?? []
  if (option.kind === 'word' || option.kind === 'switch') return words
  if (option.kind === 'teams') return [...words, ...teamsOf(players)]
  if (option.low == null || option.high == null) return null
  const high = option.kind === 'seat' ? Math.min(option.high, players - 1) : option.high
  const step = option.step ?? 1
  const count = Math.floor((high - option.low) / step) + 1
  return count <= 12 ? [...words, ...Array.from({ length: count }, (_, n) => String(option.low! + n * step))] : null
}

/** Two teams or more, of two people or more, mixed around the table: every second seat, every third… */
function teamsOf(players: number): string[] {
  return Array.from({ length: Math.max(0, Math.floor(players / 2) - 1) }, (_, n) =>
    Array.from({ length: n + 2 }, (_, team) =>
      Array.from({ length: players }, (_, seat) => seat)
        .filter((seat) => seat % (n + 2) === team)
        .join('+'),
    ).join(','),
  )
}
