// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import type { Box, Head } from '../wire'
import { catalogue } from './catalogue.svelte'
import { botName, endingLabel, levelLabel, presetLabel, proposalLabel, recordedName } from './labels'
import { locale } from './locale.svelte'
import { seatNames } from './seatNames'

beforeEach(() => locale.setLanguage('en'))

const pearl = {
  name: 'pearl',
  level_names: { club: { en: 'club player' } },
  bot_names: { club: { en: 'Moka' }, eclair: { en: 'Éclair' } },
  preset_names: { usual: { en: 'As in the box' } },
} as unknown as Box

test('a game says what its levels and presets are called', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify([pearl])))
  expect(botName('pearl', 'club')).toBe('club') // the catalogue is not there yet
  await catalogue()
  expect(botName('pearl', 'club')).toBe('Moka')
  expect(recordedName('pearl', 'bot club 2')).toBe('Moka 2')
  expect(recordedName('pearl', 'bot eclair')).toBe('Éclair')
  expect(recordedName('pearl', 'Botticelli')).toBe('Botticelli')
  expect(levelLabel(pearl, 'club')).toBe('club player')
  expect(proposalLabel(pearl, { level: 'club', why: 'stay' })).toBe('As in your last game: club player.')
  expect(presetLabel(pearl, 'usual')).toBe('As in the box')
  expect(endingLabel('resigned')).toBe(locale.t('ended_resigned'))
})

test('a level or a preset without words is shown as it is', () => {
  expect(levelLabel(pearl, 'oracle')).toBe('oracle')
  expect(botName('pearl', 'oracle')).toBe('oracle')
  expect(botName('unknown', 'oracle')).toBe('oracle')
  expect(presetLabel(pearl, 'blitz')).toBe('blitz')
  expect(recordedName('pearl', 'bot oracle 2')).toBe('oracle 2')
  expect(endingLabel('struck by lightning')).toBe('')
})

test('equal names get a number, and a free seat is said to be one', () => {
  const chair = (kind: string, name: string, level: string | null = null) => ({ kind, name, level })
  const chairs = [chair('person', 'Ann'), chair('bot', '', 'oracle'), chair('bot', '', 'oracle'), chair('open', '')]
  expect(seatNames({ game: 'pearl', chairs } as unknown as Head)).toEqual([
    'Ann',
    'oracle 1',
    'oracle 2',
    locale.t('empty_seat', { n: 4 }),
  ])
  expect(seatNames(null)).toEqual([])
})
