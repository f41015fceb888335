import { createHash, hash } from 'node:crypto'
import { anyText } from '../../lib/files/text-file.ts'
import { holdsLines, joinRanges, type LineRanges } from '../../lib/line-ranges.ts'
import { inTurns, type Steps } from '../../lib/work/in-steps.ts'
import { type FileContent, type Files, type SeenFile, ToolError } from '../../protocol/tool.ts'

export const contentHash = (data: Uint8Array): string => hash('sha1', data)

interface HashedContent extends FileContent {
  readonly hash?: string
}

/** Hashed in one step. */
const PIECE_BYTES = 256 * 1024

/** The content with its hash, for one that may be large. */
export function* hashed(content: FileContent): Steps<HashedContent> {
  const whole = createHash('sha1')
  for (let at = 0; at < content.data.length; at += PIECE_BYTES) {
    if (at > 0) yield
    whole.update(content.data.subarray(at, at + PIECE_BYTES))
  }
  return { ...content, hash: whole.digest('hex') }
}

/** What to remember about a file that the model has just read or written. */
export const seenContent = (
  content: HashedContent,
  by: SeenFile['by'],
  lines?: SeenFile['lines'],
): SeenFile => ({
  mtimeMs: content.mtimeMs,
  size: content.size,
  hash: content.hash ?? contentHash(content.data),
  by,
  ...(lines ? { lines } : {}),
})

/** What it was in counts for the next edit, whatever the rest of it looks like then. */
export const inEncoding = (seen: SeenFile, encoding: string | undefined): SeenFile =>
  encoding === undefined || encoding === 'utf-8' ? seen : { ...seen, encoding }

/** The encoding it was in, as long as nobody else has changed it. */
export const knownEncoding = (content: FileContent, seen: SeenFile | undefined): string | undefined =>
  seen?.encoding !== undefined && !hasChanged(content, seen) ? seen.encoding : undefined

/** It was seen, and is not any more what it was then: nothing that can be read is of this size. */
export const changedSince = (by: SeenFile['by']): SeenFile => ({ mtimeMs: 0, size: -1, hash: '', by })

/** A new time stamp alone is no change: the content decides. */
export const hasChanged = (content: FileContent, seen: SeenFile): boolean =>
  content.size !== seen.size || (content.mtimeMs !== seen.mtimeMs && contentHash(content.data) !== seen.hash)

/** What was seen before still counts, so that a file read in pages counts as read whole in the end. */
export const markShown = (
  files: Files,
  content: FileContent,
  {
    encoding,
    ...shown
  }: {
    readonly lines?: LineRanges
    readonly total?: number
    readonly encoding?: string | undefined
  } = {},
): void => {
  const known = knownOf(files, content)
  const before = known && !known.excerpt ? known.lines : (known?.lines ?? [])
  const lines = before && shown.lines ? joinRanges(before, shown.lines) : undefined
  const isWhole = !lines || !shown.total || holdsLines(lines, { from: 1, to: shown.total })
  const seen = inEncoding(
    seenContent(content, 'read', isWhole ? undefined : lines),
    encoding ?? known?.encoding,
  )
  files.markSeen(content, known?.excerpt && !isWhole ? { ...seen, excerpt: true } : seen)
}

/** What was seen of the file, as long as it still is what it was. */
const knownOf = (files: Files, content: FileContent): SeenFile | undefined => {
  const before = files.seen(content)
  return before && !hasChanged(content, before) ? before : undefined
}

/**
 * What a command showed of a file. `lines` absent: all of it; `last`: its last lines; `some`: places nobody noted,
 * as a search finds them.
 */
export interface Viewed {
  /** Absolute. */
  readonly path: string
  readonly lines?: LineRanges | { readonly last: number } | 'some'
}

const MAX_VIEWED_BYTES = 64 * 1024 * 1024

/** Counts as read what a command showed. Never throws, and never takes back what was seen before. */
export const markViewed = async (files: Files, views: readonly Viewed[]): Promise<void> => {
  for (const view of views) {
    try {
      const content = await inTurns(hashed(await files.read(view.path, { maxBytes: MAX_VIEWED_BYTES })))
      await markView(files, content, view.lines)
    } catch (error) {
      // Gone, no regular file or too large: then it has not been read, which is all there is to say.
      if (!(error instanceof ToolError)) throw error
    }
  }
}

const markView = async (files: Files, content: FileContent, lines: Viewed['lines']): Promise<void> => {
  if (lines === undefined) {
    markShown(files, content)
    return
  }
  if (lines === 'some') {
    if (knownOf(files, content)) return
    files.markSeen(content, { ...seenContent(content, 'read'), excerpt: true })
    return
  }
  // Of a notebook it is cells that count, and lines of its file are none.
  const text = content.path.endsWith('.ipynb') ? undefined : await anyText(content.data)
  if (text === undefined) return
  const total = countLines(text)
  const ranges = 'last' in lines ? [{ from: total - lines.last + 1, to: total }] : lines
  const there = ranges.map(({ from, to }) => ({ from: Math.max(1, from), to: Math.min(total, to) }))
  const shown = joinRanges(there)
  if (shown.length > 0) markShown(files, content, { lines: shown, total })
}

/** Counts as seen the lines that a search showed of a file. Never throws, and never takes back what was seen before. */
export const markFound = (files: Files, path: string, lines: LineRanges): void => {
  // Of a notebook it is cells that count.
  const facts = path.endsWith('.ipynb') ? undefined : factsOf(files, path)
  if (!facts || lines.length === 0) return
  const { mtimeMs, size } = facts
  const known = files.seen(facts)
  if (!known) files.markSeen(facts, { mtimeMs, size, hash: '', by: 'search', lines: joinRanges(lines) })
  else if (known.mtimeMs !== mtimeMs || known.size !== size) {
    // Another file than the one that was read: that is told when it is edited. What was only found is found anew.
    if (known.by === 'search') files.markSeen(facts, { ...known, mtimeMs, size, lines: joinRanges(lines) })
  } else if (known.lines) files.markSeen(facts, { ...known, lines: joinRanges(known.lines, lines) })
}

const factsOf = (files: Files, path: string) => {
  try {
    return files.facts(path)
  } catch (error) {
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** A line end closes a line; it does not open one. */
export const countLines = (text: string): number => {
  if (text === '') return 0
  let count = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
