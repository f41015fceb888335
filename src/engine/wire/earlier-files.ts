import { earlierContents, isAsShown } from '../../features/tools/earlier-content.ts'
import { seenContent } from '../../features/tools/seen-content.ts'
import type { Message } from '../../protocol/message.ts'
import type { FileContent, SeenFile } from '../../protocol/tool.ts'

/** Larger files must be read again. */
export const MAX_RECALLED_BYTES = 1024 * 1024

/** Whether the model saw a file, whole and as it is now, in an earlier run of the session. */
export interface EarlierFiles {
  recall(path: string, read: () => FileContent): SeenFile | undefined
}

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
