import type { EarlierFiles } from '../../features/files/files.ts'
import { type EarlierFile, earlierContents, linesAsShown } from '../../features/tools/earlier-content.ts'
import { changedSince, contentHash, seenContent } from '../../features/tools/seen-content.ts'
import { plainText } from '../../lib/files/text-file.ts'
import { joinRanges, type LineRange } from '../../lib/line-ranges.ts'
import type { Message } from '../../protocol/message.ts'
import type { FileContent, SeenFile } from '../../protocol/tool.ts'

/** Looks through the history when it is first asked; each file is compared once. */
export const createEarlierFiles = (
  history: readonly Message[],
  decode: (content: FileContent) => string | undefined = ({ data }) => plainText(data)?.text,
): EarlierFiles => {
  let contents: Map<string, EarlierFile> | undefined
  let given: ReadonlyMap<string, Given> | undefined
  const known = () => (contents ??= earlierContents(history))
  const givenAgain = () => (given ??= givenBack(history))
  return {
    // Of one that is outdated the model has been told.
    paths: most =>
      [
        ...new Set([
          ...[...known()].flatMap(([path, { outdated }]) => (outdated ? [] : [path])),
          ...givenAgain().keys(),
        ]),
      ].slice(-most),
    outdated: () => [...known()].flatMap(([path, { outdated }]) => (outdated ? [path] : [])),
    recall(path, read) {
      const shown = known().get(path)
      const again = givenAgain().get(path)
      if (shown === undefined && again === undefined) return undefined
      known().delete(path)
      const content = read()
      if (!content) return changedSince('read')
      const same = shown && linesAsShown(decode(content), shown)
      const whole = same?.whole === true
      const more = again?.hash === contentHash(content.data) ? again : undefined
      if (whole || (more && !more.lines)) return seenContent(content, 'read')
      const lines = joinRanges(same?.lines ?? [], more?.lines ?? [])
      return lines.length > 0 || same || more ? seenContent(content, 'read', lines) : changedSince('read')
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
  return lines === undefined || (Array.isArray(lines) && lines.every(isRange))
}

const isRange = (value: unknown): value is LineRange => {
  const { from, to } = (value ?? {}) as { readonly from?: unknown; readonly to?: unknown }
  return typeof from === 'number' && typeof to === 'number'
}
