import { addUsage, NO_USAGE, type Usage } from '../../../protocol/usage.ts'
import { elapsed, type Price } from '../ledger/ledger-rows.ts'
import {
  type Call,
  callsOf,
  countMark,
  type Hunk,
  hasFailed,
  type Lane,
  type Reply,
  type Story,
  type Turn,
} from '../ledger/story.ts'

/** The numbers of one turn, its sub-agents included. */
export interface TurnFigures {
  readonly usage: Usage
  /** `undefined` when no call has a known price. */
  readonly usd: number | undefined
  /** Some calls have no known price, or only their beginning is known. */
  readonly atLeast: boolean
  readonly calls: readonly Call[]
  readonly failed: number
  readonly added: number
  readonly removed: number
  readonly durationMs: number
  readonly toolMs: number
  readonly files: readonly FileFigures[]
  readonly lanes: readonly Lane[]
}

export interface FileFigures {
  readonly path: string
  readonly added: number
  readonly removed: number
  readonly note: 'created' | 'changed' | 'deleted'
  /** A command made the change: what it was like is known from the copies, if there are any. */
  readonly byCommand: boolean
  readonly hunks: readonly Hunk[]
}

const turnFigures = (turn: Turn, lanes: readonly Lane[], price: Price): TurnFigures => {
  const replies = [...turn.replies, ...lanes.flatMap(lane => lane.replies)]
  const calls = [...callsOf(turn.steps), ...lanes.flatMap(lane => callsOf(lane.steps))]
  const files = filesOf(turn, calls)
  return {
    ...costOf(replies, price),
    calls,
    failed: calls.filter(hasFailed).length,
    added: files.reduce((sum, file) => sum + file.added, 0),
    removed: files.reduce((sum, file) => sum + file.removed, 0),
    durationMs: elapsed(turn.startedAt, turn.endedAt) ?? 0,
    toolMs: calls.reduce((sum, call) => sum + (elapsed(call.at, call.endedAt) ?? 0), 0),
    files,
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

const filesOf = (turn: Turn, calls: readonly Call[]): readonly FileFigures[] => {
  const files = new Map<string, FileFigures>()
  for (const { effect } of calls) {
    if (effect.kind !== 'write') continue
    const known = files.get(effect.path)
    files.set(effect.path, {
      path: effect.path,
      added: (known?.added ?? 0) + effect.added,
      removed: (known?.removed ?? 0) + effect.removed,
      note: effect.created || known?.note === 'created' ? 'created' : 'changed',
      byCommand: false,
      hunks: [...(known?.hunks ?? []), ...effect.hunks],
    })
  }
  for (const { path, change, hunks = [] } of turn.touched) {
    const known = files.get(path)
    const counts = { added: countMark(hunks, '+'), removed: countMark(hunks, '-') }
    if (known === undefined) files.set(path, { path, ...counts, note: change, byCommand: true, hunks })
    else if (change === 'deleted') files.set(path, { ...known, note: 'deleted' })
  }
  return [...files.values()]
}

export const figuresOf = (story: Story, price: Price): ReadonlyMap<number, TurnFigures> =>
  new Map(
    story.turns.map(turn => [
      turn.number,
      turnFigures(
        turn,
        story.lanes.filter(lane => lane.turn === turn.number),
        price,
      ),
    ]),
  )

/** A path as it is said inside its project. */
export const shortPath = (path: string, cwd: string): string =>
  cwd !== '' && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
