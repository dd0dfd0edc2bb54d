/** What the chart of a claim needs: its lines or bars in order, its axes, and formatted figures. */
import type { Claim, Figure } from '../wire'
import { type Lang, languageOf, writeNumber, writePercent } from './languages'

type Unit = Claim['picture']['unit']
export interface Series {
  name: string
  points: Figure[]
}

/** The figures grouped by what they are of, in their order. */
export function groupSeries(figures: readonly Figure[], lang: Lang): Series[] {
  const found = new Map<string, Figure[]>()
  for (const figure of figures) {
    const name = figure.of[lang] ?? ''
    const points = found.get(name)
    if (points) points.push(figure)
    else found.set(name, [figure])
  }
  return [...found].map(([name, points]) => ({ name, points }))
}

/** The place of a figure on the x axis: a number, or a label in this language. */
export function placeLabel(figure: Figure, lang: Lang): string {
  return typeof figure.at === 'number' ? formatNumber(lang, figure.at) : (figure.at[lang] ?? '')
}

/** The rows of a bar chart: each place with its figures, in their order. */
export function groupRows(figures: readonly Figure[], lang: Lang): { label: string; bars: Figure[] }[] {
  const found = new Map<string, Figure[]>()
  for (const figure of figures) {
    const label = placeLabel(figure, lang)
    const bars = found.get(label)
    if (bars) bars.push(figure)
    else found.set(label, [figure])
  }
  return [...found].map(([label, bars]) => ({ label, bars }))
}

/** Three to seven round values between these two. */
export function ticks(low: number, high: number): number[] {
  if (!(high > low)) return [low]
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough * 0.999) ?? 10) * power
  const found: number[] = []
  for (let n = Math.floor(low / step + 1e-9); n * step < high + step * 0.999; n += 1) found.push(n * step)
  return found
}

/** The lowest and the highest value of the figures, their intervals and the fair share. */
export function valueRange(figures: readonly Figure[], fair: number | null): [number, number] {
  const values = figures.flatMap(({ value, low, high }) => [value, low, high])
  if (fair !== null) values.push(fair)
  return [Math.min(...values), Math.max(...values)]
}

export function formatNumber(lang: Lang, value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2
  return writeNumber(lang, value, 0, digits)
}

/** Whether all of these figures are whole numbers: then none of them needs decimals. */
export const areWhole = (figures: readonly Figure[]): boolean => figures.every(({ value }) => Number.isInteger(value))

/** A figure: a share in percent, everything else as a number, with the same digits for all that are compared. */
export function formatFigure(lang: Lang, unit: Unit, value: number, whole = false): string {
  if (unit === 'share') return formatPercent(lang, value, 1)
  const digits = whole ? 0 : Math.abs(value) < 10 ? 2 : 1
  return writeNumber(lang, value, digits, digits)
}

/** A value on an axis, as short as possible. */
export function formatTick(lang: Lang, unit: Unit, value: number): string {
  return unit === 'share' ? formatPercent(lang, value) : formatNumber(lang, value)
}

function formatPercent(lang: Lang, share: number, digits = 0): string {
  return writePercent(languageOf(lang), writeNumber(lang, 100 * share, digits, 1))
}

/** An interval, with digits enough for a fiftieth of its width, as `range` joins them; a dash where the figure is exact. */
export function formatInterval(
  lang: Lang,
  unit: Unit,
  low: number,
  high: number,
  range: (low: string, high: string) => string,
): string {
  const times = unit === 'share' ? 100 : 1
  const width = times * (high - low)
  if (width === 0) return '–'
  const digits = Math.min(6, Math.max(0, Math.floor(1.7 - Math.log10(width))))
  const span = range(writeNumber(lang, times * low, digits, digits), writeNumber(lang, times * high, digits, digits))
  return unit === 'share' ? writePercent(languageOf(lang), span) : span
}
