import type { EarlierFiles } from '../../features/files/files.ts'
import { earlierContents, isAsShown } from '../../features/tools/earlier-content.ts'
import { contentHash, seenContent } from '../../features/tools/seen-content.ts'
import type { Message } from '../../protocol/message.ts'
import type { SeenFile } from '../../protocol/tool.ts'

/** Looks through the history when it is first asked; each file is compared once. */
export const createEarlierFiles = (history: readonly Message[]): EarlierFiles => {
  let contents: Map<string, string> | undefined
  let given: ReadonlyMap<string, Given> | undefined
  return {
    recall(path, read) {
      contents ??= earlierContents(history)
      given ??= givenBack(history)
      const shown = contents.get(path)
      const again = given.get(path)
      if (shown === undefined && again === undefined) return undefined
      contents.delete(path)
      const content = read()
      if (shown !== undefined && isAsShown(content, shown)) return seenContent(content, 'read')
      return again && contentHash(content.data) === again.hash
        ? seenContent(content, 'read', again.lines)
        : undefined
    },
  }
}

type Given = Pick<SeenFile, 'hash' | 'lines'>

/** What a compaction gave back of files, by path. It is read from a file, so nothing is taken on trust. */
const givenBack = (history: readonly Message[]): ReadonlyMap<string, Given> =>
  new Map(
    history.flatMap(message => {
      if (message.type !== 'attachment' || message.attachment.kind !== 'file') return []
      const { path, seen } = message.attachment
      return typeof path === 'string' && isGiven(seen) ? [[path, seen] as const] : []
    }),
  )

const isGiven = (value: unknown): value is Given => {
  if (typeof value !== 'object' || value === null) return false
  const { hash, lines } = value as { readonly hash?: unknown; readonly lines?: unknown }
  if (typeof hash !== 'string') return false
  if (lines === undefined) return true
  const { from, to } = (lines ?? {}) as { readonly from?: unknown; readonly to?: unknown }
  return typeof from === 'number' && typeof to === 'number'
}
