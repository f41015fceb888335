import { hash } from 'node:crypto'
import { decodeText } from '../../lib/text-file.ts'
import { type FileContent, type Files, type SeenFile, ToolError } from '../../protocol/tool.ts'

export const contentHash = (data: Uint8Array): string => hash('sha1', data)

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

/** What was shown just now: `undefined` for the whole file. */
export interface ShownLines {
  readonly from: number
  readonly to: number
  readonly total: number
}

/** Ranges that touch grow together, so that a file read in pages counts as read whole in the end. */
export const markShown = (files: Files, content: FileContent, shown: ShownLines | undefined): void => {
  const known = knownOf(files, content)
  const lines = known && !known.excerpt ? union(known.lines, shown) : shown
  const isWhole = !lines || !shown || (lines.from <= 1 && lines.to >= shown.total)
  const range = isWhole || !lines ? undefined : { from: lines.from, to: lines.to }
  files.markSeen(content, seenContent(content, 'read', range))
}

/** What was seen of the file, as long as it still is what it was. */
const knownOf = (files: Files, content: FileContent): SeenFile | undefined => {
  const before = files.seen(content)
  return before && !hasChanged(content, before) ? before : undefined
}

const union = (a: SeenFile['lines'], b: SeenFile['lines']): SeenFile['lines'] => {
  if (!a || !b) return undefined
  if (b.from > a.to + 1 || a.from > b.to + 1) return b
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
}

/**
 * What a command showed of a file. `lines` absent: all of it; `last`: its last lines; `some`: places nobody noted,
 * as a search finds them.
 */
export interface Viewed {
  /** Absolute. */
  readonly path: string
  readonly lines?: { readonly from: number; readonly to: number } | { readonly last: number } | 'some'
}

const MAX_VIEWED_BYTES = 64 * 1024 * 1024

/** Counts as read what a command showed. Never throws, and never takes back what was seen before. */
export const markViewed = async (files: Files, views: readonly Viewed[]): Promise<void> => {
  for (const view of views) {
    try {
      const content = await files.read(view.path, { maxBytes: MAX_VIEWED_BYTES })
      markView(files, content, view.lines)
    } catch (error) {
      // Gone, no regular file or too large: then it has not been read, which is all there is to say.
      if (!(error instanceof ToolError)) throw error
    }
  }
}

const markView = (files: Files, content: FileContent, lines: Viewed['lines']): void => {
  if (lines === undefined) {
    markShown(files, content, undefined)
    return
  }
  if (lines === 'some') {
    if (knownOf(files, content)) return
    files.markSeen(content, { ...seenContent(content, 'read'), excerpt: true })
    return
  }
  // Of a notebook it is cells that count, and lines of its file are none.
  const text = content.path.endsWith('.ipynb') ? undefined : decodeText(content.data)?.text
  if (text === undefined) return
  const total = countLines(text)
  const from = Math.max(1, 'last' in lines ? total - lines.last + 1 : lines.from)
  const to = Math.min(total, 'last' in lines ? total : lines.to)
  if (to >= from) markShown(files, content, { from, to, total })
}

/** A line end closes a line; it does not open one. */
export const countLines = (text: string): number => {
  if (text === '') return 0
  let count = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
