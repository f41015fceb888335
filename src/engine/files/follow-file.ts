import type { SessionFiles } from '../../features/files/files.ts'
import { inEncoding, seenContent } from '../../features/tools/seen-content.ts'
import { ToolError } from '../../protocol/tool.ts'

const MOST_BYTES = 4 * 1024 * 1024

/** A file that was seen is another one now, and the model was told what is: it still counts as seen. */
export const followFile = async (
  files: Pick<SessionFiles, 'seen' | 'read' | 'markSeen'>,
  path: string,
): Promise<void> => {
  try {
    const seen = files.seen(path)
    if (!seen || seen.by === 'search') return
    const content = await files.read(path, { maxBytes: MOST_BYTES })
    const now = inEncoding(seenContent(content, seen.by, seen.lines), seen.encoding)
    files.markSeen(content, seen.excerpt ? { ...now, excerpt: true } : now)
  } catch (error) {
    // Gone since: an edit of it will say so.
    if (!(error instanceof ToolError)) throw error
  }
}
