/** The tiles as they are drawn: how many of each kind there are, which colour looks how, which shape goes with it. */
import { type COLOURS, RACK_SIZE, TILES } from './constants'

export type Colour = (typeof COLOURS)[number]

/** Every kind of tile and how many there are, in the order in which they stand on a rack (C77-01). */
export const BOX: readonly (readonly [tile: string, count: number])[] = Object.entries(TILES)
export const KINDS = BOX.map(([tile]) => tile)
export const DIGITS = [...new Set(KINDS.map((tile) => tile[0]!))]

/** A rack seen from behind. */
export const UNSEEN: readonly null[] = Array.from({ length: RACK_SIZE }, () => null)

/** Face and ink of each colour: the ones of the terminal. */
export const INK: Record<Colour, { face: string; on: string }> = {
  g: { face: '#2e7d32', on: '#ffffff' },
  y: { face: '#fdd835', on: '#22201d' },
  k: { face: '#26241f', on: '#ffffff' },
  n: { face: '#6d4c41', on: '#ffffff' },
  r: { face: '#c62828', on: '#ffffff' },
  p: { face: '#f48fb1', on: '#22201d' },
  b: { face: '#1565c0', on: '#ffffff' },
}

/** Club, star, square, triangle, disc, heart, diamond: the signs of the words, drawn on a field of 20 by 20. */
export const SHAPES: Record<Colour, string> = {
  g: 'M10 1.5a4 4 0 0 1 3.2 6.4A4 4 0 1 1 11 13.6L12.4 18.5H7.6L9 13.6A4 4 0 1 1 6.8 7.9 4 4 0 0 1 10 1.5Z',
  y: 'M10 1l2.7 5.9 6.4.7-4.8 4.3 1.4 6.3L10 15l-5.7 3.2 1.4-6.3L.9 7.6l6.4-.7Z',
  k: 'M2.5 2.5h15v15h-15Z',
  n: 'M10 2l9 16H1Z',
  r: 'M10 1.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 1 1 0-17Z',
  p: 'M10 18.2L2.3 10.4A4.7 4.7 0 0 1 10 5a4.7 4.7 0 0 1 7.7 5.4Z',
  b: 'M10 .8L17.8 10 10 19.2 2.2 10Z',
}

export function colourOf(tile: string): Colour {
  return tile.at(-1) as Colour
}

/** Digits or tiles as a declaration writes them: the smallest first. */
export function writeDeclaration(picked: readonly string[]): string {
  const order = [...DIGITS, ...KINDS]
  return picked.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)).join(',')
}

/** Something for every tile of the box, in rows by digit. */
export function rowsByDigit<T extends { tile: string }>(all: readonly T[]): T[][] {
  return DIGITS.map((digit) => all.filter(({ tile }) => tile[0] === digit))
}
