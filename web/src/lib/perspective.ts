/**
 * From which seat a screen shows the table, and when it is hidden by the curtain. Several players may share a screen
 * (hot seat): then it follows the turn, and where a game has secrets the next player first says that they are there.
 */
export interface TableFacts {
  /** The seats of this screen's users. */
  seats: readonly number[]
  /** The seats that are to act. */
  awaited: readonly number[]
  /** The number of lines in the log: a change means that something happened. */
  lines: number
  over: boolean
  /** Whether it is being shown what happened: until that is done, nobody new is asked to the screen. */
  showing: boolean
  /** Whether the game has secrets; undefined while this is not known yet. */
  secrets: boolean | undefined
}

export interface Perspective {
  /** The seat that was shown last. */
  seat: number
  /** The seat whose player is at the screen. */
  revealedTo: number
  /** A player who asked to speak out of turn, until something happens. */
  speaker: { seat: number; lines: number } | null
}

export const NOBODY = -1

export const START: Perspective = { seat: NOBODY, revealedTo: NOBODY, speaker: null }

/** The seat whose view is shown; `NOBODY` for a spectator. */
export function shownSeat(perspective: Perspective, facts: TableFacts): number {
  const { seat, speaker } = perspective
  const { seats, over, lines } = facts
  if (facts.showing && seats.length > 1) return mayWatch(perspective, facts) ? seat : NOBODY
  if (speaker && speaker.lines === lines && seats.includes(speaker.seat)) return speaker.seat
  if (seats.length > 1 && !over) return dueSeat(seat, facts)
  return seats.includes(seat) ? seat : (seats[0] ?? NOBODY)
}

/** Whether what happened is shown through the eyes of the player who is at the screen: not when another one is next. */
function mayWatch({ seat, revealedTo }: Perspective, { seats, awaited, secrets }: TableFacts): boolean {
  const due = awaited.filter((other) => seats.includes(other))
  if (!seats.includes(seat)) return false
  return secrets === false || (revealedTo === seat && (!due.length || due.includes(seat)))
}

/** Of several seats, one that is to act: the one that acted last, if it may go on. */
function dueSeat(last: number, { seats, awaited }: TableFacts): number {
  const due = awaited.filter((seat) => seats.includes(seat))
  if (due.includes(last)) return last
  return due[0] ?? (seats.includes(last) ? last : (seats[0] ?? NOBODY))
}

/** Whether the table is hidden until the player of the shown seat says that they are there. */
export function isCurtainDown(perspective: Perspective, facts: TableFacts): boolean {
  const shared = facts.seats.length > 1 && facts.secrets !== false && !facts.over && !facts.showing
  return shared && perspective.revealedTo !== shownSeat(perspective, facts)
}

/** Called whenever the facts have changed: remembers which seat is shown, and to whom it needs no curtain. */
export function follow(perspective: Perspective, facts: TableFacts): Perspective {
  if (facts.showing && facts.seats.length > 1) return perspective
  const seat = shownSeat(perspective, facts)
  const open = facts.secrets !== undefined && (facts.seats.length <= 1 || !facts.secrets)
  const revealedTo = open ? seat : perspective.revealedTo
  const same = seat === perspective.seat && revealedTo === perspective.revealedTo
  return same ? perspective : { ...perspective, seat, revealedTo }
}

/** The player of the shown seat says that they are at the screen. */
export function raiseCurtain(perspective: Perspective, facts: TableFacts): Perspective {
  return { ...perspective, revealedTo: shownSeat(perspective, facts) }
}

/** A player at this screen speaks out of turn. */
export function speakOutOfTurn(perspective: Perspective, facts: TableFacts, seat: number): Perspective {
  return { ...perspective, speaker: { seat, lines: facts.lines } }
}
