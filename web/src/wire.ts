// Made by scripts/page_types.py from the Python types: not to be edited.

/**
 * A move, in the game's notation.
 */
export interface DoAsk {
  ask: 'do'
  id: string
  seat?: number | null
  do: string
}
/**
 * At a real table: what was rolled or drawn.
 */
export interface FellAsk {
  ask: 'fell'
  id: string
  seat?: number | null
  fell: string
}
/**
 * At a real table: what the rules forbid and the table did all the same, by a house rule.
 */
export interface HouseAsk {
  ask: 'house'
  id: string
  seat?: number | null
  house: string
}
/**
 * To sit down on `seat` under this name, with the key of that seat's own link if it has one.
 *
 *     Before the start, somebody who sits already moves there; a bot that was there takes the seat that they leave.
 */
export interface SitAsk {
  ask: 'sit'
  id: string
  seat?: number | null
  sit: string
  key?: string | null
}
/**
 * To leave the seat; a bot plays on if the game has begun.
 */
export interface LeaveAsk {
  ask: 'leave'
  id: string
  seat?: number | null
}
/**
 * A bot of this level, or this character, plays my seat until I take it back.
 */
export interface BotAsk {
  ask: 'bot'
  id: string
  seat?: number | null
  bot: string
}
/**
 * To take my seat back from a bot.
 */
export interface BackAsk {
  ask: 'back'
  id: string
  seat?: number | null
}
/**
 * Before the start: whether I am ready for it.
 */
export interface ReadyAsk {
  ask: 'ready'
  id: string
  seat?: number | null
  ready: boolean
}
/**
 * My own words for the dice, before the start.
 */
export interface WordsAsk {
  ask: 'words'
  id: string
  seat?: number | null
  words: string
}
/**
 * The SHA-256 of the number that my page adds to the dice, before the start.
 */
export interface PledgeAsk {
  ask: 'pledge'
  id: string
  seat?: number | null
  pledge: string
}
/**
 * That number, once all pledges are in: 64 hexadecimal digits.
 */
export interface DiscloseAsk {
  ask: 'disclose'
  id: string
  seat?: number | null
  disclose: string
}
/**
 * To start the game: where numbers were pledged, they are disclosed first.
 */
export interface StartAsk {
  ask: 'start'
  id: string
  seat?: number | null
}
/**
 * To offer a pause or a takeback.
 */
export interface OfferAsk {
  ask: 'offer'
  id: string
  seat?: number | null
  offer: 'pause' | 'takeback'
}
/**
 * Yes or no to what is offered.
 */
export interface AnswerAsk {
  ask: 'answer'
  id: string
  seat?: number | null
  answer: boolean
}
/**
 * To go on after a pause.
 */
export interface ResumeAsk {
  ask: 'resume'
  id: string
  seat?: number | null
}
/**
 * To resign.
 */
export interface ResignAsk {
  ask: 'resign'
  id: string
  seat?: number | null
}
/**
 * To say something in the chat.
 */
export interface SayAsk {
  ask: 'say'
  id: string
  seat?: number | null
  say: string
}
/**
 * More help, or less, from now on; for who plays alone against bots.
 */
export interface HelpAsk {
  ask: 'help'
  id: string
  seat?: number | null
  help: 'book' | 'full' | 'none'
}
/**
 * A rematch with the same people.
 */
export interface AgainAsk {
  ask: 'again'
  id: string
  seat?: number | null
}
/**
 * What happened since the client's last number, and how things stand now, for one seat (None: a spectator).
 *
 *     `n` is the number of the newest event. If `fresh`, too much was missed to be sent one by one. `views` are the
 *     views after each line of `events` but the last, for a client that shows line after line and has asked for them.
 */
export interface News {
  n: number
  seat: number | null
  events?: (LogLine | LogNote)[]
  fresh?: boolean
  view?: unknown
  views?: unknown[]
  legal?: string[]
  awaits?: Awaits | null
  head?: Head | null
  now?: number
  seats?: number[]
  mistyped?: boolean
  undoes?: number
  question?: EntryQuestion | null
}
/**
 * A move as one seat is told of it. `hand` is the player who rolled or drew, where chance moved.
 */
export interface LogLine {
  is: 'line'
  n: number
  at: number
  told: string
  hand?: number | null
}
/**
 * Anything else that happened.
 */
export interface LogNote {
  is: 'note'
  n: number
  event:
    | PublicOpened
    | PublicSat
    | PublicLeft
    | PublicBotted
    | PublicBotFaulted
    | PublicBack
    | PublicReadied
    | PublicWorded
    | PublicPledged
    | PublicSealed
    | PublicDisclosed
    | PublicStarted
    | PublicHouseRuled
    | PublicOffered
    | PublicAnswered
    | PublicTakenBack
    | PublicPaused
    | PublicResumed
    | PublicFell
    | PublicSlept
    | PublicResigned
    | PublicSaid
    | PublicHelpChanged
    | PublicEnded
    | PublicRematched
}
export interface PublicOpened {
  what: 'opened'
  at: number
  settings: PublicSettings
  version: number
  pledge: string
  after?: string | null
  branch?: Branch | null
  daily?: number | null
}
export interface PublicSettings {
  game: string
  options: {
    [k: string]: string
  }
  seats: PublicSeatPlan[]
  join: 'anyone' | 'link'
  clock: Clock | null
  fallen: 'bot' | 'lose' | 'wait'
  help: 'book' | 'full' | 'none'
  real: boolean
}
export interface PublicSeatPlan {
  kind?: 'bot' | 'link' | 'me' | 'open'
  level?: string | null
}
/**
 * Seconds for each move or for all moves of a player, and what is added after each move.
 */
export interface Clock {
  per: 'game' | 'move'
  seconds: number
  increment?: number
}
/**
 * A what-if: the first lines of a record are those of another game, up to the moment from which it is played on.
 */
export interface Branch {
  lines: number
  of: string
  seat: number | null
}
export interface PublicSat {
  what: 'sat'
  at: number
  seat: number
  name: string
}
export interface PublicLeft {
  what: 'left'
  at: number
  seat: number
}
export interface PublicBotted {
  what: 'botted'
  at: number
  seat: number
  level: string
  why: 'asked' | 'failed' | 'fallen' | 'left' | 'resigned'
}
export interface PublicBotFaulted {
  what: 'bot_faulted'
  at: number
  seat: number
  fault: 'illegal' | 'late' | 'raised' | 'silent'
  times: number
}
export interface PublicBack {
  what: 'back'
  at: number
  seat: number
}
export interface PublicReadied {
  what: 'ready'
  at: number
  seat: number
  ready: boolean
}
export interface PublicWorded {
  what: 'worded'
  at: number
  seat: number
  words: string
}
export interface PublicPledged {
  what: 'pledged'
  at: number
  seat: number
  pledge: string
}
export interface PublicSealed {
  what: 'sealed'
  at: number
}
export interface PublicDisclosed {
  what: 'disclosed'
  at: number
  seat: number
}
export interface PublicStarted {
  what: 'started'
  at: number
}
export interface PublicHouseRuled {
  what: 'house_rule'
  at: number
  seat: number
  rule: string
  line?: string | null
}
export interface PublicOffered {
  what: 'offered'
  at: number
  seat: number
  thing: 'pause' | 'takeback'
}
export interface PublicAnswered {
  what: 'answered'
  at: number
  seat: number
  yes: boolean
}
export interface PublicTakenBack {
  what: 'taken_back'
  at: number
  seat: number
  lines?: number
}
export interface PublicPaused {
  what: 'paused'
  at: number
}
export interface PublicResumed {
  what: 'resumed'
  at: number
  seat: number
}
export interface PublicFell {
  what: 'fell'
  at: number
  seat: number
}
export interface PublicSlept {
  what: 'slept'
  at: number
  since: number
}
export interface PublicResigned {
  what: 'resigned'
  at: number
  seat: number
}
export interface PublicSaid {
  what: 'said'
  at: number
  name: string
  text: string
  to: 'players' | 'watchers'
  seat?: number | null
}
export interface PublicHelpChanged {
  what: 'help'
  at: number
  seat: number
  help: 'book' | 'full' | 'none'
}
export interface PublicEnded {
  what: 'ended'
  at: number
  why: 'abandoned' | 'closed' | 'expired' | 'over' | 'resigned'
  secret: string
  ranks?: number[]
}
export interface PublicRematched {
  what: 'again'
  at: number
  table: string
}
/**
 * Which seats are to act, and until when; or how the game ended.
 *
 *     `chance` is awaited at a real table only: `seats` type it in.
 */
export interface Awaits {
  kind: 'chance' | 'choice' | 'nothing' | 'over'
  seats: number[]
  free: number[]
  ranks: number[]
  scores: number[]
  rule: string | null
  deadline: number | null
  hand: number | null
  forms: string[]
}
/**
 * A table as everybody sees it, except the game itself.
 */
export interface Head {
  id: string
  game: string
  version: number
  options: {
    [k: string]: string
  }
  join: 'anyone' | 'link'
  clock: Clock | null
  fallen: 'bot' | 'lose' | 'wait'
  help: 'book' | 'full' | 'none'
  status: 'live' | 'open' | 'over' | 'paused'
  chairs: PublicSeat[]
  pledge: string
  words: {
    [k: string]: string
  }
  offer: [number, 'pause' | 'takeback'] | null
  after: string | null
  again: string | null
  ended: string | null
  watchers: number
  real: boolean
  ranks: number[]
  lines: number
  opened: number
  touched: number
  substitute: string
  pledges: {
    [k: string]: string
  }
  disclosed: number[]
  sealed: number
  branch: Branch | null
  daily: number | null
}
/**
 * One seat as everybody sees it.
 */
export interface PublicSeat {
  name: string
  kind: 'bot' | 'link' | 'open' | 'person'
  level: string | null
  owned: boolean
  here: boolean | null
  left: number | null
  ready: boolean
}
/**
 * What a seat is asked at a real table: a sentence of the game's section `table`, and its facts.
 */
export interface EntryQuestion {
  key: string
  facts: {
    [k: string]: string | number
  }
}
/**
 * An ask was granted, or had been granted before: it is event `n`.
 */
export interface Done {
  done: string
  n: number
  table: string | null
}
/**
 * An ask, or anything else, was not granted. `why` is a sentence in the caller's language.
 */
export interface Refused {
  refused: string | null
  code: string
  why: string
  rule?: string | null
  line?: number | null
  retry?: number | null
}
export interface Me {
  id: string
  name: string
  lang: string
  login: string | null
  token: string | null
}
export interface NewGuest {
  name: string
  lang?: string
}
export interface Changes {
  name?: string | null
  lang?: string | null
}
export interface Credentials {
  login: string
  password: string
}
/**
 * A table that was opened; `keys` are those of seats that are kept for somebody with their link.
 */
export interface NewTable {
  id: string
  keys: {
    [k: string]: string
  }
}
/**
 * My tables, the unfinished ones first; and those that anybody may join or watch.
 */
export interface Listed {
  mine: Head[]
  open: Head[]
}
export interface MarkdownText {
  text: string
}
export interface Notes {
  text: string
}
/**
 * A browser or a program in which a person is logged in.
 */
export interface Session {
  id: string
  made: number
  seen: number
  current: boolean
}
/**
 * One game of the shelf.
 */
export interface Box {
  name: string
  version: number
  title: {
    [k: string]: string
  }
  tagline: {
    [k: string]: string
  }
  label: {
    [k: string]: string
  }
  hidden: boolean
  options: BoxOption[]
  levels: string[]
  level_names: {
    [k: string]: {
      [k: string]: string
    }
  }
  bot_names: {
    [k: string]: {
      [k: string]: string
    }
  }
  outside: string[]
  characters: BoxCharacter[]
  presets: {
    [k: string]: {
      [k: string]: string
    }
  }
  preset_names: {
    [k: string]: {
      [k: string]: string
    }
  }
  notebook: ('player' | 'spectator') | null
  position: boolean
  board: boolean
  lesson: number | null
  claims: boolean
}
/**
 * One option: what it means, its values and its default, as they are written.
 */
export interface BoxOption {
  name: string
  kind: 'number' | 'other' | 'seat' | 'switch' | 'teams' | 'word'
  usual: string
  rule: string
  title: {
    [k: string]: string
  }
  says: {
    [k: string]: string
  }
  values: {
    [k: string]: {
      [k: string]: string
    }
  }
  words?: string[]
  low?: number | null
  high?: number | null
  step?: number
  group?: 'aim' | 'other' | 'pieces' | 'play' | 'points' | 'start'
  needs?: {
    [k: string]: string[]
  }
}
/**
 * Who plays as a bot: a level and a style.
 */
export interface BoxCharacter {
  id: string
  level: string
  leanings: string[]
  says: {
    [k: string]: string
  }
}
/**
 * What is agreed when a table is opened.
 */
export interface Settings {
  game: string
  options?: {
    [k: string]: string
  }
  seats?: SeatPlan[]
  join?: 'anyone' | 'link'
  clock?: Clock | null
  fallen?: 'bot' | 'lose' | 'wait'
  help?: 'book' | 'full' | 'none'
  real?: boolean
  substitute?: string
}
/**
 * Whom a seat is for: the person who opens the table, anybody, somebody with this seat's own link, or a bot.
 */
export interface SeatPlan {
  kind?: 'bot' | 'link' | 'me' | 'open'
  level?: string | null
  name?: string | null
}
/**
 * How a game stood after its event, or its line, `n`. `views` are those of all seats, where nothing is hidden.
 */
export interface TableMoment {
  n: number
  seat: number | null
  view: unknown
  legal: string[]
  awaits: Awaits | null
  views: {} | null
}
/**
 * What a careful player could work out from one seat's view, and what a strong one thinks of its moves.
 */
export interface Helping {
  n: number
  worlds: number | null
  chances: {
    [k: string]: {
      [k: string]: number
    }
  } | null
  weighed: WeighedMove[]
}
/**
 * One thing that a seat may do, weighed by a bot. `do` is none where letting it pass is meant.
 */
export interface WeighedMove {
  do: string | null
  value: number
  why: string
}
/**
 * Whether the last move may be taken back, if everybody agrees; where it may not, a sentence that says why.
 */
export interface Takeback {
  why: string | null
}
/**
 * A record with nothing hidden. Each of `figures` has a row for each line, with one figure for each seat.
 */
export interface Studied {
  game: string
  version: number
  options: {
    [k: string]: string
  }
  seats: string[]
  lines: Told[]
  awaits: Awaits
  figures: {
    [k: string]: number[][]
  }
  digest: string
  redeal: boolean
}
/**
 * Line `n` of a record, from 1, as a spectator and as the seat that knows most is told of it. `hand` rolled.
 */
export interface Told {
  n: number
  told: string
  open: string
  hand?: number | null
}
/**
 * One decision of a record, as the strongest bot thinks of it, from what that seat saw.
 */
export interface Reviewed {
  n: number
  seat: number
  did: string
  did_value: number
  best: string | null
  best_value: number
  why: string
  worlds: number | null
  accuracy: number | null
}
/**
 * The end of a review: how each seat played, and the moments to learn from that `appraised` names.
 */
export interface Appraised {
  appraised: Appraisal[]
  moments: LearningMoment[]
}
/**
 * How one seat played. `start` to `result` are whole percentage points, and the first four add up to `result`.
 *
 *     Luck and the result are missing where a game was not played to its end.
 */
export interface Appraisal {
  seat: number
  accuracy: number | null
  decisions: number
  start: number
  own: number
  others: number
  luck: number | null
  result: number | null
  moments: number[]
}
/**
 * A decision that gave much away, as a question: a few of the actions that were legal, in no telling order.
 */
export interface LearningMoment {
  n: number
  seat: number
  answers: WeighedMove[]
}
/**
 * What the page says around a game's tables, in one language: a game's words file, as far as the page reads it.
 */
export interface GameWords {
  title: string
  tagline: string
  goal: string
  contents: string
  lines: {
    [k: string]: string
  }
  moves: {
    [k: string]: string
  }
  table: {
    [k: string]: string
  }
  advice: {
    [k: string]: string
  }
  terms: {
    [k: string]: string
  }
  page: {
    [k: string]: string
  }
  figures: {
    [k: string]: string
  }
  puzzles: {
    [k: string]: string
  }
  endings: {
    [k: string]: string
  }
  fields: {
    [k: string]: string
  }
  glossary: {
    [k: string]: Term
  }
  facts: {
    [k: string]: number | string
  }
  seat_fields: string[]
}
/**
 * One entry of a glossary. `forms` are the ways in which the term is written on a board: "die|dice".
 */
export interface Term {
  term: string
  meaning: string
  forms: string
}
/**
 * My closed tables of one game: a win with an equal or a partner is `shared`. `last` is when the last one ended.
 */
export interface GameTally {
  game: string
  played: number
  won: number
  shared: number
  last: number
  collected: number | null
}
/**
 * Some of my closed tables, the last one first; `next` is the `before` of those that follow, if there are any.
 */
export interface ClosedTables {
  tables: Head[]
  next: string | null
}
/**
 * How many days things are kept that nobody uses.
 */
export interface KeptFor {
  sessions: number
  guests: number
  open_tables: number
  live_tables: number
}
/**
 * All claims about a game; none if no question has been asked yet.
 */
export interface Claims {
  game: string
  made_by: string
  games: number
  seconds: number
  claims: Claim[]
}
/**
 * A question (`title`), its answer (`sentence`), what to remember of it, and how it was found out (`note`).
 *
 *     `players` are the kinds of players who played the `games`. If there are none, the figures were computed.
 */
export interface Claim {
  id: string
  title: {
    [k: string]: string
  }
  sentence: {
    [k: string]: string
  }
  remember: {
    [k: string]: string
  }
  note: {
    [k: string]: string
  }
  games: number
  players: string[]
  picture: Picture
  figures: Figure[]
}
/**
 * How the figures are drawn: as lines over numbers, or as bars under labels; `fair` is a line across.
 */
export interface Picture {
  kind: 'bars' | 'lines'
  unit: 'number' | 'share'
  x: {
    [k: string]: string
  }
  y: {
    [k: string]: string
  }
  fair: number | null
}
/**
 * One figure: its series, its place on the x axis, its 95% interval and its sample size.
 *
 *     The sample size is 0 where nothing is known. A figure that is exact has no interval: both ends are its value.
 */
export interface Figure {
  of: {
    [k: string]: string
  }
  at:
    | number
    | {
        [k: string]: string
      }
  value: number
  low: number
  high: number
  n: number
}
/**
 * The part of a link before its path, and who can follow it: everybody who can reach this server; nobody outside
 *     this machine, because the server listens to no other; nobody, because this machine is on no network.
 */
export interface Address {
  base: string
  reach: 'machine' | 'no_network' | 'others'
}
/**
 * A notebook as its owner sees it. `worlds` and `chances` are there with full help, and once it is closed.
 */
export interface NotebookPage {
  id: string
  n: number
  settings: NotebookSettings
  help: 'book' | 'full' | 'none'
  closed: boolean
  entries: NotebookEntry[]
  view: unknown
  awaits: Awaits
  legal: string[]
  worlds: number | null
  chances: {
    [k: string]: {
      [k: string]: number
    }
  } | null
}
/**
 * What a notebook is about: the game, who sits where, and who keeps it.
 */
export interface NotebookSettings {
  game: string
  names: string[]
  seat: number
  options?: {
    [k: string]: string
  }
}
/**
 * Entry `n`, counted from 1, as it stands in the notebook. `crossed`: it was corrected, and does not count.
 */
export interface NotebookEntry {
  n: number
  at: number
  lines: string[]
  hands: (number | null)[]
  worlds?: number | null
  certain?: {
    [k: string]: string
  }
  crossed?: boolean
}
/**
 * One of my notebooks, in a list.
 */
export interface NotebookCard {
  id: string
  settings: NotebookSettings
  touched: number
  events: number
}
export interface NewNotebook {
  id: string
}
/**
 * One change, after event `n`: lines to note, an entry to cross out, the help, or that it is closed.
 */
export interface NotebookAsk {
  n: number
  note?: string[]
  cross_out?: boolean
  help?: ('book' | 'full' | 'none') | null
  closed?: boolean | null
}
/**
 * One line. Columns are aligned with spaces.
 */
export interface SheetLine {
  text: string
  style?: '' | 'bold' | 'dim' | 'italic'
}
/**
 * A whole lesson, as one player sees it.
 */
export interface PlayedLesson {
  game: string
  version: number
  options: {
    [k: string]: string
  }
  seats: string[]
  seat: number
  help: string
  minutes: number
  start: unknown
  steps: LessonStep[]
}
/**
 * A step as the page shows it: first its lines, then what is said, then what is to be done, if anything.
 */
export interface LessonStep {
  say: {
    [k: string]: string
  }
  lines: LessonLine[]
  awaits: Awaits
  legal: string[]
  do: string | null
  find: boolean
  point: string[]
  rules: string[]
}
/**
 * What the learner is told, whose hand rolled or drew, and what they see then.
 */
export interface LessonLine {
  told: string
  hand: number | null
  view: unknown
}
/**
 * What a lesson says to a legal action: right, or a caption that says why not now, if there is one.
 */
export interface Answer {
  right: boolean
  say: {
    [k: string]: string
  } | null
}
/**
 * What somebody would like to do at a step, counted from 0; `chosen` as in the lesson itself.
 */
export interface Try {
  step: number
  do: string
  chosen?: {
    [k: string]: string
  }
}
/**
 * A puzzle as it is shown before it is answered: nothing but what its seat sees.
 */
export interface AskedPuzzle {
  game: string
  version: number
  number: number
  theme: string
  difficulty: number
  options: {
    [k: string]: string
  }
  seats: string[]
  seat: number
  view: unknown
  awaits: Awaits
  answers: string[]
  actions: boolean
}
/**
 * What is said to an answer: whether it is right, what is, how it is found, and where the answer fails.
 */
export interface PuzzleVerdict {
  right: boolean
  accepted: string[]
  steps: Sentence[]
  fails: Sentence | null
}
/**
 * A sentence of the section `puzzles` of a game's words, with what it mentions.
 */
export interface Sentence {
  key: string
  facts: {
    [k: string]: string | number
  }
}
/**
 * A position, and what the players are called.
 */
export interface EnteredPosition {
  seat?: number
  options?: {
    [k: string]: string
  }
  entered?: {
    [k: string]: string
  }
  names?: string[]
}
/**
 * The fields, and what follows from what is entered in them: or why nothing does.
 */
export interface PositionPage {
  fields: ShownField[]
  refused: Refused | null
  view: unknown
  awaits: Awaits | null
  legal: string[]
  worlds: number | null
  chances: {
    [k: string]: {
      [k: string]: number
    }
  } | null
}
/**
 * A field of a position. With `single`, one of the taps is chosen; else words are typed or tapped one by one.
 */
export interface ShownField {
  name: string
  title: string
  help: string
  taps: Tap[][]
  single: boolean
}
/**
 * What can be tapped instead of typed, and how people read it.
 */
export interface Tap {
  text: string
  says: string
}
/**
 * Whose view it is, at which table, and what is entered in each field.
 */
export interface Position {
  seat?: number
  options?: {
    [k: string]: string
  }
  entered?: {
    [k: string]: string
  }
}
export interface PuzzleList {
  puzzles: ListedPuzzle[]
  themes: PuzzleTheme[]
  today: ListedPuzzle
  date: string
}
export interface ListedPuzzle {
  game: string
  number: number
  theme: string
  difficulty: number
}
/**
 * What a game's puzzles ask.
 */
export interface PuzzleTheme {
  game: string
  name: string
  title: {
    [k: string]: string
  }
}
/**
 * What somebody answers: one of the answers of the puzzle, or an action.
 */
export interface PuzzleAnswer {
  do: string
}
/**
 * Of which game: a table's, or a record that is sent. Exactly one of them is given.
 */
export interface NewBranch {
  plan: BranchPlan
  table?: string | null
  record?: string | null
  name?: string
}
/**
 * From where a what-if is played on, after line `at`, as which seat, and against whom.
 */
export interface BranchPlan {
  at: number
  seat: number
  bots?: string[]
  again?: boolean
  help?: 'book' | 'full' | 'none'
}
/**
 * One of my what-ifs. `source` is the id of a table, or the digest of a record.
 */
export interface BranchCard {
  id: string
  source: string
  name: string
  at: number
  head: Head
}
export interface OpenedBranch {
  id: string
}
/**
 * A what-if beside the game it branches off. `n` is the first line that differs; none: they do not differ.
 */
export interface Compared {
  n: number | null
  ranks: number[]
  other_ranks: number[]
  decided: Reviewed | null
  other: string
  other_value: number
}
/**
 * A record, the seats that were mine (all others are bots), and when the game ended, in milliseconds since 1970.
 */
export interface SentRecord {
  record: string
  seats: number[]
  at?: number | null
}
/**
 * The closed table that it is now. `known`: I had sent it before.
 */
export interface FiledRecord {
  id: string
  known: boolean
}
/**
 * The deals of a day (days since 1970), which end at this moment (milliseconds since 1970).
 */
export interface DailyDeals {
  day: number
  ends: number
  deals: DailyDeal[]
}
/**
 * Today's deal of one game. `places` says how many people came first, second … so far.
 *
 *     What others did is shown to people who have finished it themselves.
 */
export interface DailyDeal {
  game: string
  bots: string[]
  places: number[]
  table: string | null
  results: DailyResult[]
}
/**
 * How somebody did. `shared` is whether others have the same first place.
 */
export interface DailyResult {
  name: string
  table: string
  rank: number
  shared: boolean
  mine: boolean
}
export interface OpenedDeal {
  id: string
}
/**
 * My last games of one game, the oldest first, and what they say of me.
 */
export interface GameTrend {
  game: string
  games: OwnGame[]
  opponents: Opponent[]
  themes: ThemeStrength[]
}
/**
 * One of my closed tables. `accuracy` is that of an `Appraisal`; `reviewed`: it is known, or that there is none.
 */
export interface OwnGame {
  table: string
  at: number
  seat: number
  rank: number
  players: number
  shared: boolean
  reviewed: boolean
  accuracy: number | null
}
/**
 * Somebody against whom I have played: a person, or all bots of one level.
 */
export interface Opponent {
  name: string
  level: string | null
  games: number
  won: number
  accuracy: number | null
}
/**
 * How I played where a theme of the puzzles came up. An empty theme stands for all other decisions.
 */
export interface ThemeStrength {
  theme: string
  decisions: number
  accuracy: number | null
}
/** Whatever can be asked of a table. */
export type AnyAsk = DoAsk | FellAsk | HouseAsk | SitAsk | LeaveAsk | BotAsk | BackAsk | ReadyAsk | WordsAsk | PledgeAsk | DiscloseAsk | StartAsk | OfferAsk | AnswerAsk | ResumeAsk | ResignAsk | SayAsk | HelpAsk | AgainAsk
