import { decodeFile } from '../../lib/encoding/file-text.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { type ToolCall, ToolError } from '../../protocol/tool.ts'
import { encodedText } from './encoded-text.ts'
import { type PatchHunk, patchOf } from './patch.ts'
import { knownEncoding, seenContent } from './seen-content.ts'

/** A file as it was shown to whoever granted the change, and as it is to be. */
export interface FileChange {
  readonly path: string
  readonly before: string
  readonly after: string
}

export interface FilesChanged {
  /** Paths of files that were changed, and what it was. */
  readonly changed: readonly string[]
  readonly patches: readonly { readonly path: string; readonly hunks: readonly PatchHunk[] }[]
  /** Of the first of them. */
  readonly structuredPatch?: readonly PatchHunk[]
}

/** Makes the changes that were granted; throws ToolError at a file that holds something else by now. */
export const changeFiles = async (
  changes: readonly FileChange[],
  { files }: Pick<ToolCall, 'files'>,
  stale: (path: string) => LocalizedText,
): Promise<FilesChanged> => {
  for (const { path, before, after } of changes) {
    const written = await files.update(path, now => {
      const decoded = now && decodeFile(now, knownEncoding(now, files.seen(now)))
      if (!now || decoded?.text !== before) throw new ToolError(stale(path))
      return encodedText({ ...now, ...decoded }, after)
    })
    files.markSeen(written, { ...seenContent(written, 'write'), excerpt: true })
  }
  const patches = changes.map(({ path, before, after }) => ({ path, hunks: patchOf(before, after) }))
  const [first] = patches
  return {
    changed: changes.map(({ path }) => path),
    patches,
    ...(first ? { structuredPatch: first.hunks } : {}),
  }
}
