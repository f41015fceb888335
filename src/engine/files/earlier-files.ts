import type { EarlierFiles } from '../../features/files/files.ts'
import { type EarlierFile, earlierContents, linesAsShown } from '../../features/tools/earlier-content.ts'
import { changedSince, seenContent } from '../../features/tools/seen-content.ts'
import type { Message } from '../../protocol/message.ts'

/** Looks through the history when it is first asked; each file is compared once. */
export const createEarlierFiles = (history: readonly Message[]): EarlierFiles => {
  let contents: Map<string, EarlierFile> | undefined
  const known = () => (contents ??= earlierContents(history))
  return {
    // Of one that is outdated the model has been told.
    paths: most => [...known()].flatMap(([path, { outdated }]) => (outdated ? [] : [path])).slice(-most),
    recall(path, read) {
      const shown = known().get(path)
      if (shown === undefined) return undefined
      known().delete(path)
      const content = read()
      const same = content && linesAsShown(content, shown)
      return same && content
        ? seenContent(content, 'read', same.whole ? undefined : same.lines)
        : changedSince('read')
    },
  }
}
