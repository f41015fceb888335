import type { ApiMessage } from '../../../protocol/model.ts'

/** Messages written one after the other, each followed by a comma. Bytes once written never change. */
interface Run {
  readonly messages: ApiMessage[]
  /** Where each message ends in `bytes`. */
  readonly ends: number[]
  bytes: Buffer
}

const SMALLEST_RUN = 16 * 1024
/** A turn adds no more messages than this. */
const FEW = 8

/**
 * Gives the bytes of a list of messages, remembering those of lists that began with the same messages. A list that
 * only grew costs its new messages. The view it returns stays valid for ever: a socket may still be sending it when
 * the next one is asked for, so a list that took another turn gets a run of its own instead of overwriting.
 */
export const createMessageBytes = (
  serialise: (message: ApiMessage) => string,
): ((messages: readonly ApiMessage[]) => Uint8Array) => {
  const runs = new WeakMap<ApiMessage, Run>()

  return messages => {
    const first = messages[0]
    if (first === undefined) return new Uint8Array()
    const before = runs.get(first) ?? { messages: [], ends: [], bytes: Buffer.allocUnsafe(0) }
    const shared = countShared(before.messages, messages)
    const diverged = shared < before.messages.length && shared < messages.length
    const run = diverged || before.bytes.length === 0 ? copyRun(before, shared) : before
    runs.set(first, run)
    const fresh = messages.slice(shared)
    // At once: growing step by step would copy a long conversation that is sent for the first time many times over.
    if (fresh.length > FEW)
      reserve(
        run,
        fresh.reduce((sum, message) => sum + guessBytes(message), 0),
      )
    for (const message of fresh) append(run, message, serialise(message))
    return run.bytes.subarray(0, run.ends[messages.length - 1] ?? 0)
  }
}

const countShared = (a: readonly ApiMessage[], b: readonly ApiMessage[]): number => {
  const limit = Math.min(a.length, b.length)
  let count = 0
  while (count < limit && a[count] === b[count]) count++
  return count
}

const copyRun = (run: Run, count: number): Run => {
  const length = run.ends[count - 1] ?? 0
  const bytes = Buffer.allocUnsafeSlow(Math.max(SMALLEST_RUN, length * 2))
  run.bytes.copy(bytes, 0, 0, length)
  return { messages: run.messages.slice(0, count), ends: run.ends.slice(0, count), bytes }
}

const reserve = (run: Run, size: number): void => {
  const start = run.ends.at(-1) ?? 0
  if (start + size <= run.bytes.length) return
  const grown = Buffer.allocUnsafeSlow(Math.max(run.bytes.length * 2, start + size))
  run.bytes.copy(grown, 0, 0, start)
  run.bytes = grown
}

/** Rather too much: memory that is not written to costs nothing. */
const guessBytes = ({ content }: ApiMessage): number =>
  1.5 * content.reduce((sum, block) => sum + lengthOf(block), 0)

const BLOCK_BYTES = 200

const lengthOf = (block: ApiMessage['content'][number]): number => {
  if (block.type === 'text') return BLOCK_BYTES + block.text.length
  if (block.type !== 'tool_result') return BLOCK_BYTES
  const { content } = block
  if (typeof content === 'string') return BLOCK_BYTES + content.length
  return content.reduce((sum, part) => sum + lengthOf(part), BLOCK_BYTES)
}

const append = (run: Run, message: ApiMessage, json: string): void => {
  const start = run.ends.at(-1) ?? 0
  const size = Buffer.byteLength(json) + 1
  reserve(run, size)
  run.bytes.write(json, start)
  run.bytes.write(',', start + size - 1)
  run.messages.push(message)
  run.ends.push(start + size)
}
