import type { ApiMessage } from '../../../protocol/model.ts'

/** Messages written one after the other, each followed by a comma. Bytes once written never change. */
interface Run {
  readonly messages: ApiMessage[]
  /** Where each message ends in `bytes`. */
  readonly ends: number[]
  bytes: Buffer
}

const SMALLEST_RUN = 16 * 1024

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
    for (const message of messages.slice(shared)) append(run, message, serialise(message))
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

const append = (run: Run, message: ApiMessage, json: string): void => {
  const start = run.ends.at(-1) ?? 0
  const size = Buffer.byteLength(json) + 1
  if (start + size > run.bytes.length) {
    const grown = Buffer.allocUnsafeSlow(Math.max(run.bytes.length * 2, start + size))
    run.bytes.copy(grown, 0, 0, start)
    run.bytes = grown
  }
  run.bytes.write(json, start)
  run.bytes.write(',', start + size - 1)
  run.messages.push(message)
  run.ends.push(start + size)
}
