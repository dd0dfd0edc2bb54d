/** The notebook of Code 777: from what one player sees and hears to the lines of the log. */
import type { NotebookModule, NoteChoice, NoteLines, NoteQuestion } from '../../lib/notebookModule'
import type { Words } from '../../lib/words'
import { isClosing, nextQuestion } from './bookkeeping'
import { RACK_SIZE } from './constants'
import NoteSign from './NoteSign.svelte'
import { ASKS_SINGLES, sidesOf } from './questions'
import { BOX, DIGITS, writeDeclaration } from './tiles'
import type { View } from './view'

type Step = NoteQuestion | NoteLines

/** The largest number that can be the answer to a card that counts. */
const MOST: Record<number, number> = { 8: 7, 10: 6 }
const FEW = 3

class Notes {
  constructor(
    private readonly view: View,
    private readonly seat: number,
    private readonly picks: readonly string[],
    private readonly words: Words,
  ) {}

  next(): Step | null {
    const { view, picks } = this
    const players = Array.from({ length: view.options.players }, (_, seat) => seat)
    if (view.ended) return null
    if (view.turn === null) {
      if (picks[0]) return { lines: [`*: first ${picks[0]}`] }
      return this.ask('note_first', this.people(players), 2)
    }
    if (view.filling.length) return this.fill(view.filling[0]!)
    const [what, ...rest] = picks
    if (what === undefined) {
      const speaking = isClosing(view) ? players.filter((seat) => seat === view.turn) : players
      const declaring = speaking.filter((seat) => !view.spent.includes(seat))
      const asks = isClosing(view) ? 'note_nothing' : view.turn === this.seat ? 'note_asks_mine' : 'note_asks'
      return this.ask(
        'note_what',
        [
          { value: 'ask', label: this.words.t(asks, { seat: view.turn }), wide: true },
          ...declaring.map((seat) => ({
            value: `declare ${seat}`,
            label: this.words.t(seat === this.seat ? 'note_declares_mine' : 'note_declares', { seat }),
          })),
        ],
        2,
      )
    }
    return what === 'ask' ? this.question(view.turn, rest) : this.declaration(Number(what.split(' ')[1]), rest)
  }

  private ask(
    key: string,
    choices: NoteChoice[],
    columns: number,
    facts: Record<string, string | number> = {},
  ): NoteQuestion {
    return { ask: this.words.t(key, facts), choices, columns }
  }

  /** One of three tiles or digits, with those that were tapped before. */
  private trio(
    picks: readonly string[],
    key: string,
    choices: NoteChoice[],
    facts: Record<string, string | number>,
  ): NoteQuestion {
    const picked = picks.map((value) => choices.find((choice) => choice.value === value) ?? { value, label: value })
    return { ...this.ask(key, choices, 4, facts), picked }
  }

  private people(seats: readonly number[]): NoteChoice[] {
    return seats.map((seat) => ({ value: String(seat), label: this.words.name(seat) }))
  }

  /** The tiles of the box (C77-01); of what stands on the other racks or was tapped already, there may be none left. */
  private tiles(picks: readonly string[], seen: boolean): NoteChoice[] {
    const standing = seen
      ? this.view.racks.flatMap((racks, rack) => (rack === this.view.filling[0] ? [] : (racks.at(-1) ?? [])))
      : []
    return BOX.map(([tile, count]) => ({
      value: tile,
      sign: tile,
      label: this.words.term(tile),
      off: [...standing, ...picks].filter((other) => other === tile).length >= count,
    }))
  }

  private fill(rack: number): Step {
    const { picks, view } = this
    if (picks.length === RACK_SIZE) return { lines: [`*: racked ${rack} ${writeDeclaration(picks)}`] }
    const free = rack >= view.options.players
    return this.trio(picks, free ? 'note_free_rack' : 'note_rack', this.tiles(picks, true), {
      seat: rack,
      n: picks.length + 1,
    })
  }

  /** A question is answered at once (C77-10): by what I see, if it is mine. */
  private question(by: number, picks: readonly string[]): Step {
    const { view, seat, words } = this
    if (isClosing(view)) return { lines: [`${by}: ask`] }
    const known = nextQuestion(view)
    const [card, answer] = known === null ? picks : [String(known), ...picks]
    if (!card) {
      const cards = view.pile.map((n) => ({ value: String(n), label: words.t('note_card', { n }), sign: `card ${n}` }))
      return this.ask(by === seat ? 'note_which_mine' : 'note_which', cards, 6, { seat: by })
    }
    if (by === seat) return { lines: known === null ? [`${by}: ask`, `*: turned ${card}`] : [`${by}: ask`] }
    if (!answer)
      return this.ask('note_answer', this.answers(Number(card)), sidesOf(Number(card)) ? 3 : 4, {
        seat: by,
        n: card,
        what: words.pages.table[`question ${card}`] ?? '',
      })
    return {
      lines: known === null ? [`${by}: ask`, `*: turned ${card} = ${answer}`] : [`${by}: ask = ${card} ${answer}`],
    }
  }

  private answers(card: number): NoteChoice[] {
    const sides = sidesOf(card)
    if (!sides) {
      const most = card === ASKS_SINGLES ? FEW : (MOST[card] ?? FEW)
      return Array.from({ length: most + 1 }, (_, n) => ({ value: String(n), label: String(n) }))
    }
    const named = (side: readonly string[]) => side.map((tile) => this.words.term(tile)).join(', ')
    return [
      {
        value: 'first',
        label: this.words.t('note_more', { what: named(sides[0]) }),
        sign: `more ${sides[0].join(' ')}`,
      },
      {
        value: 'second',
        label: this.words.t('note_more', { what: named(sides[1]) }),
        sign: `more ${sides[1].join(' ')}`,
      },
      { value: 'equal', label: this.words.t('note_equal') },
    ]
  }

  /** Of another, I see whether it is right; of mine, the others say it (C77-21). */
  private declaration(by: number, picks: readonly string[]): Step {
    const { view, seat, words } = this
    const { colours, show_removed } = view.options
    const own = by === seat
    if (picks.length < RACK_SIZE) {
      const digits = DIGITS.map((digit) => ({ value: digit, label: digit }))
      const facts = { seat: by, n: picks.length + 1 }
      return this.trio(picks, own ? 'note_said_mine' : 'note_said', colours ? this.tiles(picks, false) : digits, facts)
    }
    const said = `${by}: declare ${writeDeclaration(picks.slice(0, RACK_SIZE))}`
    if (!own) return { lines: [said] }
    const [verdict, ...shown] = picks.slice(RACK_SIZE)
    if (!verdict) {
      const verdicts = ['right', 'wrong'].map((found) => ({ value: found, label: words.t(`note_${found}`) }))
      return this.ask('note_verdict', verdicts, 2)
    }
    if (!show_removed) return { lines: [`${said} = ${verdict}`] }
    if (shown.length < RACK_SIZE)
      return this.trio(shown, 'note_removed', this.tiles(shown, true), { n: shown.length + 1 })
    return { lines: [`${said} = ${verdict} ${writeDeclaration(shown)}`] }
  }
}

export const notebook: NotebookModule<View> = {
  Sign: NoteSign,
  next: (view, seat, picks, words) => new Notes(view, seat, picks, words).next(),
  picksOf(action, view) {
    const [verb, said = ''] = action.split(' ')
    if (view.filling.length || view.ended) return null
    return verb === 'ask' ? ['ask'] : [`declare ${view.seat}`, ...said.split(',')]
  },
  certain: (place, value, _, words) => words.t('note_certain', { rack: Number(place.split(' ')[1]) - 1, said: value }),
}
