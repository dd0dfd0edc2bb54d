// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import type { Head } from '../wire'
import { botName, endingLabel, levelLabel, presetLabel, recordedName } from './labels'
import { seatNames } from './seatNames'
import { speech } from './speech.svelte'

beforeEach(() => speech.speak('en'))

test('what the page has words for is said in words', () => {
  expect(levelLabel('master')).toBe(speech.t('level_master'))
  expect(botName('club')).toBe(speech.t('bot_club'))
  expect(presetLabel('usual')).toBe(speech.t('preset_usual'))
  expect(endingLabel('resigned')).toBe(speech.t('ended_resigned'))
})

test('a level or a preset that the page has no words for is shown as it is', () => {
  expect(levelLabel('oracle')).toBe('oracle')
  expect(botName('oracle')).toBe('oracle')
  expect(presetLabel('blitz')).toBe('blitz')
  expect(recordedName('bot oracle 2')).toBe('oracle 2')
  expect(endingLabel('struck by lightning')).toBe('')
})

test('equal names get a number, and an empty chair is said to be one', () => {
  const chair = (kind: string, name: string, level: string | null = null) => ({ kind, name, level })
  const chairs = [chair('person', 'Ann'), chair('bot', '', 'oracle'), chair('bot', '', 'oracle'), chair('open', '')]
  expect(seatNames({ chairs } as unknown as Head)).toEqual(['Ann', 'oracle 1', 'oracle 2', speech.t('empty_chair')])
  expect(seatNames(null)).toEqual([])
})
