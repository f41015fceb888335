import { truncateAnsi, wrapAnsi } from '../../../lib/ansi-text.ts'
import { foldsAs } from '../state/call-kind.ts'
import type { Item } from '../state/item.ts'
import type { Transcript } from '../state/ui-state.ts'
import type { Line, TakeBack } from '../terminal/screen-port.ts'
import { groupAgents } from './agent-group.ts'
import { type Group, groupEnd, groupItems, isBridge, isFoldable } from './groups.ts'
import { gapBefore, isFinished, isHidden, renderItem, separator } from './render-item.ts'
import type { View } from './render-options.ts'
import { type ReplyPrinter, startReply } from './reply-printer.ts'
import { createTailCache } from './tail-cache.ts'

/** What there is to write. */
export interface ScribeInput {
  readonly transcript: Transcript
  /** Everything unfolded, from now on. */
  readonly verbose: boolean
  /** Nothing runs: what waited for more of its kind is complete. */
  readonly idle?: boolean
}

export interface ScribeView extends View {
  /** Rows the tail may have. */
  readonly maxTail: number
  /** Of a conversation that comes whole, so many items are printed; the others are only counted. */
  readonly maxHistory?: number
}

export interface Scribed {
  /** Of what was printed before, what does not count any more. */
  readonly takeBack?: TakeBack | undefined
  /** New and final, in order: each line is given once. */
  readonly print: readonly Line[]
  /** What may still change. */
  readonly tail: readonly Line[]
  /** What was printed before belongs to another conversation or branch. */
  readonly restart: boolean
}

/**
 * Writes the transcript: what is finished is given away to be printed, once and in order, the rest is the tail. What
 * was given away is remembered by its place in the conversation, so that another width repeats nothing.
 */
export interface Scribe {
  advance(input: ScribeInput, view: ScribeView): Scribed
}

interface Progress {
  readonly generation: number
  /** Items that are printed whole. */
  count: number
  /** What was printed last. */
  previous: (Item | Group)['kind'] | undefined
  /** The reply that is being printed. */
  reply: ReplyPrinter | undefined
}

export interface ScribeOptions {
  /** What stands on the screen already. */
  readonly after?: Item['kind']
}

export const createScribe = ({ after }: ScribeOptions = {}): Scribe => {
  const cache = createTailCache()
  let progress: Progress | undefined
  return {
    advance: ({ transcript, verbose, idle = false }, given) => {
      const view = given.verbose === verbose ? given : { ...given, verbose }
      const restart = progress !== undefined && progress.generation !== transcript.generation
      const isStart = !progress || restart
      // A conversation that goes on takes the place of one in which nothing was said: there is nothing to part it from.
      const isOther =
        restart &&
        !transcript.cleared &&
        progress !== undefined &&
        (progress.count > 0 || progress.reply !== undefined)
      const now: Progress =
        progress && !restart
          ? progress
          : {
              generation: transcript.generation,
              count: 0,
              previous: isOther ? undefined : after,
              reply: undefined,
            }
      progress = now
      const items = sequenceOf(transcript)
      const print: Line[] = []
      const dropped = now.reply && now.reply.id !== items.at(now.count)?.id ? abandon(now, view) : undefined
      if (isStart) begin(print, { items, now, view, isOther })
      settle(print, { items, now, view, idle })
      const tail = tailOf(items, now, { view, cache })
      return { ...(dropped ? { takeBack: dropped } : {}), print, tail: bounded(tail, view), restart }
    },
  }
}

/** The items of a transcript by their place, without copying them. */
interface Sequence {
  readonly length: number
  at(index: number): Item | undefined
  from(index: number): readonly Item[]
}

const sequenceOf = ({ done, live }: Transcript): Sequence => ({
  length: done.length + live.length,
  at: index => (index < done.length ? done[index] : live[index - done.length]),
  from: index => [...done.slice(index), ...live.slice(Math.max(0, index - done.length))],
})

interface Scene {
  readonly items: Sequence
  readonly now: Progress
  readonly view: ScribeView
  readonly idle: boolean
}

const begin = (
  print: Line[],
  { items, now, view, isOther }: Omit<Scene, 'idle'> & { readonly isOther: boolean },
): void => {
  const { words, theme, maxHistory } = view
  if (isOther && items.length > 0) print.push('', separator(words.transcript.branch, view), '')
  const hidden = maxHistory === undefined ? 0 : Math.max(0, items.length - maxHistory)
  const isCompacted = items.at(0)?.kind === 'compaction'
  if (hidden === 0 && !isCompacted) return
  now.count = hidden
  now.previous = 'notice'
  const { earlierItems, beforeCompaction } = words.transcript
  const above = hidden > 0 ? earlierItems(hidden) : beforeCompaction
  print.push(truncateAnsi(theme.paint('dim', above), view.width))
}

/** Gives away everything that is final. */
const settle = (print: Line[], scene: Scene): void => {
  const { items, now, view } = scene
  for (;;) {
    const item = items.at(now.count)
    if (!item) return
    if (item.kind === 'assistant') {
      if (!settleReply(print, item, scene)) return
      continue
    }
    const end = isFinished(item) ? endOfFinal(scene) : undefined
    if (end === undefined) return
    for (const each of shownFrom(items, now.count, { end, view })) {
      const lines = renderItem(each, { ...view, soft: true })
      // Colours that are on their way would be missing for good.
      if (view.rich?.busy) return
      if (lines.length > 0) {
        if (gapBefore(now.previous, each)) print.push('')
        for (const line of lines) print.push(line)
        now.previous = each.kind
      }
    }
    now.count = end
  }
}

const shownFrom = (
  items: Sequence,
  from: number,
  { end, view }: { readonly end: number; readonly view: View },
): readonly (Item | Group)[] => {
  const some: Item[] = []
  for (let at = from; at < end; at++) {
    const item = items.at(at)
    if (item) some.push(item)
  }
  return view.verbose ? some : groupItems(some)
}

/** A reply of which something was printed is gone: the model was asked again. What can be taken back is. */
const abandon = (now: Progress, { theme, words, width }: View): TakeBack | undefined => {
  const { reply } = now
  now.reply = undefined
  if (!reply?.started) return undefined
  const otherwise = wrapAnsi(theme.paint('dim', words.transcript.dropped), width)
  return { ...(reply.rows === undefined ? {} : { rows: reply.rows }), otherwise }
}

/** True when all of it is printed. */
const settleReply = (
  print: Line[],
  item: Extract<Item, { readonly kind: 'assistant' }>,
  { now, view }: Scene,
): boolean => {
  if (!now.reply && isHidden(item, view)) {
    if (item.ended) now.count += 1
    return item.ended
  }
  now.reply ??= startReply(item.id, gapBefore(now.previous, item))
  for (const line of now.reply.settle(item, { ...view, soft: true })) print.push(line)
  if (!now.reply.done) return false
  if (now.reply.started) now.previous = 'assistant'
  now.reply = undefined
  now.count += 1
  return true
}

/** Where what begins at the next item ends for good; undefined when more may join it. */
const endOfFinal = ({ items, now, view, idle }: Scene): number | undefined => {
  const item = items.at(now.count)
  if (view.verbose || !item || !isFoldable(item)) return now.count + 1
  const rest: Item[] = []
  for (let at = now.count; at < items.length; at++) {
    const next = items.at(at)
    if (!next) break
    rest.push(next)
    if (!isFoldable(next) && !isBridge(next)) {
      const mayJoin = mayFold(next) && !idle
      return mayJoin ? undefined : now.count + groupEnd(rest, 0)
    }
  }
  return idle ? now.count + groupEnd(rest, 0) : undefined
}

/** It is not finished, and once it is it may be folded. */
const mayFold = (item: Item): boolean =>
  !isFinished(item) &&
  (item.kind === 'thinking' ||
    (item.kind === 'tool' && item.state !== 'waiting' && foldsAs(item.presentation) !== undefined))

const tailOf = (
  items: Sequence,
  now: Progress,
  { view, cache }: { readonly view: ScribeView; readonly cache: ReturnType<typeof createTailCache> },
): readonly Line[] => {
  const lines: Line[] = []
  let previous: Parameters<typeof gapBefore>[0] = now.previous
  let from = now.count
  if (now.reply) {
    for (const line of now.reply.tail()) lines.push(line)
    if (now.reply.started || lines.length > 0) previous = 'assistant'
    from += 1
  }
  const rest = items.from(from)
  for (const item of view.verbose ? rest : groupAgents(groupItems(rest))) {
    const made = cache.lines(item, view)
    if (made.length === 0) continue
    if (gapBefore(previous, item)) lines.push('')
    for (const line of made) lines.push(line)
    previous = item.kind
  }
  return lines
}

/** The last rows; what is cut off is printed when it is final. */
const bounded = (lines: readonly Line[], view: ScribeView): readonly Line[] => {
  const { maxTail, theme, words } = view
  if (lines.length <= maxTail) return lines
  if (maxTail < 2) return lines.slice(lines.length - Math.max(0, maxTail))
  const kept = lines.slice(lines.length - maxTail + 1)
  const above = theme.paint('dim', words.transcript.linesAbove(lines.length - kept.length))
  return [truncateAnsi(above, view.width), ...kept]
}
