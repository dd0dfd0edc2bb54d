/** Which face of a flying die is which: the flight says on what side it ends, the recorded roll what is to be read there. */
import { type Flight, type Pose, randomFrom, upOf } from './diceFlight'
import { combine, cssTurn, inverse, type Turn, turnAbout, turnBetween, turned, type Vector } from './rotations'

/** By face, where it is on a die: opposite faces make seven, as on every die. */
export const NORMALS: Record<number, Vector> = {
  1: [0, 0, 1],
  2: [1, 0, 0],
  3: [0, -1, 0],
  4: [0, 1, 0],
  5: [-1, 0, 0],
  6: [0, 0, -1],
}

const TILT = 0.5 // radians by which the player looks at the tray from the front

/** The face that lies on top of a die. */
export function faceUp(turn: Turn): number {
  const up = upOf(turn)
  return Number(
    Object.keys(NORMALS).find((face) => NORMALS[Number(face)]!.every((part, n) => Math.abs(part - up[n]!) < 1e-9)),
  )
}

/** The same flight, of a die that ends with this face on top. It is held differently as it is thrown; that is all. */
export function endingOn(face: number, poses: readonly Pose[], seed = 0): Pose[] {
  const up = upOf(poses.at(-1)!.turn)
  const quarter = Math.floor(randomFrom(seed + face)() * 4)
  const held = combine(turnAbout(up, (quarter * Math.PI) / 2), turnBetween(NORMALS[face] ?? NORMALS[1]!, up))
  return poses.map(({ at, turn }) => ({ at, turn: combine(turn, held) }))
}

/** The flights of dice that end with these faces on top. */
export function endingOnAll(faces: readonly number[], flight: Flight, seed = 0): Pose[][] {
  return faces.map((face, n) => endingOn(face, flight.dice[n]!, seed + n))
}

/** A pose as a CSS transform in `em`, one of which is the edge of a die; the origin is the middle of the tray. */
export function cssPose({ at: [x, y, z], turn }: Pose): string {
  const [cos, sin] = [Math.cos(TILT), Math.sin(TILT)]
  const height = z - 0.5
  const place = [x, y * cos - height * sin, height * cos].map((part) => `${part.toFixed(3)}em`)
  return `translate3d(${place}) ${cssTurn(combine(turnAbout([1, 0, 0], TILT), turn))}`
}

/** The shadow of a die: under it on the floor, wider and fainter the higher it is. */
export function cssShadow({ at: [x, y, z] }: Pose): { transform: string; opacity: number } {
  const height = Math.max(0, z - 0.5)
  const scale = 1 + height * 0.16
  return {
    transform: `translate(${x.toFixed(3)}em,${(y * Math.cos(TILT) + 0.12).toFixed(3)}em) scale(${scale.toFixed(3)})`,
    opacity: Number(Math.max(0, 0.75 / (1 + height * 0.8)).toFixed(3)),
  }
}

/** The sides of a lying die that the player sees besides the top: they are in the shade. */
export function frontOf(turn: Turn): number {
  const towards = turned(inverse(turn), [0, 1, 0])
  return Number(
    Object.keys(NORMALS).reduce((best, face) => {
      const along = (of: string) => NORMALS[Number(of)]!.reduce((sum, part, n) => sum + part * towards[n]!, 0)
      return along(face) > along(best) ? face : best
    }),
  )
}
