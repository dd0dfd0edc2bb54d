/**
 * Which level of bots gives an even game, from the last games of this kind alone against bots.
 *
 * The rule: at the level that was played last, look at the last five games. In each, count the opponents who were beaten; a
 * tie counts half. A player who beats more than two thirds of them over at least two games is proposed the next level, one
 * who beats fewer than one third the level below. Otherwise the level stays. A first game is against the gentlest bots that think.
 */
import type { Box, Head } from '../wire'
import { levelOf } from './characters'

const GAMES = 5
const ENOUGH = 2

export interface EvenLevel {
  level: string
  why: 'first' | 'up' | 'down' | 'stay'
}

/** `heads` are closed tables, the last one first. Null where the game has no bots that think. */
export function evenLevel(box: Box, heads: readonly Head[]): EvenLevel | null {
  const levels = box.levels.filter((level) => level !== 'random')
  if (!levels[0]) return null
  const games = heads.flatMap((head) => soloGame(box, levels, head) ?? [])
  const place = games[0]?.place
  if (place === undefined) return { level: levels[0], why: 'first' }
  const lately = games.filter((game) => game.place === place).slice(0, GAMES)
  const beaten = lately.reduce((sum, game) => sum + game.beaten, 0) / lately.length
  const step = lately.length < ENOUGH ? 0 : beaten > 2 / 3 ? 1 : beaten < 1 / 3 ? -1 : 0
  const next = levels[place + step]
  if (step === 0 || next === undefined) return { level: levels[place]!, why: 'stay' }
  return { level: next, why: step > 0 ? 'up' : 'down' }
}

/** A finished game of one person against bots: the middle of their levels, and the share of them that was beaten. */
function soloGame(box: Box, levels: readonly string[], head: Head): { place: number; beaten: number } | null {
  const mine = head.chairs.findIndex((chair) => chair.kind !== 'bot' || chair.owned)
  const others = head.chairs.filter((_, seat) => seat !== mine)
  const places = others.map(({ level }) => levels.indexOf(levelOf(box, level ?? '')))
  const alone = mine >= 0 && others.length > 0 && others.every(({ kind, owned }) => kind === 'bot' && !owned)
  if (head.game !== box.name || head.ranks.length !== head.chairs.length || !alone || places.includes(-1)) return null
  const against = head.ranks.filter((_, seat) => seat !== mine)
  const beaten = against.map((rank) => (rank > head.ranks[mine]! ? 1 : rank === head.ranks[mine] ? 0.5 : 0))
  return { place: Math.round(average(places)), beaten: average(beaten) }
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}
