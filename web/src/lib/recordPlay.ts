/** What a board is handed for a record, which has no table around it: nothing can be done. */
import type { Head, PublicSeat, Studied, TableMoment } from '../wire'
import type { Marks, Play, ShownEvent } from './boardModule'
import type { Words } from './words'

const NO_MARKS: Marks = { get: () => undefined, set: () => {} }

/** `open`: with everything turned up. `event`: the line that is being shown. */
export function recordPlay(
  studied: Studied,
  moment: TableMoment,
  words: Words,
  open: boolean,
  event: ShownEvent<unknown> | null = null,
): Play<unknown> | null {
  if (!moment.awaits) return null
  return {
    view: moment.view,
    seat: moment.seat,
    words,
    head: recordHead(studied),
    awaits: moment.awaits,
    legal: [],
    frozen: true,
    busy: false,
    send: () => {},
    fell: () => {},
    deduced: null,
    event,
    hinted: null,
    notepad: NO_MARKS,
    open: open ? (moment.views as Record<string, unknown> | null) : null,
  }
}

/** The head of a table that does not exist, for a board that expects one. */
export function recordHead(studied: Omit<Studied, 'digest' | 'redeal' | 'figures'>): Head {
  const chairs = studied.seats.map((name): PublicSeat => {
    const bot = /^bot (\w+)/.exec(name)?.[1] ?? null
    return { name, kind: bot ? 'bot' : 'person', level: bot, owned: false, here: true, left: null, ready: false }
  })
  return {
    id: '',
    game: studied.game,
    version: studied.version,
    options: studied.options,
    join: 'link',
    clock: null,
    fallen: 'wait',
    help: 'none',
    status: 'over',
    chairs,
    pledge: '',
    words: {},
    offer: null,
    after: null,
    again: null,
    ended: null,
    watchers: 0,
    real: false,
    ranks: studied.awaits.ranks,
    lines: studied.lines.length,
    opened: 0,
    touched: 0,
    pledges: {},
    disclosed: [],
    sealed: 0,
    substitute: 'none',
    branch: null,
    daily: null,
  }
}
