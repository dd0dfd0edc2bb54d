/**
 * How dice fly: cubes that fall, bounce, rub on the floor of a tray and push one another until they lie. The same seed
 * gives the same flight on every device. It knows no faces: which number lies on top is for `diceFaces.ts` to say.
 * The unit of length is the edge of a die, that of time a second.
 */
import { between, combine, cross, dot, type Turn, turnBetween, turned, unit, type Vector } from './rotations'

export interface Tray {
  width: number
  depth: number
}

export interface Pose {
  at: Vector
  turn: Turn
}

/** By die, where it is at every `FRAME` of the flight; the last pose is where it lies. */
export interface Flight {
  dice: Pose[][]
  /** The die that is aimed at; none where nobody aims. */
  target: Pose[]
  struck: boolean
}

export interface Wish {
  dice: number
  tray: Tray
  seed: number
  /** How the player's hand moved, in edges a second: x to the right, y towards the player. */
  push?: { x: number; y: number }
  /** What becomes of the die aimed at; null where nobody aims. */
  aim?: 'hit' | 'missed' | null
  /** Whether the first die leaves the table. */
  leaves?: boolean
}

export const FRAME = 1 / 40
export const FLIGHT = 1.2 // seconds from the hand to rest
const STEP = 1 / 160
const SETTLING = 0.28 // the last part, in which what still leans falls flat
const GRAVITY = 52
const BOUNCE = 0.42
const RUB = 0.35
const REACH = 0.69 // a die keeps the others this far from its middle
const SHORT = 1.5 // a throw that misses ends so far before the wall at which the target stands
const INERTIA = 1 / 6
const CORNERS: Vector[] = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [(n & 1) - 0.5, ((n >> 1) & 1) - 0.5, (n >> 2) - 0.5])
const UP: Vector = [0, 0, 1]
const AXES: Vector[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/** Where dice can be: the far wall is nearer in a throw that misses. */
interface Room extends Tray {
  far: number
}

interface Body {
  at: Vector
  speed: Vector
  turn: Turn
  spin: Vector
  /** No wall stops a die that leaves the table. */
  walled: boolean
  /** It waits on its place until another die strikes it. */
  waiting: boolean
}

/** A small random generator of whole repeatability. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** The local direction of a cube that points up most. */
export function upOf(turn: Turn): Vector {
  return AXES.reduce((best, axis) => (turned(turn, axis)[2] > turned(turn, best)[2] ? axis : best))
}

/** The turn of a die that falls flat from here, on the side that is nearest. */
export function flattened(turn: Turn): Turn {
  return unit(combine(turnBetween(turned(turn, upOf(turn)), UP), turn))
}

/** A flight as wished. Whether the die aimed at is struck is tried out: the first throw that fits is taken. */
export function fly(wish: Wish): Flight {
  let flight = simulate(wish, wish.seed)
  for (let n = 1; n < 30 && wish.aim && flight.struck !== (wish.aim === 'hit'); n++)
    flight = simulate(wish, wish.seed + 7919 * n)
  return flight
}

function simulate(wish: Wish, seed: number): Flight {
  const bodies = start(wish, randomFrom(seed))
  const room = { ...wish.tray, far: (wish.aim === 'missed' ? SHORT : 0) - wish.tray.depth / 2 }
  const target = wish.aim ? bodies.at(-1)! : null
  const frames: Pose[][] = bodies.map(() => [])
  const record = () => {
    for (const [n, body] of bodies.entries()) frames[n]!.push({ at: [...body.at], turn: body.turn })
  }
  const [perFrame, count] = [Math.round(FRAME / STEP), Math.round((FLIGHT - SETTLING) / FRAME)]
  record()
  for (let frame = 1; frame <= count; frame++) {
    for (let n = 0; n < perFrame; n++) step(bodies, room)
    record()
  }
  settle(bodies, frames, room)
  const dice = target ? frames.slice(0, -1) : frames
  return { dice, target: target ? frames.at(-1)! : [], struck: target !== null && !target.waiting }
}

// ---- the hand ---------------------------------------------------------------------

function start({ dice, tray, push, aim, leaves }: Wish, random: () => number): Body[] {
  const either = (span: number) => (random() - 0.5) * 2 * span
  const thrown = { x: push?.x ?? either(3), y: Math.min(-5, push?.y ?? -9) }
  const hand = { x: clampTo(-thrown.x * 0.25, tray.width / 3), y: tray.depth / 2 + 0.6 }
  const columns = Math.max(1, Math.min(dice, Math.floor(tray.width / 1.6), 6))
  const bodies = Array.from({ length: dice }, (_, n): Body => {
    const [column, row] = [n % columns, Math.floor(n / columns)]
    const x = clampTo(hand.x + (column - (Math.min(columns, dice) - 1) / 2) * 1.45, tray.width / 2 - 0.8)
    return {
      at: [x, hand.y + row * 1.1, 1.6 + row * 0.9 + random()],
      speed: [thrown.x + either(2.5), thrown.y + either(2.5), 3 + random() * 5],
      turn: unit([either(1), either(1), either(1), either(1)]),
      spin: [either(8) + thrown.y * 1.3, either(12) + thrown.x, either(9)],
      walled: true,
      waiting: false,
    }
  })
  const away = bodies[0]
  if (leaves && away) {
    away.walled = false
    away.speed = [tray.width * 0.6 + 6, -tray.depth - 4, 13]
  }
  if (aim) {
    const place: Vector = [0, 0.75 - tray.depth / 2, 0.5]
    const first = bodies[0]
    if (first && aim === 'hit') {
      const time = 0.32 + random() * 0.1
      first.at = [hand.x, hand.y, 1]
      first.speed = [(place[0] - first.at[0]) / time, (place[1] - first.at[1]) / time, GRAVITY * time * 0.4]
    }
    bodies.push({ at: place, speed: [0, 0, 0], turn: [1, 0, 0, 0], spin: [0, 0, 0], walled: true, waiting: true })
  }
  return bodies
}

// ---- a step -----------------------------------------------------------------------

function step(bodies: Body[], room: Room): void {
  for (const body of bodies) {
    if (body.waiting) continue
    body.speed[2] -= GRAVITY * STEP
    for (const n of [0, 1, 2] as const) body.at[n] += body.speed[n] * STEP
    turnBy(body)
    meetWalls(body, room)
  }
  bodies.forEach((one, n) => {
    for (let other = n + 1; other < bodies.length; other++) push(one, bodies[other]!)
  })
}

function turnBy(body: Body): void {
  const [x, y, z] = body.spin
  const [w, a, b, c] = combine([0, x, y, z], body.turn)
  const q = body.turn
  const half = STEP / 2
  body.turn = unit([q[0] + w * half, q[1] + a * half, q[2] + b * half, q[3] + c * half])
}

/** The floor and the four walls; a die comes in over the near one. */
function meetWalls(body: Body, { width, depth, far }: Room): void {
  const [x, y, z] = body.at
  if (z < 0.95) {
    const inside = body.walled || (Math.abs(x) < width / 2 && Math.abs(y) < depth / 2)
    if (inside && meet(body, UP, 0)) rest(body)
  }
  if (!body.walled) return
  if (x > width / 2 - 0.9) meet(body, [-1, 0, 0], -width / 2)
  if (x < 0.9 - width / 2) meet(body, [1, 0, 0], -width / 2)
  if (y < far + 0.9) meet(body, [0, 1, 0], far)
  if (y > depth / 2 - 0.9 && body.speed[1] > 0) meet(body, [0, -1, 0], -depth / 2)
}

/** A wall with this normal at this distance strikes the corners that are beyond it: impulse and friction. */
function meet(body: Body, normal: Vector, distance: number): boolean {
  let deepest = 0
  for (const corner of CORNERS) {
    const arm = turned(body.turn, corner)
    const depth = distance - dot(normal, [body.at[0] + arm[0], body.at[1] + arm[1], body.at[2] + arm[2]])
    if (depth <= 0) continue
    deepest = Math.max(deepest, depth)
    const [vx, vy, vz] = cross(body.spin, arm)
    const speed: Vector = [body.speed[0] + vx, body.speed[1] + vy, body.speed[2] + vz]
    const towards = dot(speed, normal)
    if (towards >= 0) continue
    const hard = (-(1 + (towards < -3 ? BOUNCE : 0)) * towards) / resistance(arm, normal)
    strike(body, arm, normal, hard)
    const slip: Vector = [
      speed[0] - towards * normal[0],
      speed[1] - towards * normal[1],
      speed[2] - towards * normal[2],
    ]
    const pace = Math.hypot(...slip)
    if (pace < 1e-6) continue
    const along: Vector = [slip[0] / pace, slip[1] / pace, slip[2] / pace]
    strike(body, arm, along, -Math.min(RUB * hard, pace / resistance(arm, along)))
  }
  for (const n of [0, 1, 2] as const) body.at[n] += normal[n] * deepest * 0.6
  return deepest > 0
}

function resistance(arm: Vector, direction: Vector): number {
  const lever = cross(arm, direction)
  return 1 + dot(lever, lever) / INERTIA
}

function strike(body: Body, arm: Vector, direction: Vector, impulse: number): void {
  const lever = cross(arm, direction)
  for (const n of [0, 1, 2] as const) {
    body.speed[n] += direction[n] * impulse
    body.spin[n] += (lever[n] * impulse) / INERTIA
  }
}

/** On the floor a slow die loses what is left of its speed, and leans towards its nearest side. */
function rest(body: Body): void {
  const slow = Math.hypot(...body.speed) < 4 && Math.hypot(...body.spin) < 7
  const keep = slow ? 0.94 : 0.992
  for (const n of [0, 1, 2] as const) {
    body.speed[n] *= keep
    body.spin[n] *= keep
  }
  if (!slow) return
  const lean = cross(turned(body.turn, upOf(body.turn)), UP)
  for (const n of [0, 1, 2] as const) body.spin[n] += lean[n] * 0.5
}

/** Dice push one another away as balls do; the one that is aimed at begins to move when it is struck. */
function push(one: Body, other: Body): void {
  const apart: Vector = [other.at[0] - one.at[0], other.at[1] - one.at[1], other.at[2] - one.at[2]]
  const distance = Math.hypot(...apart) || 1e-6
  if (distance >= 2 * REACH) return
  one.waiting = other.waiting = false
  const normal: Vector = [apart[0] / distance, apart[1] / distance, apart[2] / distance]
  const deep = (2 * REACH - distance) / 2
  const closing = dot(
    [other.speed[0] - one.speed[0], other.speed[1] - one.speed[1], other.speed[2] - one.speed[2]],
    normal,
  )
  const impulse = closing < 0 ? -0.65 * closing : 0
  for (const n of [0, 1] as const) {
    one.at[n] -= normal[n] * deep
    other.at[n] += normal[n] * deep
  }
  for (const n of [0, 1, 2] as const) {
    one.speed[n] -= normal[n] * impulse
    other.speed[n] += normal[n] * impulse
  }
}

// ---- the end ----------------------------------------------------------------------

/** What still leans or lies on another falls flat on a free place, smoothly. */
function settle(bodies: Body[], frames: Pose[][], room: Room): void {
  const places = freePlaces(bodies, room)
  const count = Math.round(SETTLING / FRAME)
  bodies.forEach((body, n) => {
    const [from, to] = [{ at: [...body.at] as Vector, turn: body.turn }, flattened(body.turn)]
    for (let frame = 1; frame <= count; frame++) {
      const share = 1 - (1 - frame / count) ** 2
      const mix = (k: 0 | 1 | 2) => from.at[k] + (places[n]![k] - from.at[k]) * share
      frames[n]!.push({ at: [mix(0), mix(1), mix(2)], turn: between(from.turn, to, share) })
    }
  })
}

/** Where the dice may lie without touching, as near as can be to where they are. */
function freePlaces(bodies: Body[], { width, depth, far }: Room): Vector[] {
  const places = bodies.map(({ at }): Vector => [at[0], at[1], 0.5])
  const walled = (n: number) => bodies[n]!.walled
  const weight = (n: number) => (bodies[n]!.waiting ? 0 : 1) // what nobody struck stays where it is
  for (let round = 0; round < 60; round++) {
    places.forEach((one, n) => {
      for (let m = n + 1; m < places.length; m++) {
        const other = places[m]!
        const [x, y] = [other[0] - one[0], other[1] - one[1]]
        const distance = Math.hypot(x, y) || 1e-6
        if (distance >= 2 * REACH || !walled(n) || !walled(m)) continue
        const deep = (2 * REACH - distance) / distance / (weight(n) + weight(m))
        one[0] -= x * deep * weight(n)
        one[1] -= (y || 1e-3) * deep * weight(n)
        other[0] += x * deep * weight(m)
        other[1] += (y || 1e-3) * deep * weight(m)
      }
    })
    places.forEach((place, n) => {
      if (!walled(n)) return
      place[0] = clampTo(place[0], Math.max(0, width / 2 - REACH))
      if (!bodies[n]!.waiting) place[1] = Math.max(far + REACH, Math.min(depth / 2 - REACH, place[1]))
    })
  }
  return places.map((place, n) => (walled(n) ? place : [place[0], place[1], -6]))
}

function clampTo(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
