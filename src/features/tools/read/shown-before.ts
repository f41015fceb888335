import type { FileContent, SeenFile, State, ToolCall } from '../../../protocol/tool.ts'
import { contentHash } from '../seen-content.ts'

/** What a Read call asked for, beyond the file. */
export interface Wanted {
  readonly offset?: number | undefined
  readonly limit?: number | undefined
  readonly pages?: string | undefined
}

const KEY = 'read.shown'

interface Showing {
  readonly version: string
  /** The call whose result shows it. */
  readonly by: string
  readonly told: boolean
}
type Shown = Map<string, Showing>

/**
 * Whether the model has this very content before it from an earlier Read, and has not been told so yet. A result that
 * was taken out of the conversation, whichever way, shows nothing any more. Whoever asks again after being told has
 * lost the earlier result, and gets it whole from then on.
 */
export const tellUnchanged = (
  { state, conversation }: Pick<ToolCall, 'state' | 'conversation'>,
  content: FileContent,
  wanted: Wanted,
): boolean => {
  const shown = shownOf(state)
  const key = keyOf(content, wanted)
  const before = shown.get(key)
  if (!before || before.told || before.version !== versionOf(content)) return false
  if (conversation && !conversation.shows(before.by)) return false
  shown.set(key, { ...before, told: true })
  return true
}

/** To be called after what was shown has been marked as seen. */
export const noteShown = (
  { id, state, files, conversation }: Pick<ToolCall, 'id' | 'state' | 'files' | 'conversation'>,
  content: FileContent,
  wanted: Wanted,
): void => {
  const shown = shownOf(state)
  const key = keyOf(content, wanted)
  const version = versionOf(content, files.seen(content))
  const before = shown.get(key)
  const isKnown = before?.version === version && conversation?.shows(before.by) !== false
  if (!isKnown) shown.set(key, { version, by: id, told: false })
}

/** For whoever takes results out of the model's sight, as a compaction does. */
export const forgetShown = (state: State): void => state.set(KEY, undefined)

const shownOf = (state: State): Shown => {
  const known = state.get(KEY)
  if (known instanceof Map) return known as Shown
  const fresh: Shown = new Map()
  state.set(KEY, fresh)
  return fresh
}

const versionOf = (content: FileContent, seen?: SeenFile): string =>
  // What was just marked as seen is of this very content; hashing it once is enough.
  `${content.mtimeMs} ${seen?.mtimeMs === content.mtimeMs ? seen.hash : contentHash(content.data)}`

const keyOf = (content: FileContent, { offset, limit, pages }: Wanted): string =>
  // The first line is where a read begins unless it says otherwise.
  JSON.stringify([content.realPath, offset && offset > 1 ? offset : null, limit ?? null, pages ?? null])
