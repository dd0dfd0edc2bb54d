// @vitest-environment happy-dom
import { flushSync } from 'svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import { findOne, mountAlone, tap } from '../lib/componentTesting'
import { currentUser } from '../lib/currentUser.svelte'
import { locale } from '../lib/locale.svelte'
import { preferences } from '../lib/preferences.svelte'
import type { Box } from '../wire'
import SeatsForm from './SeatsForm.svelte'

const said = { title: { en: 'Players' }, says: {}, values: {} }
const levels = ['random', 'beginner', 'club', 'master']
const box = {
  name: 'any',
  options: [{ name: 'players', kind: 'number', usual: '3', rule: 'ANY-01', low: 2, high: 4, ...said }],
  levels,
  level_names: Object.fromEntries(levels.map((level) => [level, { en: `${level} player` }])),
  bot_names: {},
  characters: [
    { id: 'moka', level: 'club', leanings: [], says: { en: 'plays by the book' } },
    { id: 'poivre', level: 'club', leanings: ['bold'], says: { en: 'goes on and on' } },
    { id: 'samovar', level: 'master', leanings: [], says: { en: 'forgets nothing' } },
  ],
} as unknown as Box

beforeEach(() => {
  locale.setLanguage('en')
  currentUser.me = { id: 'me', name: 'Ann', lang: 'en', login: null, token: null }
  Object.assign(preferences, { level: 'club', levels: [], others: [], name: '' })
})

/** The form of somebody whose last two games against club players ended with these ranks. */
async function form(ranks: number[], company: 'bots' | 'device' = 'bots', unnamed = -1): Promise<HTMLElement> {
  const chairs = [null, 'moka'].map((level) => ({ kind: level ? 'bot' : 'person', level, owned: false }))
  const table = { game: 'any', chairs, ranks }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ tables: [table, table], next: null })))
  const page = mountAlone(SeatsForm, { box, company, players: '3', newcomer: false, unnamed, onplayers: () => {} })
  await new Promise((done) => setTimeout(done))
  flushSync()
  return page
}

test('who wins is proposed stronger bots, and one tap takes them', async () => {
  await form([1, 2])
  expect(findOne('[data-testid=even]').textContent).toContain('For an even game: master player.')
  tap('[data-testid=take-level]')
  expect(preferences.level).toBe('master')
  expect(document.querySelector('[data-testid=even]')).toBe(null)
})

test('who loses is proposed gentler bots, who does neither nothing', async () => {
  await form([2, 1])
  expect(findOne('[data-testid=even]').textContent).toContain('beginner player')
  await form([1, 1])
  expect(document.querySelector('[data-testid=even]')).toBe(null)
})

test('opponents are chosen one by one, each with a face, to begin with the characters of the level', async () => {
  await form([1, 1])
  const mix = findOne<HTMLInputElement>('[data-testid=mix-levels]')
  mix.checked = true
  mix.dispatchEvent(new Event('change', { bubbles: true }))
  flushSync()
  expect(preferences.levels).toEqual(['moka', 'poivre'])
  const faces = [...document.querySelectorAll('.face')].map((face) => face.getAttribute('data-character'))
  expect(faces).toEqual(['moka', 'poivre'])
  expect(findOne('[data-testid=level-2]').parentElement?.textContent).toContain('plays by the book')
})

test('at one screen there is a field for every name, and the one that is missing is marked', async () => {
  await form([1, 1], 'device', 2)
  const names = ['my-name', 'name-2', 'name-3'].map((id) => findOne<HTMLInputElement>(`[data-testid=${id}]`))
  expect(names.map((field) => field.getAttribute('aria-invalid'))).toEqual(['false', 'false', 'true'])
  expect(names.map((field) => field.placeholder)).toEqual(['', '', ''])
})
