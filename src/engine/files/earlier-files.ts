import type { EarlierFiles } from '../../features/files/files.ts'
import { earlierContents, isAsShown } from '../../features/tools/earlier-content.ts'
import { seenContent } from '../../features/tools/seen-content.ts'
import type { Message } from '../../protocol/message.ts'

/** Looks through the history when it is first asked; each file is compared once. */
export const createEarlierFiles = (history: readonly Message[]): EarlierFiles => {
  let contents: Map<string, string> | undefined
  return {
    recall(path, read) {
      contents ??= earlierContents(history)
      const shown = contents.get(path)
      if (shown === undefined) return undefined
      contents.delete(path)
      const content = read()
      return isAsShown(content, shown) ? seenContent(content, 'read') : undefined
    },
  }
}
