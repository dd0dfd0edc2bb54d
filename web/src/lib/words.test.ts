import { expect, test } from 'vitest'
import { languageOf } from './languages'
import { fill, percent, split, spoken, Words } from './words'

const pages = {
  title: '',
  tagline: '',
  table: {},
  advice: {},
  lines: { 'play {card}': '{who} plays {card:term}', 'play joker {n}': '{who} makes it {n} {n:point|points}' },
  moves: { 'ask {seat}': 'Ask {seat:name}' },
  terms: { b1: 'black 1', w2: 'white 2' },
  page: { hi: 'Hello {x}' },
}
const FRENCH = languageOf('fr')
const words = new Words('en', pages, ['Ann', 'Ben'], 'Chance')

test('a line of the log becomes a sentence', () => {
  expect(words.line('1: play b1,w2', null)).toBe('Ben plays black 1, white 2')
})

test('the more literal form comes first, and numbers bend the word', () => {
  expect(words.line('0: play joker 1', null)).toBe('Ann makes it 1 point')
  expect(words.line('0: play joker 2', null)).toBe('Ann makes it 2 points')
})

test('chance has a hand, or none', () => {
  expect(words.line('*: play b1', 0)).toBe('Ann plays black 1')
  expect(words.line('*: play b1', null)).toBe('Chance plays black 1')
})

test('what has no sentence stays as it is written', () => {
  expect(words.line('0: shuffle everything', null)).toBe('0: shuffle everything')
  expect(words.move('ask 1')).toBe('Ask Ben')
})

test('French elides before a vowel', () => {
  const whose = [0, 1, 2, 3].map((seat) => fill(FRENCH, 'le code {seat:of}', { seat }, ['Ben', 'Ève', 'hugo', 'Yann']))
  expect(whose).toEqual(['le code de Ben', 'le code d’Ève', 'le code d’hugo', 'le code de Yann'])
})

test('nought is singular in French, plural in English', () => {
  expect(fill(FRENCH, '{n} {n:carte|cartes}', { n: 0 })).toBe('0 carte')
  expect(fill(languageOf('en'), '{n} {n:card|cards}', { n: 0 })).toBe('0 cards')
})

test('percent has its space in French', () => {
  expect(percent('fr', 0.256)).toBe('26\u202f%')
  expect(percent('en', 0.256)).toBe('26%')
})

test('a missing sentence of a board is an error, not a blank', () => {
  expect(() => words.t('nothing')).toThrow()
  expect(words.t('hi', { x: 3 })).toBe('Hello 3')
})

test('a told line is who and what', () => {
  expect(split('12: a: b')).toEqual(['12', 'a: b'])
})

test('shapes beside the names of colours are not read out', () => {
  expect(spoken('Ann plays the green 6 ♣')).toBe('Ann plays the green 6')
  expect(spoken('1 green ♣, 5 red ●: right')).toBe('1 green, 5 red: right')
  expect(spoken('Anne joue le 0 vert ♣\u00a0: Match')).toBe('Anne joue le 0 vert\u00a0: Match')
  expect(spoken('Verdict: 8+5+9=22.')).toBe('Verdict: 8, 5, 9, total 22.')
  expect(spoken('Ann rolls 2 + 5 = 7')).toBe('Ann rolls 2, 5, total 7')
  expect(spoken('♣ vert\u00a0: 2')).toBe('vert\u00a0: 2')
})

test('who acts on their own side is not named twice', () => {
  const stakes = new Words(
    'fr',
    {
      ...pages,
      lines: {
        'stake {n} on {side}': '{who} mise {n} sur {side:name}',
        'stake {n} on {own}': '{who} mise {n} sur soi',
      },
      moves: { 'stake {n} on {side}': 'Miser {n} sur {side:name}', 'stake {n} on {own}': 'Miser {n} sur soi' },
    },
    ['Ann', 'Ben'],
  )
  expect(stakes.line('0: stake 3 on 0', null)).toBe('Ann mise 3 sur soi')
  expect(stakes.line('0: stake 3 on 1', null)).toBe('Ann mise 3 sur Ben')
  expect(stakes.move('stake 2 on 1', 1)).toBe('Miser 2 sur soi')
  expect(stakes.move('stake 2 on 1')).toBe('Miser 2 sur Ben')
})

test('a rack on which nobody sits is counted from 1', () => {
  const racks = new Words(
    'en',
    {
      ...pages,
      lines: {
        'racked {rack} {tile}': '{rack:name}’s rack: {tile}',
        'racked {spare} {tile}': 'Free rack {spare:name}: {tile}',
      },
    },
    ['Ann', 'Ben'],
  )
  expect(racks.line('*: racked 1 7y', null)).toBe('Ben’s rack: 7y')
  expect(racks.line('*: racked 2 7y', null)).toBe('Free rack 3: 7y')
})
