/** Dice fly by the laws of motion and end as the record says, for every face and for one to eleven dice. */
import { expect, test } from 'vitest'
import { FACES } from './constants'
import { cssPose, cssShadow, endingOn, endingOnAll, faceUp, NORMALS } from './diceFaces'
import { FLIGHT, FRAME, fly, type Pose } from './diceFlight'
import { cssTurn, NO_TURN, turnAbout, turned } from './rotations'

const PHONE = { width: 9, depth: 3.4 }
const COUNTS = Array.from({ length: 11 }, (_, n) => n + 1)
const flights = COUNTS.map((dice) => fly({ dice, tray: { width: 10, depth: 3.6 }, seed: 100 + dice }))

test('every face comes to lie on top, whatever the flight', () => {
  for (const flight of flights)
    for (const path of flight.dice)
      for (const face of FACES) {
        const last = endingOn(face, path, face).at(-1)!
        expect(faceUp(last.turn)).toBe(face)
        expect(turned(last.turn, NORMALS[face]!)[2]).toBeCloseTo(1, 6) // flat, not on an edge
        expect(last.at[2]).toBeCloseTo(0.5, 6) // on the floor
      }
})

test('one to eleven dice show the recorded roll', () => {
  for (const flight of flights) {
    const faces = flight.dice.map((_, n) => FACES[(n * 5 + 2) % 6]!)
    expect(endingOnAll(faces, flight, 3).map((path) => faceUp(path.at(-1)!.turn))).toEqual(faces)
  }
})

test('they lie apart, within the tray', () => {
  for (const dice of COUNTS)
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const edge = Math.sqrt((9 * 3.4) / (2.9 * dice + 5)) / 1.1
      const tray = { width: PHONE.width / edge, depth: PHONE.depth / edge }
      const places = fly({ dice, tray, seed }).dice.map((path) => path.at(-1)!.at)
      places.forEach(([x, y], n) => {
        expect(Math.abs(x)).toBeLessThanOrEqual(tray.width / 2)
        expect(Math.abs(y)).toBeLessThanOrEqual(tray.depth / 2)
        for (const [u, v] of places.slice(n + 1)) expect(Math.hypot(x - u, y - v)).toBeGreaterThan(1.15)
      })
    }
})

test('they fall, bounce and slow down: nothing jumps, and the last steps are small', () => {
  for (const flight of flights)
    for (const path of flight.dice) {
      const moves = path.slice(1).map((pose, n) => Math.hypot(...pose.at.map((part, k) => part - path[n]!.at[k]!)))
      expect(Math.max(...moves)).toBeLessThan(1) // less than an edge in a frame
      expect(Math.max(...moves.slice(-4))).toBeLessThan(0.15)
      const heights = path.map(({ at }) => at[2])
      expect(Math.max(...heights)).toBeGreaterThan(1.2)
      expect(heights.some((height, n) => n > 2 && height > heights[n - 1]! && heights[n - 1]! <= heights[n - 2]!)).toBe(
        true,
      ) // a bounce
      expect(path).toHaveLength(Math.round(FLIGHT / FRAME) + 1)
    }
})

test('the same seed is the same flight, another one is not', () => {
  const wish = { dice: 5, tray: PHONE, seed: 7 }
  expect(fly(wish)).toEqual(fly(wish))
  expect(fly({ ...wish, seed: 8 })).not.toEqual(fly(wish))
})

test('a flick goes where the hand went', () => {
  const at = (x: number) =>
    fly({ dice: 1, tray: { width: 20, depth: 5 }, seed: 4, push: { x, y: -8 } }).dice[0]![8]!.at[0]
  expect(
    at(9) - fly({ dice: 1, tray: { width: 20, depth: 5 }, seed: 4, push: { x: 9, y: -8 } }).dice[0]![0]!.at[0],
  ).toBeGreaterThan(0.8)
  expect(
    at(-9) - fly({ dice: 1, tray: { width: 20, depth: 5 }, seed: 4, push: { x: -9, y: -8 } }).dice[0]![0]!.at[0],
  ).toBeLessThan(-0.8)
})

test('Lancer Franc: the die aimed at is struck by a hit, and stands where it stood after a miss', () => {
  for (const dice of [1, 2, 3, 5])
    for (const seed of [1, 2, 3, 4, 5]) {
      const hit = fly({ dice, tray: PHONE, seed, aim: 'hit' })
      expect(hit.struck).toBe(true)
      const missed = fly({ dice, tray: PHONE, seed, aim: 'missed' })
      expect(missed.struck).toBe(false)
      expect(missed.target.at(-1)!.at[1]).toBeCloseTo(missed.target[0]!.at[1], 6)
      expect(faceUp(missed.target.at(-1)!.turn)).toBe(1)
    }
})

test('a die that leaves the table is gone from it', () => {
  const { dice } = fly({ dice: 3, tray: PHONE, seed: 5, leaves: true })
  const [x, y] = dice[0]!.at(-1)!.at
  expect(Math.abs(x) > PHONE.width / 2 || Math.abs(y) > PHONE.depth / 2).toBe(true)
  expect(dice[1]!.at(-1)!.at[2]).toBeCloseTo(0.5, 6)
})

test('a pose is written for the compositor: a transform, and for the shadow an opacity', () => {
  const pose: Pose = { at: [1, 0, 2.5], turn: NO_TURN }
  expect(cssPose(pose)).toMatch(/^translate3d\(1\.000em,-0\.959em,1\.755em\) rotate3d\(0\.\d+,0\.0+,0\.0+,28\.65deg\)$/)
  expect(cssTurn(turnAbout([0, 0, 1], Math.PI / 2))).toMatch(/,90\.00deg\)$/)
  expect(cssShadow(pose).opacity).toBeLessThan(cssShadow({ ...pose, at: [1, 0, 0.5] }).opacity)
})
