import type { ApiMessage } from '../../../protocol/model.ts'

/**
 * Messages written one after the other, each followed by a comma. Bytes once written never change, and never move: a
 * block that is full is followed by another one instead of being copied into a larger one.
 */
interface Run {
  readonly messages: ApiMessage[]
  readonly ends: End[]
  /** Blocks that are written to their end; others may share them. */
  readonly full: Uint8Array[]
  /** The block that is being written. */
  open: Buffer
}

/** Where a message ends: so far into the block with so many before it. */
interface End {
  readonly block: number
  readonly at: number
  /** Bytes of the run up to there. */
  readonly total: number
}

const START: End = { block: 0, at: 0, total: 0 }
const SMALLEST_BLOCK = 16 * 1024
/** A block holds a quarter of what is before it: few blocks for a long conversation, little unused space for any. */
const SHARE = 4

/**
 * Gives the bytes of the first `count` messages of a list, in pieces, remembering those of lists that began with the
 * same messages. A list that only grew costs its new messages. The pieces stay valid for ever: a socket may still be
 * sending them when the next ones are asked for, so a list that took another turn goes on in a block of its own.
 */
export const createMessageBytes = (
  serialise: (message: ApiMessage) => string,
): ((messages: readonly ApiMessage[], count?: number) => readonly Uint8Array[]) => {
  const runs = new WeakMap<ApiMessage, Run>()

  return (messages, count = messages.length) => {
    const first = messages[0]
    if (first === undefined || count === 0) return []
    const before = runs.get(first) ?? { messages: [], ends: [], full: [], open: Buffer.alloc(0) }
    const shared = countShared(before.messages, messages, count)
    const run = shared < Math.min(before.messages.length, count) ? branch(before, shared) : before
    runs.set(first, run)
    for (const message of messages.slice(shared, count)) append(run, message, serialise(message))
    return piecesUpTo(run, run.ends[count - 1] ?? START)
  }
}

const countShared = (a: readonly ApiMessage[], b: readonly ApiMessage[], most: number): number => {
  const limit = Math.min(a.length, most)
  let count = 0
  while (count < limit && a[count] === b[count]) count++
  return count
}

const piecesUpTo = ({ full, open }: Run, { block, at }: End): readonly Uint8Array[] => {
  const last = (full[block] ?? open).subarray(0, at)
  return [...full.slice(0, block), last]
}

/** Begins like the run, with the same bytes, and goes on by itself. */
const branch = (run: Run, count: number): Run => ({
  messages: run.messages.slice(0, count),
  ends: run.ends.slice(0, count),
  full: [...piecesUpTo(run, run.ends[count - 1] ?? START)],
  open: Buffer.alloc(0),
})

const append = (run: Run, message: ApiMessage, json: string): void => {
  const size = Buffer.byteLength(json) + 1
  const { total } = run.ends.at(-1) ?? START
  const start = reserve(run, size)
  run.open.write(json, start)
  run.open.write(',', start + size - 1)
  run.messages.push(message)
  run.ends.push({ block: run.full.length, at: start + size, total: total + size })
}

/** Makes room in the open block, or opens another one. Returns where to write. */
const reserve = (run: Run, size: number): number => {
  const last = run.ends.at(-1) ?? START
  const start = last.block === run.full.length ? last.at : 0
  if (start + size <= run.open.length) return start
  if (start > 0) run.full.push(run.open.subarray(0, start))
  run.open = Buffer.allocUnsafeSlow(Math.max(SMALLEST_BLOCK, Math.ceil(last.total / SHARE), size))
  return 0
}
