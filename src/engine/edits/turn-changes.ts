import { readFileSync } from 'node:fs'
import { unifiedDiff } from '../../features/permissions/request/unified-diff.ts'
import type { EditBook, ToolEdit } from '../../features/sessions/edits/edit-book.ts'
import { type EditHunk, revertHunks } from '../../features/sessions/edits/revert-hunks.ts'
import { hashOf, isSameContent } from '../../features/sessions/file-history/file-version.ts'
import type { PathStory } from '../../features/sessions/file-history/journal.ts'
import type { VersionText } from '../../features/sessions/file-history/version-text.ts'
import { patchOf } from '../../features/tools/patch.ts'
import { decodeFile } from '../../lib/encoding/file-text.ts'
import { resolveReal } from '../../lib/paths.ts'
import { editText } from '../../protocol/messages/engine/edits.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { FileVersion } from '../../protocol/session/file-history.ts'
import type { SessionTree } from '../../protocol/session/session-tree.ts'
import type { FileChange, TurnChanges } from '../../protocol/session/turn-changes.ts'
import type { SessionHistory } from '../file-history/part.ts'

export interface ChangesDeps {
  readonly history: Pick<SessionHistory, 'turns' | 'texts'>
  readonly book: Pick<EditBook, 'edits' | 'prompts'>
  tree(): Promise<SessionTree>
}

/** Of so many turns, and files in each. */
const MAX_TURNS = 50
const MAX_FILES = 200
const MAX_BYTES = 2 * 1024 * 1024

/** What the turns of the branch in use did to files, newest last. */
export const turnChanges = async (at: ChangesDeps): Promise<readonly TurnChanges[]> => {
  const [turns, tree, versionText] = await Promise.all([at.history.turns(), at.tree(), at.history.texts()])
  const stories = new Map(turns.map(turn => [turn.message, turn.stories]))
  const edits = new Map<string, ToolEdit[]>()
  for (const edit of at.book.edits)
    edits.set(edit.messageUuid, [...(edits.get(edit.messageUuid) ?? []), edit])
  const prompts = new Map(at.book.prompts)
  for (const { uuid, title, current } of tree.prompts) if (current) prompts.set(uuid, title)
  const order = [...new Set([...stories.keys(), ...edits.keys()])].filter(uuid => prompts.has(uuid))
  return order.slice(-MAX_TURNS).flatMap((messageUuid): TurnChanges[] => {
    const files = changesOf(versionText, stories.get(messageUuid) ?? [], edits.get(messageUuid) ?? [])
    return files.length === 0 ? [] : [{ messageUuid, prompt: prompts.get(messageUuid) ?? '', files }]
  })
}

const changesOf = (
  versionText: VersionText,
  stories: readonly PathStory[],
  edits: readonly ToolEdit[],
): readonly FileChange[] => {
  const byPath = new Map<string, ToolEdit[]>()
  for (const edit of edits) {
    const path = realOf(edit.path)
    byPath.set(path, [...(byPath.get(path) ?? []), edit])
  }
  const known = new Map(stories.map(story => [story.path, story]))
  return [...new Set([...known.keys(), ...byPath.keys()])].slice(0, MAX_FILES).flatMap(path => {
    const story = known.get(path)
    const own = byPath.get(path) ?? []
    const change = story ? fromStory(versionText, story, own) : fromEdits(path, own)
    return change ? [change] : []
  })
}

/** Nothing when the turn left the file as it found it. */
const fromStory = (
  versionText: VersionText,
  story: PathStory,
  edits: readonly ToolEdit[],
): FileChange | undefined => {
  const { path, first, last } = story
  const [before, after] = [textOf(versionText, path, first), textOf(versionText, path, last)]
  const status = first === null ? 'added' : last === null ? 'deleted' : 'changed'
  if (before === undefined || after === undefined) {
    const told = fromEdits(path, edits)
    return told && { ...told, status }
  }
  if (isSameContent(first, last)) return undefined
  if (`${before}${after}`.includes('\0')) return { path, status, added: 0, removed: 0, edits: [] }
  return { path, status, ...shownDiff(patchOf(before, after)), edits: edits.map(shownEdit) }
}

/** Without copies of the file, what the tools said of their own edits. */
const fromEdits = (path: string, edits: readonly ToolEdit[]): FileChange | undefined => {
  if (edits.length === 0) return undefined
  const created = edits.some(edit => edit.created !== undefined)
  return {
    path,
    status: created ? 'added' : 'changed',
    ...shownDiff(edits.flatMap(edit => edit.hunks)),
    edits: edits.map(shownEdit),
  }
}

const textOf = (versionText: VersionText, path: string, version: FileVersion): string | undefined => {
  if (version === null) return ''
  if ('link' in version) return undefined
  const text = versionText(path, version.hash)
  return text !== undefined && text.length <= MAX_BYTES ? text : undefined
}

const shownDiff = (hunks: readonly EditHunk[]): Pick<FileChange, 'diff' | 'cut' | 'added' | 'removed'> => {
  const { text, cut } = diffText(hunks)
  return { diff: text, ...(cut ? { cut } : {}), added: count(hunks, '+'), removed: count(hunks, '-') }
}

const diffText = (hunks: readonly EditHunk[]): ReturnType<typeof unifiedDiff> =>
  unifiedDiff(
    hunks.map(hunk => ({
      ...hunk,
      oldLines: hunk.lines.filter(line => line[0] === ' ' || line[0] === '-').length,
      newLines: hunk.lines.filter(line => line[0] === ' ' || line[0] === '+').length,
    })),
  )

const count = (hunks: readonly EditHunk[], mark: string): number =>
  hunks.reduce((sum, hunk) => sum + hunk.lines.filter(line => line[0] === mark).length, 0)

const shownEdit = (edit: ToolEdit): FileChange['edits'][number] => {
  const stuck = whyStuck(edit)
  return {
    toolUseId: edit.toolUseId,
    diff: diffText(edit.hunks).text,
    ...(stuck === undefined ? {} : { stuck: stuck.text, localized: stuck }),
  }
}

/** Why an edit cannot be taken back as things are; undefined when it can. */
const whyStuck = (edit: ToolEdit): LocalizedText | undefined => {
  const found = readNow(edit.path)
  if (found === undefined) return editText('file_gone')
  if (edit.created !== undefined)
    return found.hash === edit.created ? undefined : editText('new_file_changed')
  const reverted = revertHunks(found.text, edit.hunks)
  return 'stuck' in reverted ? editText(STUCK[reverted.stuck]) : undefined
}

export const STUCK = {
  gone: 'text_gone',
  several: 'text_repeats',
} as const

const readNow = (path: string): { readonly text: string; readonly hash: string } | undefined => {
  try {
    const data = readFileSync(path)
    const decoded = data.length > MAX_BYTES ? undefined : decodeFile({ data, realPath: path })
    return decoded && { text: decoded.text, hash: hashOf(data) }
  } catch (error) {
    // Gone, a directory, not readable: all the same here.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return undefined
  }
}

const realOf = (path: string): string => {
  const resolved = resolveReal(path)
  return resolved.ok ? resolved.real : path
}
