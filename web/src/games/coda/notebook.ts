/** The notebook of Code de Vinci: from what one player sees and hears to the lines of the log. Places count from 0. */
import type { NotebookModule, NoteChoice, NoteLines, NoteQuestion } from '../../lib/notebookModule'
import type { Words } from '../../lib/words'
import { JOKER, VALUES } from './constants'
import NoteSign from './NoteSign.svelte'
import { type Colour, codeOf, otherSeats, type Piece } from './tiles'
import type { View } from './view'

type Step = NoteQuestion | NoteLines
const COLOURS: readonly Colour[] = ['black', 'white']
const backOf = (colour: Colour) => `${colour[0]}?`
const colourOf = (tile: string): Colour => (tile[0] === 'b' ? 'black' : 'white')

class Notes {
  constructor(
    private readonly view: View,
    private readonly seat: number,
    private readonly picks: readonly string[],
    private readonly words: Words,
  ) {}

  private get by(): number {
    return this.view.turn ?? 0
  }

  private get mine(): boolean {
    return this.by === this.seat
  }

  next(): Step | null {
    switch (this.view.phase) {
      case 'first':
        return this.picks[0]
          ? { lines: [`*: first ${this.picks[0]}`] }
          : this.ask('note_first', this.players(otherSeats(this.view, null)), 2)
      case 'take':
        return this.take()
      case 'attack':
        return this.attack()
      case 'place':
        return this.place()
      case 'show':
        return this.show()
      case 'over':
        return null
      default:
        return this.mine ? this.ownRow() : this.otherRow()
    }
  }

  // ---- buttons -------------------------------------------------------------------------

  private ask(
    key: string,
    choices: NoteChoice[],
    columns: number,
    facts: Record<string, string | number> = {},
  ): NoteQuestion {
    return { ask: this.words.t(key, { seat: this.by, ...facts }), choices, columns }
  }

  private players(seats: readonly number[]): NoteChoice[] {
    return seats.map((seat) => ({ value: String(seat), label: this.words.name(seat) }))
  }

  private backs(): NoteChoice[] {
    return COLOURS.map((colour, n) => ({
      value: backOf(colour),
      sign: backOf(colour),
      label: this.words.term(colour),
      off: this.view.phase === 'take' && this.view.table[n] === 0,
    }))
  }

  /** The tiles of one colour, or of both; what was tapped, or is seen elsewhere, cannot be it. */
  private tiles(colours: readonly Colour[]): NoteChoice[] {
    const seen = new Set([...this.view.codes.flat(), ...this.view.hand, this.view.drawn].map((other) => other?.tile))
    const values = this.view.options.jokers ? [...VALUES, JOKER] : VALUES
    return colours.flatMap((colour) =>
      values.map((value) => {
        const tile = `${colour[0]}${value}`
        return {
          value: tile,
          sign: tile,
          label: this.words.term(tile),
          off: seen.has(tile) || this.picks.includes(tile),
        }
      }),
    )
  }

  private pieces(pieces: readonly Piece[]): NoteChoice[] {
    return pieces.map(({ place, tile, colour }) => ({
      value: String(place),
      sign: `${tile ?? backOf(colour)} ${place + 1}`,
      label: tile ? this.words.t('tile_mine', { place, tile }) : this.words.t('tile_hidden', { place, colour }),
    }))
  }

  /** Where a new tile may stand in a code of this many. */
  private gaps(tiles: number): NoteChoice[] {
    return Array.from({ length: tiles + 1 }, (_, place) => ({
      value: String(place),
      label: this.words.t('note_at', { place }),
    }))
  }

  // ---- set-up --------------------------------------------------------------------------

  private get each(): number {
    return this.view.options.players === 4 ? 3 : 4
  }

  private ownRow(): Step {
    const { picks, each, by } = this
    if (picks.length < each) return this.row('note_own_row', this.tiles(COLOURS), 6)
    return { lines: this.rowLines(by, picks) }
  }

  /** Of another, the colours are seen, from their left (COD-06). */
  private otherRow(): Step {
    const { picks, each, by } = this
    if (picks.length < each) return this.row('note_row', this.backs(), 2)
    return { lines: this.rowLines(by, picks) }
  }

  private row(key: string, choices: NoteChoice[], columns: number): Step {
    const { picks, each, words } = this
    const picked = picks.map((tile) => ({ value: tile, sign: tile, label: words.term(tile) }))
    return { ...this.ask(key, choices, columns, { n: picks.length, each }), picked }
  }

  /** A seat's first tiles, in the order of a record: black ones first; with jokers, the row after that (COD-07). */
  private rowLines(seat: number, row: readonly string[]): string[] {
    const { jokers, dealing } = this.view.options
    const black = row.filter((tile) => colourOf(tile) === 'black')
    const white = row.filter((tile) => colourOf(tile) === 'white')
    const dealt = [...black, ...white].map((tile) => `*: dealt ${tile}`)
    if (!jokers && seat !== this.seat) dealt.push(`${dealt.pop()} = ${row.join(',')}`)
    return [
      ...(dealing === 'choose' ? [`${seat}: pick ${black.length}`] : []),
      ...dealt,
      ...(jokers ? [`${seat}: arrange ${row.join(',')}`] : []),
    ]
  }

  // ---- a turn --------------------------------------------------------------------------

  private take(): Step {
    const { by } = this
    const [tile] = this.picks
    if (!tile)
      return this.mine ? this.ask('note_drawn', this.tiles(COLOURS), 6) : this.ask('note_takes', this.backs(), 2)
    return { lines: [`${by}: take ${colourOf(tile)}`, `*: drawn ${tile}`] }
  }

  /** Of an attack at the player, the outcome is seen (COD-12); after a wrong one, the drawn tile is shown (COD-14). */
  private attack(): Step {
    const { view, by, mine, picks, words } = this
    const [first, place, value, ...rest] = picks
    const targets = otherSeats(view, by).filter((seat) => !view.out.includes(seat))
    if (first === undefined) {
      const stop = { value: 'stop', label: words.t('note_stop'), wide: true }
      const choices = this.players(targets)
      return this.ask(mine ? 'note_target_mine' : 'note_target', view.right ? [...choices, stop] : choices, 3)
    }
    if (first === 'stop') return this.stop(picks.slice(1))
    const target = Number(first)
    const hidden = codeOf(view, target).filter(({ up }) => !up)
    if (place === undefined) return this.ask('note_place', this.pieces(hidden), 5, { target })
    const piece = codeOf(view, target)[Number(place)]!
    if (value === undefined) {
      const values = this.tiles([piece.colour]).map((choice) => ({
        ...choice,
        value: choice.value.slice(1),
        off: false,
      }))
      return this.ask(mine ? 'note_value_mine' : 'note_value', values, 6, { target, place: Number(place) })
    }
    const said = `${by}: attack ${target} ${place} ${value}`
    const known = target === this.seat ? (piece.tile?.slice(1) === value ? 'right' : 'wrong') : null
    const [verdict, left] = known ? [known, rest] : [rest[0], rest.slice(1)]
    if (!verdict) {
      const verdicts = ['right', 'wrong'].map((found) => ({ value: found, label: words.t(`note_${found}`) }))
      return this.ask('note_verdict', verdicts, 2, { target, place: Number(place), value })
    }
    if (verdict === 'right')
      return hidden.length === 1 ? this.ended(`${said} = right`, target, left) : { lines: [`${said} = right`] }
    if (mine || !view.drawn || view.options.jokers) return { lines: [`${said} = wrong`] }
    const [tile, at] = left
    if (!tile) return this.ask('note_shows', this.tiles([view.drawn.colour]), 6)
    if (!at) return this.ask('note_enters', this.gaps(view.codes[by]!.length), 3)
    return { lines: [`${said} = wrong, ${tile} at ${at}`] }
  }

  /** Whoever stops hides the drawn tile in their code (COD-13). */
  private stop(picks: readonly string[]): Step {
    const { view, by, mine } = this
    if (mine || !view.drawn || view.options.jokers) return { lines: [`${by}: stop`] }
    if (!picks[0]) return this.ask('note_hides', this.gaps(view.codes[by]!.length), 3)
    return { lines: [`${by}: stop = ${backOf(view.drawn.colour)} at ${picks[0]}`] }
  }

  /** With jokers, the owner says where a tile goes (COD-16). */
  private place(): Step {
    const { view, by, mine, picks } = this
    const shown = view.missed && !mine
    if (shown && !picks[0]) return this.ask('note_shows', this.tiles([view.drawn!.colour]), 6)
    const at = shown ? picks[1] : picks[0]
    if (!at) return this.ask(view.missed ? 'note_enters' : 'note_hides', this.gaps(view.codes[by]!.length), 3)
    return { lines: [`${by}: place ${at}${shown ? ` = ${picks[0]}` : ''}`] }
  }

  /** Without a drawn tile, a wrong attack turns up one of the own tiles (COD-15). */
  private show(): Step {
    const { view, by, mine, picks } = this
    const hidden = codeOf(view, by).filter(({ up }) => !up)
    const [place, ...rest] = picks
    if (!place) return this.ask(mine ? 'note_show_mine' : 'note_show', this.pieces(hidden), 5)
    const piece = codeOf(view, by)[Number(place)]!
    const tile = piece.tile ?? rest.shift()
    if (!tile) return this.ask('note_which', this.tiles([piece.colour]), 6)
    const line = `${by}: show ${place} = ${tile}`
    return hidden.length === 1 ? this.ended(line, by, rest) : { lines: [line] }
  }

  /** Somebody's last tile is turned up. If only one player is left, they turn up their own code (COD-21). */
  private ended(line: string, out: number, picks: readonly string[]): Step {
    const { view, seat } = this
    const left = otherSeats(view, null).filter((other) => other !== out && !view.out.includes(other))
    const winner = left[0]
    if (left.length > 1 || winner === undefined) return { lines: [line] }
    const code = codeOf(view, winner)
    const hidden = code.filter(({ tile }) => tile === null)
    const next = hidden[picks.length]
    if (next) return this.ask('note_winner', this.tiles([next.colour]), 6, { winner, place: next.place })
    const row = code.map(({ tile, place }) => tile ?? picks[hidden.findIndex((piece) => piece.place === place)])
    return {
      lines: [winner === seat && line.startsWith(`${seat}:`) ? line : `${line}, ${winner} wins with ${row.join(',')}`],
    }
  }
}

export const notebook: NotebookModule<View> = {
  Sign: NoteSign,
  next: (view, seat, picks, words) => new Notes(view, seat, picks, words).next(),
  picksOf(action) {
    const [verb, ...rest] = action.split(' ')
    if (verb === 'stop') return ['stop']
    return verb === 'attack' || verb === 'place' || verb === 'show' ? rest : null
  },
  certain(place, value, view, words) {
    const seat = Number(place.split(':')[0])
    const piece = codeOf(view, seat).find(({ key }) => key === place)
    return words.t('note_certain', { seat, place: piece?.place ?? 0, value })
  },
}
