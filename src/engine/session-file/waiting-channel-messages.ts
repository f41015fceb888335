import { closeSync, constants, openSync } from 'node:fs'
import { isObject } from '../../lib/is-object.ts'
import { parseJsonLine, readLines } from '../../lib/jsonl.ts'

const MARK = Buffer.from('{"type":"channel-message"')
/** Longer lines are none of these. */
const MOST_BYTES = 64 * 1024

/** Messages of channels that came and were neither delivered nor told of, by id, with the channel; a file nobody can read has none. */
export const waitingChannelMessages = (path: string | undefined): ReadonlyMap<string, string> => {
  const waiting = new Map<string, string>()
  const fd = path === undefined ? undefined : open(path)
  if (fd === undefined) return waiting
  try {
    for (const { bytes } of readLines(fd, { maxLineBytes: MOST_BYTES })) {
      if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(0, MARK.length).equals(MARK))
        continue
      const entry = parseJsonLine(bytes)
      if (!isObject(entry)) continue
      const { messageId, channel, settled } = entry
      if (typeof messageId !== 'string' || typeof channel !== 'string') continue
      if (settled === true) waiting.delete(messageId)
      else waiting.set(messageId, channel)
    }
  } finally {
    closeSync(fd)
  }
  return waiting
}

const open = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    // There is no such file yet.
    return undefined
  }
}
