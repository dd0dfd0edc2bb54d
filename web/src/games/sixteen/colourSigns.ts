/** Each colour's sign and ink, the same wherever it is shown: leaf, sun, drop, grape. Drawn in a square of 100. */
import type { Colour } from './cards'

export interface Sign {
  path: string
  /** The colour itself, and a deeper one where thin letters must be read. */
  ink: string
  deep: string
  /** Where a number stands in the sign. */
  at: readonly [number, number]
}

/** A ring of points, near and far by turns. */
function star(points: number, near: number, far: number): string {
  const corner = (place: number) => {
    const angle = (Math.PI * place) / points - Math.PI / 2
    const reach = place % 2 ? near : far
    return `${(50 + reach * Math.cos(angle)).toFixed(1)} ${(50 + reach * Math.sin(angle)).toFixed(1)}`
  }
  return `M${Array.from({ length: 2 * points }, (_, place) => corner(place)).join('L')}Z`
}

function ball(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`
}

const BUNCH: readonly (readonly [number, number])[] = [
  [23, 36],
  [50, 33],
  [77, 36],
  [36, 58],
  [64, 58],
  [50, 80],
]

export const SIGNS: Record<Colour, Sign> = {
  green: {
    path: 'M4 97C8 88 11 84 14 79C2 38 34 4 96 5C100 62 66 98 22 86C17 90 14 94 11 99Z',
    ink: '#256d30',
    deep: '#256d30',
    at: [54, 50],
  },
  orange: { path: star(12, 36, 49), ink: '#d65f00', deep: '#a64b00', at: [50, 50] },
  blue: {
    path: 'M50 2C57 22 87 44 87 65A37 34 0 0 1 13 65C13 44 43 22 50 2Z',
    ink: '#1b66c9',
    deep: '#1b5fb8',
    at: [50, 63],
  },
  purple: {
    path: `M46 24L41 3L51 1L56 24Z${BUNCH.map(([x, y]) => ball(x, y, 18)).join('')}M30 30H70V62H30Z`,
    ink: '#7a2fa0',
    deep: '#7a2fa0',
    at: [50, 51],
  },
}

/** The characters that stand for the signs in the game's words, as a terminal shows them. */
export const GLYPHS: Record<string, Colour> = { '♣': 'green', '☼': 'orange', '♦': 'blue', '●': 'purple' }

/** A joker's own sign. */
export const STAR = star(5, 21, 48)
