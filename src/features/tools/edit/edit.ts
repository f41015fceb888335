import * as z from 'zod'
import { type DecodedText, decodeText, encodeText } from '../../../lib/text-file.ts'
import {
  type FileContent,
  type SeenFile,
  type Tool,
  type ToolCall,
  ToolError,
} from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fields, flag, someText } from '../input-fields.ts'
import { type PatchHunk, patchOf } from '../patch.ts'
import { hasChanged, seenContent } from '../seen-content.ts'
import { withoutProgress } from '../without-progress.ts'
import { type AppliedEdit, applyEdit } from './apply-edit.ts'
import { toLineFeeds } from './find-match.ts'
import { EDIT_PROMPT } from './prompt.ts'

const input = fields({
  file_path: someText('Absolute, or relative to the working directory'),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: flag('Replace every occurrence').optional(),
})
type EditInput = z.output<typeof input>

export interface EditOutput {
  readonly filePath: string
  readonly oldString: string
  readonly newString: string
  readonly originalFile: string
  readonly structuredPatch: readonly PatchHunk[]
  readonly userModified: boolean
  readonly replaceAll: boolean
  /** Current lines around the edit, when the file had changed since it was read. */
  readonly changedSinceRead?: string
}

const CONTEXT_LINES = 4

export const editTool: Tool<EditInput, EditOutput> = {
  name: 'Edit',
  description: EDIT_PROMPT,
  input,
  access: ({ file_path }, cwd) => [{ kind: 'write', path: absolutePath(file_path, cwd) }],
  observe: (given, cwd) => ({ ...given, file_path: absolutePath(given.file_path, cwd) }),
  run: withoutProgress(editFile),
  show: output => [{ type: 'text', text: render(output) }],
}

async function editFile(given: EditInput, call: ToolCall): Promise<EditOutput> {
  if (given.old_string === given.new_string)
    throw new ToolError('old_string and new_string are the same: there is nothing to change.')
  const path = absolutePath(given.file_path, call.cwd)
  const seen = call.files.seen(path)
  let edited: Edited | undefined
  const written = await call.files.update(path, now => {
    edited = now ? changeFile(now, given, seen) : createFile(path, given)
    return edited.data
  })
  // A model that saw a part still knows only a part; the lines after the edit have moved, so only the content counts.
  const lines = seen?.lines && edited ? movedLines(seen.lines, edited) : undefined
  call.files.markSeen(path, seenContent(written, 'write', lines))
  const before = edited?.before ?? ''
  const after = edited?.after ?? ''
  return {
    filePath: path,
    oldString: given.old_string,
    newString: given.new_string,
    originalFile: before,
    structuredPatch: patchOf(before, after),
    userModified: false,
    replaceAll: given.replace_all ?? false,
    ...(edited?.stale ? { changedSinceRead: linesAround(after, edited.firstLine) } : {}),
  }
}

interface Edited {
  readonly data: Uint8Array
  readonly before: string
  readonly after: string
  readonly firstLine: number
  readonly stale: boolean
}

const createFile = (path: string, given: EditInput): Edited => {
  if (given.old_string !== '')
    throw new ToolError(`${path} does not exist. To create it, give an empty old_string or use Write.`)
  return {
    data: Buffer.from(given.new_string),
    before: '',
    after: given.new_string,
    firstLine: 1,
    stale: false,
  }
}

/** Runs between read and write: checks that the edit applies to what the model knows, then makes it. */
const changeFile = (now: FileContent, given: EditInput, seen: SeenFile | undefined): Edited => {
  if (!seen) throw new ToolError(`${now.path} has not been read. Read it first, then edit it.`)
  const decoded = decodeText(now.data)
  if (!decoded) throw new ToolError(`${now.path} is a binary file and cannot be edited as text.`)
  const stale = hasChanged(now, seen)
  const applied = apply(decoded, given, now.path)
  if (!stale) checkLinesSeen(applied, seen, now.path)
  const data = encodeText({ ...decoded, text: applied.text })
  if (!data)
    throw new ToolError(
      `${now.path} is not UTF-8 (read as Latin-1) and cannot hold some characters of new_string.`,
    )
  return {
    data,
    before: decoded.text,
    after: applied.text,
    firstLine: applied.spans[0]?.firstLine ?? 1,
    stale,
  }
}

const apply = (decoded: DecodedText, given: EditInput, path: string): AppliedEdit => {
  if (given.old_string !== '')
    return applyEdit(decoded.text, {
      oldText: given.old_string,
      newText: given.new_string,
      all: given.replace_all ?? false,
    })
  if (decoded.text.trim() !== '')
    throw new ToolError(
      `${path} exists and is not empty. Give the text to replace as old_string, or use Write.`,
    )
  return { text: given.new_string, spans: [] }
}

const checkLinesSeen = (applied: AppliedEdit, seen: SeenFile, path: string): void => {
  const { lines } = seen
  if (!lines) return
  const unseen = applied.spans.find(span => span.firstLine < lines.from || span.lastLine > lines.to)
  if (unseen)
    throw new ToolError(
      `Lines ${unseen.firstLine}–${unseen.lastLine} of ${path} have not been read (only ${lines.from}–${lines.to}). Read them first.`,
    )
}

const movedLines = (lines: { from: number; to: number }, edited: Edited): { from: number; to: number } => {
  const added = edited.after.split('\n').length - edited.before.split('\n').length
  return { from: lines.from, to: Math.max(lines.from, lines.to + added) }
}

const linesAround = (text: string, line: number): string => {
  const lines = toLineFeeds(text).split('\n')
  const from = Math.max(1, line - CONTEXT_LINES)
  return lines
    .slice(from - 1, line + CONTEXT_LINES)
    .map((content, index) => `${from + index}→${content}`)
    .join('\n')
}

const render = ({ filePath, changedSinceRead }: EditOutput): string =>
  changedSinceRead === undefined
    ? `Edited ${filePath}.`
    : `Edited ${filePath}. The file had changed on disk since it was read; it now has there:\n${changedSinceRead}`
