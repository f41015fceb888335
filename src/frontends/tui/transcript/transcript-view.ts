import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { Item } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Theme } from '../theme/theme.ts'
import type { LineSource } from './line-source.ts'
import { markMatches, patternOf } from './mark-matches.ts'

/** A line by its item, so that it stays the same line when the width changes or items are added. */
export interface LinePosition {
  readonly item: number
  readonly line: number
}

/** The whole transcript on a screen of its own. Only items that are in sight, or passed on the way, become lines. */
export interface TranscriptModel {
  readonly items: readonly Item[]
  readonly rows: number
  /** The first line on the screen. */
  readonly top: LinePosition
  /** The end is in sight and stays there when something is added. */
  readonly follows: boolean
  /** Everything unfolded. */
  readonly showAll: boolean
  readonly search?: { readonly query: string; readonly at?: LinePosition; readonly failed: boolean }
}

export type TranscriptAction =
  | { readonly type: 'scroll'; readonly by: number }
  /** In screens; halves are possible. */
  | { readonly type: 'page'; readonly by: number }
  | { readonly type: 'top' }
  | { readonly type: 'bottom' }
  | { readonly type: 'toggleAll' }
  | { readonly type: 'resize'; readonly rows: number }
  | { readonly type: 'items'; readonly items: readonly Item[] }
  /** An empty text ends the search. */
  | { readonly type: 'search'; readonly query: string }
  | { readonly type: 'next' }
  | { readonly type: 'previous' }

/** At the end of the transcript, as one comes from there; unfolded, which is what one comes for. */
export const openTranscript = (items: readonly Item[], rows: number, source: LineSource): TranscriptModel => {
  const model: TranscriptModel = { items, rows, top: START, follows: true, showAll: true }
  return { ...model, top: bottomOf(model, source) }
}

const START: LinePosition = { item: 0, line: 0 }

export const stepTranscript = (
  model: TranscriptModel,
  action: TranscriptAction,
  source: LineSource,
): TranscriptModel => {
  switch (action.type) {
    case 'scroll':
      return scrolled(model, action.by, source)
    case 'page':
      return scrolled(model, Math.round(action.by * Math.max(1, model.rows - 1)), source)
    case 'top':
      return { ...model, top: START, follows: false }
    case 'bottom':
      return { ...model, top: bottomOf(model, source), follows: true }
    case 'toggleAll':
      return anchored({ ...model, showAll: !model.showAll, top: { ...model.top, line: 0 } }, source)
    case 'resize':
      return anchored({ ...model, rows: action.rows }, source)
    case 'items':
      return anchored(withItems(model, action.items), source)
    case 'search': {
      const { search: _, ...rest } = model
      if (action.query === '') return rest
      return find({ ...rest, search: { query: action.query, failed: false } }, 1, source)
    }
    case 'next':
      return find(model, 1, source)
    case 'previous':
      return find(model, -1, source)
  }
}

/** Some may have come before those that were there: what is looked at stays in sight. */
const withItems = (model: TranscriptModel, items: readonly Item[]): TranscriptModel => {
  const [first] = model.items
  const before = first
    ? Math.max(
        0,
        items.findIndex(({ id }) => id === first.id),
      )
    : 0
  if (before === 0) return { ...model, items }
  const moved = (at: LinePosition): LinePosition => ({ ...at, item: at.item + before })
  const { search } = model
  return {
    ...model,
    items,
    top: moved(model.top),
    ...(search?.at ? { search: { ...search, at: moved(search.at) } } : {}),
  }
}

/** What is on the screen, at least with a line. */
export const itemsInSight = (model: TranscriptModel, source: LineSource): readonly Item[] => {
  let rows = -model.top.line
  let end = model.top.item
  while (end < model.items.length && rows < model.rows) rows += linesAt(model, end++, source).length
  return model.items.slice(model.top.item, end)
}

/** As many lines as there are rows, with what was searched for marked. */
export const visibleLines = (model: TranscriptModel, source: LineSource, theme: Theme): readonly Line[] => {
  const lines: Line[] = []
  for (let item = model.top.item; item < model.items.length && lines.length < model.rows; item++) {
    const from = item === model.top.item ? model.top.line : 0
    for (const line of linesAt(model, item, source).slice(from, from + model.rows - lines.length))
      lines.push(line)
  }
  if (!model.search) return lines
  const pattern = patternOf(model.search.query)
  return lines.map(line => markMatches(line, pattern, theme))
}

const linesAt = (model: TranscriptModel, index: number, source: LineSource): readonly Line[] => {
  const item = model.items[index]
  return item ? source.lines(item, { previous: model.items[index - 1]?.kind, showAll: model.showAll }) : []
}

const scrolled = (model: TranscriptModel, by: number, source: LineSource): TranscriptModel => {
  const top = by < 0 ? above(model, -by, source) : below(model, by, source)
  const bottom = bottomOf(model, source)
  const atEnd = isBehind(top, bottom) || same(top, bottom)
  return { ...model, top: atEnd ? bottom : top, follows: atEnd }
}

const below = (model: TranscriptModel, count: number, source: LineSource): LinePosition => {
  let { item, line } = model.top
  for (let left = count; item < model.items.length; item++, line = 0) {
    const there = linesAt(model, item, source).length - line
    if (left < there) return { item, line: line + left }
    left -= there
  }
  return { item: model.items.length, line: 0 }
}

/** So many lines before the top. */
const above = (model: TranscriptModel, count: number, source: LineSource): LinePosition => {
  let { item, line } = model.top
  for (let left = count; ; ) {
    if (left <= line) return { item, line: line - left }
    left -= line
    if (item === 0) return START
    item -= 1
    line = linesAt(model, item, source).length
  }
}

/** The place at which the last line stands in the last row. */
const bottomOf = (model: TranscriptModel, source: LineSource): LinePosition =>
  above({ ...model, top: { item: model.items.length, line: 0 } }, model.rows, source)

const anchored = (model: TranscriptModel, source: LineSource): TranscriptModel =>
  model.follows ? { ...model, top: bottomOf(model, source) } : scrolled(clamped(model, source), 0, source)

const clamped = (model: TranscriptModel, source: LineSource): TranscriptModel => {
  const item = Math.min(model.top.item, Math.max(0, model.items.length - 1))
  const most = Math.max(0, linesAt(model, item, source).length - 1)
  return { ...model, top: { item, line: Math.min(model.top.line, most) } }
}

const isBehind = (a: LinePosition, b: LinePosition): boolean =>
  a.item > b.item || (a.item === b.item && a.line > b.line)
const same = (a: LinePosition, b: LinePosition): boolean => a.item === b.item && a.line === b.line

/** To the next place that matches, round the end; the screen then begins a little before it. */
const find = (model: TranscriptModel, step: 1 | -1, source: LineSource): TranscriptModel => {
  const { search } = model
  if (!search) return model
  const start = search.at ?? (step > 0 ? { ...model.top, line: model.top.line - 1 } : model.top)
  const at = nextMatch(model, { start, step, pattern: patternOf(search.query) }, source)
  if (!at) return { ...model, search: { ...search, failed: true } }
  const top = above({ ...model, top: at }, Math.floor(model.rows / 3), source)
  return scrolled({ ...model, top, search: { ...search, at, failed: false } }, 0, source)
}

interface Hunt {
  readonly start: LinePosition
  readonly step: 1 | -1
  readonly pattern: RegExp
}

const nextMatch = (
  model: TranscriptModel,
  { start, step, pattern }: Hunt,
  source: LineSource,
): LinePosition | undefined => {
  const count = model.items.length
  for (let seen = 0; seen <= count && count > 0; seen++) {
    const item = (((start.item + seen * step) % count) + count) % count
    const isFirst = seen === 0
    const found = matchesIn(model, item, { pattern, source })
    const line =
      step > 0
        ? found.find(at => !isFirst || at > start.line)
        : found.findLast(at => !isFirst || at < start.line)
    if (line !== undefined) return { item, line }
  }
  return undefined
}

/** Lines of an item that match. When it does so only in what is folded, its first. */
const matchesIn = (
  model: TranscriptModel,
  index: number,
  { pattern, source }: { readonly pattern: RegExp; readonly source: LineSource },
): readonly number[] => {
  const item = model.items[index]
  if (!item || !source.mentions(item, pattern)) return []
  const lines = linesAt(model, index, source)
  const found = lines.flatMap((line, at) => (stripAnsi(line).search(pattern) >= 0 ? [at] : []))
  return found.length > 0 || lines.length === 0 ? found : [lines[0] === '' && lines.length > 1 ? 1 : 0]
}
