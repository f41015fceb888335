import { closeSync, constants, openSync } from 'node:fs'
import { isObject } from '../../lib/is-object.ts'
import { parseJsonLine, readLines } from '../../lib/jsonl.ts'

const MARK = '{"type":"task-ended"'
/** Longer lines are none of these. */
const MOST_BYTES = 1024 * 1024

/** What the model was to be told of the ends of these tasks and was not, by id; a session file nobody can read has none. */
export const readEndedTasks = (
  path: string | undefined,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, string> => {
  const ended = new Map<string, string>()
  if (ids.size === 0) return ended
  const fd = path === undefined ? undefined : open(path)
  if (fd === undefined) return ended
  try {
    for (const { bytes } of readLines(fd, { maxLineBytes: MOST_BYTES })) {
      if (
        bytes.length < MARK.length ||
        !Buffer.from(bytes.buffer, bytes.byteOffset, MARK.length).equals(Buffer.from(MARK))
      )
        continue
      const entry = parseJsonLine(bytes)
      if (!isObject(entry)) continue
      const { taskId, text } = entry
      if (typeof taskId !== 'string' || typeof text !== 'string' || !ids.has(taskId)) continue
      if (text === '') ended.delete(taskId)
      else ended.set(taskId, text)
    }
  } finally {
    closeSync(fd)
  }
  return ended
}

const open = (path: string): number | undefined => {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    // It was read a moment ago; what is said of lost work then has to do.
    return undefined
  }
}
