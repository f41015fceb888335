import { hash } from 'node:crypto'
import type { ToolCall } from '../../../protocol/tool.ts'
import type { Replacement } from './apply-edit.ts'
import { toLineFeeds } from './find-match.ts'

const KEY = 'edit.made'
/** Of a file; a repeated edit repeats a recent one. */
const MAX_REMEMBERED = 200

const keyOf = ({ oldText, newText }: Replacement): string =>
  hash('sha1', JSON.stringify([toLineFeeds(oldText), toLineFeeds(newText)]))

/** The edits this thread made in one file, so that only what really happened is called a repetition. */
export const madeEdits = ({ state, files }: Pick<ToolCall, 'state' | 'files'>, path: string) => {
  const stored = state.get(KEY)
  const byFile =
    stored instanceof Map ? (stored as Map<string, readonly string[]>) : new Map<string, readonly string[]>()
  const real = (): string => files.facts(path)?.realPath ?? path
  return {
    wasMade: (edit: Replacement): boolean => byFile.get(real())?.includes(keyOf(edit)) ?? false,
    noteMade(edits: readonly Replacement[]): void {
      const made = [...(byFile.get(real()) ?? []), ...edits.map(keyOf)]
      state.set(KEY, byFile.set(real(), made.slice(-MAX_REMEMBERED)))
    },
  }
}
