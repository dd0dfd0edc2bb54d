import { expect, test } from 'vitest'
import {
  follow,
  isCurtainDown,
  NOBODY,
  type Perspective,
  raiseCurtain,
  START,
  shownSeat,
  speakOutOfTurn,
  type TableFacts,
} from './perspective'

const shared: TableFacts = { seats: [0, 2], awaited: [0], lines: 5, over: false, showing: false, secrets: true }

/** What the page does: it follows until nothing changes any more. */
function settle(perspective: Perspective, facts: TableFacts): Perspective {
  const next = follow(perspective, facts)
  return next === perspective ? perspective : settle(next, facts)
}

const played = (perspective: Perspective, change: Partial<TableFacts>): [Perspective, TableFacts] => {
  const facts = { ...shared, ...change }
  return [settle(perspective, facts), facts]
}

test('a spectator sees no seat and no curtain', () => {
  const [perspective, facts] = played(START, { seats: [] })
  expect(shownSeat(perspective, facts)).toBe(NOBODY)
  expect(isCurtainDown(perspective, facts)).toBe(false)
})

test('one player at a screen sees their own seat, whoever is to act, without a curtain', () => {
  for (const awaited of [[0], [3], []]) {
    const [perspective, facts] = played(START, { seats: [3], awaited })
    expect(shownSeat(perspective, facts)).toBe(3)
    expect(isCurtainDown(perspective, facts)).toBe(false)
  }
})

test('several players share a screen: it follows the turn, behind a curtain until the next player is there', () => {
  let [perspective, facts] = played(START, {})
  expect([shownSeat(perspective, facts), isCurtainDown(perspective, facts)]).toEqual([0, true])
  perspective = raiseCurtain(perspective, facts)
  expect(isCurtainDown(perspective, facts)).toBe(false)
  ;[perspective, facts] = played(perspective, { awaited: [2], lines: 6 })
  expect([shownSeat(perspective, facts), isCurtainDown(perspective, facts)]).toEqual([2, true])
  perspective = raiseCurtain(perspective, facts)
  ;[perspective, facts] = played(perspective, { awaited: [2], lines: 7 }) // plays once more
  expect([shownSeat(perspective, facts), isCurtainDown(perspective, facts)]).toEqual([2, false])
})

test('while others act, the screen stays with the player who was there last', () => {
  const perspective = raiseCurtain({ ...START, seat: 2 }, { ...shared, awaited: [2] })
  const [next, facts] = played(perspective, { awaited: [1] })
  expect([shownSeat(next, facts), isCurtainDown(next, facts)]).toEqual([2, false])
})

test('where several of this screen are to act, the one who is there goes on', () => {
  const perspective = raiseCurtain({ ...START, seat: 2 }, { ...shared, awaited: [0, 2] })
  const [next, facts] = played(perspective, { awaited: [0, 2] })
  expect(shownSeat(next, facts)).toBe(2)
})

test('a game without secrets needs no curtain', () => {
  let [perspective, facts] = played(START, { secrets: false })
  expect([shownSeat(perspective, facts), isCurtainDown(perspective, facts)]).toEqual([0, false])
  ;[perspective, facts] = played(perspective, { secrets: false, awaited: [2] })
  expect([shownSeat(perspective, facts), isCurtainDown(perspective, facts)]).toEqual([2, false])
})

test('until it is known whether a game has secrets, the curtain is down', () => {
  const [perspective, facts] = played(START, { secrets: undefined })
  expect(isCurtainDown(perspective, facts)).toBe(true)
})

test('once the game is over, the curtain is up and the screen stays where it is', () => {
  const [perspective, facts] = played({ ...START, seat: 2 }, { over: true, awaited: [] })
  expect([shownSeat(perspective, facts), isCurtainDown(perspective, facts)]).toEqual([2, false])
})

test('a player who speaks out of turn gets the screen, behind a curtain, until something happens', () => {
  let [perspective, facts] = played(START, {})
  perspective = raiseCurtain(perspective, facts)
  perspective = settle(speakOutOfTurn(perspective, facts, 2), facts)
  expect([shownSeat(perspective, facts), isCurtainDown(perspective, facts)]).toEqual([2, true])
  perspective = raiseCurtain(perspective, facts)
  expect(isCurtainDown(perspective, facts)).toBe(false)
  ;[perspective, facts] = played(perspective, { lines: 6 }) // it was answered: back to the one who is to act
  expect([shownSeat(perspective, facts), isCurtainDown(perspective, facts)]).toEqual([0, true])
})

test('a seat that is not of this screen cannot speak here', () => {
  const perspective = speakOutOfTurn(START, shared, 1)
  expect(shownSeat(perspective, shared)).toBe(0)
})

test('what happened is shown to all before the curtain falls, and never through eyes that are not at the screen', () => {
  const at0 = raiseCurtain({ ...START, seat: 0 }, shared)
  const showing = { ...shared, awaited: [2], lines: 6, showing: true }
  expect(settle(at0, showing)).toBe(at0)
  expect([shownSeat(at0, showing), isCurtainDown(at0, showing)]).toEqual([NOBODY, false])
  const rest = { ...showing, showing: false }
  expect([shownSeat(at0, rest), isCurtainDown(at0, rest)]).toEqual([2, true])
  expect(shownSeat({ ...START, seat: 0 }, { ...showing, awaited: [0] })).toBe(NOBODY) // nobody has come yet
})

test('who goes on playing, or waits for bots, watches through their own eyes', () => {
  const at0 = raiseCurtain({ ...START, seat: 0 }, shared)
  for (const awaited of [[0], [1], []]) expect(shownSeat(at0, { ...shared, awaited, showing: true })).toBe(0)
})

test('where nothing is hidden, the table is watched from the seat of who acted', () => {
  const at0 = { ...START, seat: 0, revealedTo: 0 }
  const showing = { ...shared, awaited: [2], secrets: false, showing: true }
  expect([shownSeat(at0, showing), settle(at0, showing).seat]).toEqual([0, 0])
})
