import { createHash } from 'node:crypto'
import type { FileContent, SeenFile } from '../../protocol/tool.ts'

const contentHash = (data: Uint8Array): string => createHash('sha1').update(data).digest('hex')

/** What to remember about a file that the model has just read or written. */
export const seenContent = (
  content: FileContent,
  by: SeenFile['by'],
  lines?: SeenFile['lines'],
): SeenFile => ({
  mtimeMs: content.mtimeMs,
  size: content.size,
  hash: contentHash(content.data),
  by,
  ...(lines ? { lines } : {}),
})

/** A new time stamp alone is no change: the content decides. */
export const hasChanged = (content: FileContent, seen: SeenFile): boolean =>
  content.size !== seen.size || (content.mtimeMs !== seen.mtimeMs && contentHash(content.data) !== seen.hash)
