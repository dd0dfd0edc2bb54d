/** Turns in space, as unit quaternions [w, x, y, z]; x is right, y towards the player, z up. */
export type Vector = [number, number, number]
export type Turn = [number, number, number, number]

export const NO_TURN: Turn = [1, 0, 0, 0]

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** First b, then a. */
export function combine(a: Turn, b: Turn): Turn {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ]
}

export function turned(q: Turn, [x, y, z]: Vector): Vector {
  const [w, a, b, c] = q
  const [u, v, t] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)]
  return [x + w * u + b * t - c * v, y + w * v + c * u - a * t, z + w * t + a * v - b * u]
}

export function inverse([w, x, y, z]: Turn): Turn {
  return [w, -x, -y, -z]
}

export function unit(q: Turn): Turn {
  const length = Math.hypot(...q) || 1
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length]
}

/** The turn about an axis of length 1, by an angle in radians. */
export function turnAbout(axis: Vector, angle: number): Turn {
  const s = Math.sin(angle / 2)
  return [Math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s]
}

/** The shortest turn that brings one direction to another. */
export function turnBetween(from: Vector, to: Vector): Turn {
  const along = dot(from, to)
  if (along < -0.999999) return turnAbout(Math.abs(from[2]) > 0.5 ? [1, 0, 0] : [0, 0, 1], Math.PI)
  const [x, y, z] = cross(from, to)
  return unit([1 + along, x, y, z])
}

/** A turn on the way from one to another: 0 is the first, 1 the second. */
export function between(a: Turn, b: Turn, share: number): Turn {
  const same = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 ? -1 : 1
  const mix = (n: 0 | 1 | 2 | 3) => a[n] * (1 - share) + same * b[n] * share
  return unit([mix(0), mix(1), mix(2), mix(3)])
}

/** As CSS writes it, seen by somebody for whom y points down and z out of the screen. */
export function cssTurn(q: Turn): string {
  const [w, x, y, z] = q[0] < 0 ? [-q[0], -q[1], -q[2], -q[3]] : q
  const angle = 2 * Math.acos(Math.min(1, w))
  const axis = Math.hypot(x, y, z) < 1e-6 ? [0, 0, 1] : [x, y, z]
  return `rotate3d(${axis.map((part) => part.toFixed(4))},${((angle * 180) / Math.PI).toFixed(2)}deg)`
}
