// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { Box, BoxOption } from '../wire'
import { locale } from './locale.svelte'
import { defaultOptions, findVariant, groupOptions, playedOptions, presetOptions, variantsOf } from './options'
import { describeDifferences, variantLabel } from './optionWords'

beforeEach(() => locale.setLanguage('en'))

function option(name: string, more: Partial<BoxOption>): BoxOption {
  const said = { title: { en: `The ${name}`, fr: `Le ${name}` }, says: {}, values: {} }
  return { name, kind: 'switch', usual: 'off', rule: 'ANY-01', words: ['on', 'off'], ...said, ...more }
}

const box = {
  name: 'any',
  options: [
    option('players', { kind: 'number', usual: '3', low: 2, high: 4, words: [] }),
    option('goal', { kind: 'word', usual: 'points', words: ['points', 'kills'], group: 'aim' }),
    option('kills', {
      kind: 'number',
      usual: '3',
      low: 1,
      high: 20,
      words: [],
      group: 'aim',
      needs: { goal: ['kills'] },
    }),
    option('expert', { group: 'points', needs: { goal: ['points'] } }),
    option('teams', { kind: 'teams', usual: 'off', words: ['off'], group: 'aim' }),
    option('first', { kind: 'seat', usual: 'random', low: 0, high: 3, words: ['random'], group: 'start' }),
  ],
  presets: { killer: { goal: 'kills' }, duel: { players: '2' }, short: { players: '2', goal: 'kills', kills: '1' } },
  preset_names: { usual: { en: 'As in the box' }, killer: { en: 'Killer' }, short: { en: 'Short' } },
} as unknown as Box

const chosen = (more: Record<string, string>) => ({ ...defaultOptions(box), ...more })
const shown = (more: Record<string, string>) =>
  groupOptions(box, chosen(more)).map(({ group, options }) => [group, ...options.map(({ name }) => name)])

test('a form shows what matters, in groups; without choice there is no question', () => {
  expect(shown({})).toEqual([
    ['aim', 'goal'],
    ['start', 'first'],
    ['points', 'expert'],
  ])
  expect(shown({ goal: 'kills', players: '4' })).toEqual([
    ['aim', 'goal', 'kills', 'teams'],
    ['start', 'first'],
  ])
})

test('what is not shown is played as usual, and so is a seat that does not exist', () => {
  expect(playedOptions(box, chosen({ goal: 'kills', expert: 'on', kills: '5' }))).toMatchObject({
    expert: 'off',
    kills: '5',
  })
  expect(playedOptions(box, chosen({ kills: '5' })).kills).toBe('3')
  expect(playedOptions(box, chosen({ first: '3', players: '4' })).first).toBe('3')
  expect(playedOptions(box, chosen({ first: '3', players: '3' })).first).toBe('random')
})

test('a number of players is no variant', () => {
  expect(variantsOf(box)).toEqual(['usual', 'killer', 'short'])
})

test('a variant keeps the number of players, unless it is for another one', () => {
  expect(presetOptions(box, 'killer', '4')).toMatchObject({ players: '4', goal: 'kills', kills: '3' })
  expect(presetOptions(box, 'short', '4').players).toBe('2')
})

test('the variant is known by its rules, however they were chosen', () => {
  expect(findVariant(box, chosen({ players: '4' }))).toBe('usual')
  expect(findVariant(box, { players: '4', goal: 'kills' })).toBe('killer')
  expect(findVariant(box, chosen({ goal: 'kills', kills: '1' }))).toBe('short')
  expect(findVariant(box, chosen({ expert: 'on' }))).toBe(null)
  expect(variantLabel(box, chosen({ goal: 'kills' }))).toBe('Killer')
  expect(variantLabel(box, chosen({ expert: 'on' }))).toBe('your own rules')
})

test('one sentence says what differs from the standard game, in both languages', () => {
  expect(describeDifferences(box, chosen({ players: '4' }))).toBe('The standard game, as in the rulebook.')
  const teams = { players: '4', expert: 'on', teams: '0+2,1+3', kills: '7' }
  expect(describeDifferences(box, teams, ['Ann', 'Ben', 'Cleo', 'Dan'])).toBe(
    'Different from the standard game: The expert (yes) and The teams (Ann and Cleo – Ben and Dan).',
  )
  locale.setLanguage('fr')
  expect(describeDifferences(box, chosen({ expert: 'on' }))).toBe(
    'Ce qui change par rapport à la partie standard\u00a0: Le expert (oui).',
  )
})
