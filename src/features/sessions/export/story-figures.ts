import { addUsage, NO_USAGE, type Usage } from '../../../protocol/usage.ts'
import { elapsed, type Price } from '../ledger/ledger-rows.ts'
import { countMark, type Hunk, type Reply, type Touched } from '../ledger/story.ts'
import type { CallFacts, LaneOutline, StoryOutline, TurnOutline } from '../ledger/story-outline.ts'

/** The numbers of one turn, its sub-agents included. */
export interface TurnFigures {
  readonly usage: Usage
  /** `undefined` when no call has a known price. */
  readonly usd: number | undefined
  /** Some calls have no known price, or only their beginning is known. */
  readonly atLeast: boolean
  readonly calls: number
  readonly failed: number
  readonly added: number
  readonly removed: number
  readonly durationMs: number
  readonly toolMs: number
  readonly files: readonly FileFigures[]
  readonly lanes: readonly LaneOutline[]
}

export interface FileFigures {
  readonly path: string
  readonly added: number
  readonly removed: number
  readonly note: 'created' | 'changed' | 'deleted'
  /** A command made the change: what it was like is known from the copies, if there are any. */
  readonly byCommand: boolean
  /** Lines of all hunks. */
  readonly lines: number
  /** The calls that wrote it. */
  readonly writes: readonly Write[]
}

interface Write {
  readonly turn: TurnOutline
  readonly call: number
}

const turnFigures = (turn: TurnOutline, lanes: readonly LaneOutline[], price: Price): TurnFigures => {
  const replies = [...turn.replies, ...lanes.flatMap(lane => lane.replies)]
  const files = new FileFold()
  let calls = 0
  let failed = 0
  let toolMs = 0
  for (const part of [turn, ...lanes.flatMap(lane => lane.turns)])
    for (const call of part.facts()) {
      calls++
      if (call.failed) failed++
      toolMs += elapsed(call.at, call.endedAt) ?? 0
      if (call.write) files.addWrite(call.write, { turn: part, call: call.number })
    }
  for (const touched of turn.touched()) files.addTouched(touched)
  const list = files.result()
  return {
    ...costOf(replies, price),
    calls,
    failed,
    added: list.reduce((sum, file) => sum + file.added, 0),
    removed: list.reduce((sum, file) => sum + file.removed, 0),
    durationMs: elapsed(turn.startedAt, turn.endedAt) ?? 0,
    toolMs,
    files: list,
    lanes,
  }
}

const costOf = (replies: readonly Reply[], price: Price): Pick<TurnFigures, 'usage' | 'usd' | 'atLeast'> => {
  const prices = replies.map(reply => price(reply.model, reply.usage))
  const known = prices.filter(usd => usd !== undefined)
  return {
    usage: replies.reduce((sum, reply) => addUsage(sum, reply.usage), NO_USAGE),
    usd: known.length === 0 ? undefined : known.reduce((sum, usd) => sum + usd, 0),
    atLeast: known.length < replies.length || replies.some(reply => !reply.exact),
  }
}

type OpenFile = { -readonly [K in keyof FileFigures]: FileFigures[K] } & { readonly writes: Write[] }

class FileFold {
  readonly #files = new Map<string, OpenFile>()

  addWrite(write: NonNullable<CallFacts['write']>, by: Write): void {
    const file = this.#file(write.path, 'changed')
    file.added += write.added
    file.removed += write.removed
    file.lines += write.lines
    if (write.created) file.note = 'created'
    file.writes.push(by)
  }

  addTouched({ path, change, hunks = [] }: Touched): void {
    const known = this.#files.get(path)
    if (known !== undefined) {
      if (change === 'deleted') known.note = 'deleted'
      return
    }
    const file = this.#file(path, change)
    file.byCommand = true
    file.added = countMark(hunks, '+')
    file.removed = countMark(hunks, '-')
    file.lines = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0)
  }

  result(): readonly FileFigures[] {
    return [...this.#files.values()]
  }

  #file(path: string, note: FileFigures['note']): OpenFile {
    const known = this.#files.get(path)
    if (known !== undefined) return known
    const file: OpenFile = { path, added: 0, removed: 0, note, byCommand: false, lines: 0, writes: [] }
    this.#files.set(path, file)
    return file
  }
}

/** Reads the whole session once more, and keeps the numbers of each turn. */
export const figuresOf = (story: StoryOutline, price: Price): ReadonlyMap<number, TurnFigures> => {
  const lanes = Map.groupBy(story.lanes, lane => lane.turn)
  return new Map(
    story.turns.map(turn => [turn.number, turnFigures(turn, lanes.get(turn.number) ?? [], price)]),
  )
}

/** The changed files of a turn, one after the other, with what changed in them. */
export function* changesOf(
  turn: TurnOutline,
  files: readonly FileFigures[],
): Generator<readonly [FileFigures, Iterable<Hunk>], void, void> {
  for (const file of files) if (!file.byCommand) yield [file, hunksOf(file)]
  const byCommand = new Map(files.flatMap(file => (file.byCommand ? [[file.path, file]] : [])))
  if (byCommand.size === 0) return
  for (const { path, hunks = [] } of turn.touched()) {
    const file = byCommand.get(path)
    if (file !== undefined) yield [file, hunks]
  }
}

function* hunksOf({ writes }: FileFigures): Generator<Hunk, void, void> {
  for (const { turn, call } of writes) yield* turn.hunks(call)
}

/** A path as it is said inside its project. */
export const shortPath = (path: string, cwd: string): string =>
  cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
