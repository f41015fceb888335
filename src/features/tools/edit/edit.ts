import * as z from 'zod'
import { decodeFile } from '../../../lib/encoding/file-text.ts'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import {
  type FileContent,
  type SeenFile,
  type Tool,
  type ToolCall,
  ToolError,
} from '../../../protocol/tool.ts'
import { encodedText } from '../encoded-text.ts'
import { absolutePath } from '../file-path.ts'
import { fieldMeta, fields, flag, someText } from '../input-fields.ts'
import { missingMessage } from '../missing-path.ts'
import { type PatchHunk, patchOf } from '../patch.ts'
import { hasChanged, inEncoding, knownEncoding, seenContent } from '../seen-content.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { writtenEffect } from '../written-effect.ts'
import type { Replacement } from './apply-edit.ts'
import { changeText } from './change-text.ts'
import { toLineFeeds } from './find-match.ts'
import { editLarge } from './large-edit.ts'
import { madeEdits } from './made-edits.ts'
import { present } from './present.ts'
import { replacing } from './replacing.ts'

const says = modelTexts('edit', {
  edited: { en: 'Edited {path}{count}.', zh: '已编辑 {path}{count}。' },
  readRest: { en: ' Read it again before you rely on the rest of it.', zh: '依赖其余内容之前请重新读取。' },
  changedSince: {
    en: '{done} The file had changed on disk since it was read.{rest} It now has there:\n{text}',
    zh: '{done}该文件在读取之后已在磁盘上改变。{rest}那里现在是：\n{text}',
  },
  replaced: {
    en: { one: ' ({count:number} replacement)', other: ' ({count:number} replacements)' },
    zh: '（替换 {count:number} 处）',
  },
  missing: {
    en: '{missing} To create it, give an empty old_string or use Write.',
    zh: '{missing}要创建它，请给出空的 old_string，或使用 Write。',
  },
  same: {
    en: 'old_string and new_string are the same: there is nothing to change.',
    zh: 'old_string 与 new_string 相同：没有可改的内容。',
  },
  sameOf: {
    en: 'Edit {number:number} of {total:number}: old_string and new_string are the same: there is nothing to change.',
    zh: '第 {number:number} 处修改（共 {total:number} 处）：old_string 与 new_string 相同：没有可改的内容。',
  },
  stale: {
    en: '{why}\n{path} has changed on disk since it was read: read it again.',
    zh: '{why}\n{path} 在读取之后已在磁盘上改变：请重新读取。',
  },
  notebook: {
    en: '{path} is a notebook: change its cells with NotebookEdit.',
    zh: '{path} 是笔记本：请用 NotebookEdit 修改其单元格。',
  },
  unread: {
    en: '{path} has not been read. Read it first, then edit it.',
    zh: '{path} 尚未读过。请先 Read，再编辑。',
  },
  binary: {
    en: '{path} is a binary file and cannot be edited as text.',
    zh: '{path} 是二进制文件，不能作为文本编辑。',
  },
  large: {
    en: '{path} has {size:number} bytes: give one edit at a time, with an old_string.',
    zh: '{path} 有 {size:number} 字节：每次只给一处修改，并带 old_string。',
  },
})

const DESCRIPTION = {
  en: `Replaces an exact piece of text, of lines that Read, a search or a command has shown you.
\`old_string\` must match the file exactly, indentation included and without line numbers, and occur only once: add surrounding lines to make it unique, or set \`replace_all\`. For several changes to one file give \`edits\`: applied in order, all or none. An empty \`old_string\` creates a new file.`,
  zh: `精确替换一段文本，限于 Read、搜索或命令给你显示过的行。
\`old_string\` 必须与文件完全一致（含缩进，不含行号），且只出现一次：加上前后的行使其唯一，或设置 \`replace_all\`。同一文件的多处修改用 \`edits\`：按顺序应用，要么全部成功，要么都不应用。\`old_string\` 为空则创建新文件。`,
}

const MAX_EDITS = 200

/** Models sometimes write a list as text. */
const listed = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    // Then it is no list, and the schema says so.
    return value
  }
}

const shape = fields({
  file_path: someText({
    en: 'Absolute or relative',
    zh: '绝对路径，或相对于工作目录',
  }),
  old_string: z.string().optional(),
  new_string: z.string().optional(),
  replace_all: flag({ en: 'Replace every occurrence', zh: '替换每一处' }).optional(),
  edits: z
    .preprocess(
      listed,
      z
        .array(fields({ old_string: z.string(), new_string: z.string(), replace_all: flag().optional() }))
        .max(MAX_EDITS),
    )
    .meta(
      fieldMeta({
        en: 'Several changes, instead of old_string and new_string',
        zh: '多处修改，代替 old_string 和 new_string',
      }),
    )
    .optional(),
})
type EditInput = z.output<typeof shape>

const isSingle = (given: EditInput): boolean =>
  (given.old_string ?? '') !== '' || (given.new_string ?? '') !== ''

const input = shape.superRefine((given, context) => {
  const several = (given.edits ?? []).length > 0
  if (several && isSingle(given))
    context.addIssue({
      code: 'custom',
      path: ['edits'],
      message: 'give either edits or old_string and new_string',
      params: { zh: '只给 edits，或只给 old_string 和 new_string' },
    })
  if (several) return
  for (const name of ['old_string', 'new_string'] as const)
    if (given[name] === undefined)
      context.addIssue({
        code: 'custom',
        path: [name],
        message: 'missing (or give edits)',
        params: { zh: '缺少（或给出 edits）' },
      })
})

export interface EditOutput {
  readonly filePath: string
  readonly oldString: string
  readonly newString: string
  /** null when it is too large to keep. */
  readonly originalFile: string | null
  readonly structuredPatch: readonly PatchHunk[]
  readonly userModified: boolean
  readonly replaceAll: boolean
  /** All of them, when the call made several. */
  readonly edits?: readonly {
    readonly oldString: string
    readonly newString: string
    readonly replaceAll: boolean
  }[]
  /** Current lines around the edit, when the file had changed since it was read. */
  readonly changedSinceRead?: string
  /** They are all lines of the file. */
  readonly shownWhole?: boolean
  /** Places that were replaced, when that may be more than one. */
  readonly replacements?: number
}

const CONTEXT_LINES = 4
/** Beyond this a file is edited as bytes. */
const LARGE_BYTES = 64 * 1024 * 1024
const MAX_KEPT_CHARS = 1024 * 1024

export const editTool: Tool<EditInput, EditOutput> = {
  name: 'Edit',
  present,
  groups: ['bare', 'served', 'remote'],
  description: DESCRIPTION,
  input,
  unused: given => ((given.edits ?? []).length > 0 && given.replace_all ? ['replace_all'] : []),
  access: ({ file_path }, cwd) => [{ kind: 'write', path: absolutePath(file_path, cwd) }],
  observe: (given, cwd) => ({ ...given, file_path: absolutePath(given.file_path, cwd) }),
  preview: (given, { text }) => changeText(text ?? '', editsOf(given)).text,
  toLeave,
  check: checkEdit,
  run: withoutProgress(editFile),
  effects: ({ file_path }, output, cwd) => [
    writtenEffect(absolutePath(file_path, cwd), output?.structuredPatch),
  ],
  show: (output, language) => textBlocks(render(output), language),
}

async function editFile(given: EditInput, call: ToolCall): Promise<EditOutput> {
  const { path, edits, seen, change } = planEdit(given, call)
  const { noteMade } = madeEdits(call, path)
  let edited: Edited | undefined
  const written = await call.files.update(path, now => {
    edited = change(now)
    return edited.data
  })
  if (!edited) throw new Error('the file port wrote without asking for the content')
  call.files.markSeen(path, inEncoding(seenAfter(written, edited, seen), edited.encoding))
  noteMade(edits)
  return { ...describe(path, edits, edited), userModified: call.byPerson === true }
}

async function checkEdit(given: EditInput, call: ToolCall): Promise<void> {
  const { path, change } = planEdit(given, call)
  await call.files.tryUpdate(path, now => change(now).data)
}

function toLeave(given: EditInput, { text, after }: { text: string; after: string }): EditInput {
  const { file_path } = given
  return { file_path, ...replacing(text, after) }
}

const planEdit = (given: EditInput, call: ToolCall) => {
  const path = absolutePath(given.file_path, call.cwd)
  if (path.toLowerCase().endsWith('.ipynb')) throw new ToolError(says('notebook', { path }))
  const edits = editsOf(given)
  checkEdits(edits)
  const seen = call.files.seen(path)
  const change = (now: FileContent | undefined): Edited =>
    now
      ? changeFile(now, edits, { ...call, seen, wasMade: madeEdits(call, path).wasMade })
      : createFile(path, call.cwd, edits)
  return { path, edits, seen, change }
}

const editsOf = (given: EditInput): readonly Replacement[] => {
  const several = given.edits ?? []
  const list = several.length > 0 ? several : [given]
  return list.map(edit => ({
    oldText: edit.old_string ?? '',
    newText: edit.new_string ?? '',
    all: edit.replace_all ?? false,
  }))
}

const checkEdits = (edits: readonly Replacement[]): void => {
  const same = edits.findIndex(edit => edit.oldText === edit.newText)
  if (same < 0) return
  throw new ToolError(
    edits.length > 1 ? says('sameOf', { number: same + 1, total: edits.length }) : says('same'),
  )
}

interface Edited {
  readonly data: Uint8Array
  readonly before: string
  readonly after: string
  readonly firstLine: number
  readonly stale: boolean
  readonly lines?: SeenFile['lines']
  readonly replacements: number
  /** Absent: UTF-8. */
  readonly encoding?: string
  /** `before` and `after` begin at this line of the file. */
  readonly partFrom?: number
}

const createFile = (path: string, cwd: string, edits: readonly Replacement[]): Edited => {
  if (edits[0]?.oldText !== '')
    throw new ToolError(says('missing', { missing: missingMessage(path, path, cwd) }))
  const { text, replacements } = changeText('', edits)
  return { data: Buffer.from(text), before: '', after: text, firstLine: 1, stale: false, replacements }
}

interface Knowing extends Pick<ToolCall, 'secrets' | 'byPerson'> {
  readonly seen: SeenFile | undefined
  wasMade(edit: Replacement): boolean
}

/** Runs between read and write: checks that the edits apply to what the model knows, then makes them. */
const changeFile = (now: FileContent, edits: readonly Replacement[], knowing: Knowing): Edited => {
  const { seen } = knowing
  if (!seen && now.data.length > 0) throw new ToolError(says('unread', { path: now.path }))
  const stale = seen !== undefined && hasChanged(now, seen)
  // Of a file that changed, the model does not know how many places there are now.
  const made = stale ? edits.map(edit => ({ ...edit, all: false })) : edits
  try {
    if (now.data.length > LARGE_BYTES) return changeLarge(now, made, stale)
    return changeDecoded(now, made, {
      ...knowing,
      lines: stale || seen?.excerpt ? undefined : seen?.lines,
      stale,
    })
  } catch (error) {
    if (!stale || !(error instanceof ToolError)) throw error
    throw new ToolError(says('stale', { why: error.localized, path: now.path }))
  }
}

const changeDecoded = (
  now: FileContent,
  edits: readonly Replacement[],
  knowing: Knowing & { readonly lines: SeenFile['lines']; readonly stale: boolean },
): Edited => {
  const decoded = decodeFile(now, knownEncoding(now, knowing.seen))
  if (!decoded) throw new ToolError(says('binary', { path: now.path }))
  const meant = edits.map(edit => knowing.secrets?.restore(edit, decoded.text) ?? edit)
  const change = changeText(decoded.text, meant, knowing)
  return {
    data: encodedText({ ...now, ...decoded }, change.text),
    encoding: decoded.encoding,
    before: decoded.text,
    after: change.text,
    firstLine: change.firstLine,
    replacements: change.replacements,
    stale: knowing.stale,
    ...(change.lines ? { lines: change.lines } : {}),
  }
}

const changeLarge = (now: FileContent, edits: readonly Replacement[], stale: boolean): Edited => {
  const [edit, ...more] = edits
  if (!edit || more.length > 0 || edit.oldText === '')
    throw new ToolError(says('large', { path: now.path, size: now.size }))
  const { firstLine, ...change } = editLarge(now, edit)
  return { ...change, firstLine, stale, partFrom: firstLine }
}

const seenAfter = (written: FileContent, edited: Edited, seen: SeenFile | undefined): SeenFile => {
  // What changed behind the model's back is in the result, or is told there to be unknown: its own edit is no news.
  if (edited.stale && showsAll(edited)) return seenContent(written, 'write')
  // Pieces nobody noted are all that is left to say when lines were edited without looking at which.
  if (seen?.excerpt || edited.stale) return { ...seenContent(written, 'write'), excerpt: true }
  return seenContent(written, 'write', edited.partFrom === undefined ? edited.lines : seen?.lines)
}

const describe = (path: string, edits: readonly Replacement[], edited: Edited): EditOutput => {
  const shift = (edited.partFrom ?? 1) - 1
  const made = edits.map(({ oldText, newText, all }) => ({
    oldString: oldText,
    newString: newText,
    replaceAll: all,
  }))
  const [first = { oldString: '', newString: '', replaceAll: false }] = made
  const isKept = edited.partFrom === undefined && edited.before.length <= MAX_KEPT_CHARS
  return {
    filePath: path,
    oldString: first.oldString,
    newString: first.newString,
    originalFile: isKept ? edited.before : null,
    structuredPatch: patchOf(edited.before, edited.after).map(hunk => ({
      ...hunk,
      oldStart: hunk.oldStart + shift,
      newStart: hunk.newStart + shift,
    })),
    userModified: false,
    replaceAll: first.replaceAll,
    ...(made.length > 1 || first.replaceAll ? { replacements: edited.replacements } : {}),
    ...(made.length > 1 ? { edits: made } : {}),
    ...(edited.stale ? { changedSinceRead: linesAround(edited), shownWhole: showsAll(edited) } : {}),
  }
}

/** The lines of a text; what ends it does not begin another. */
const linesOf = ({ after, partFrom }: Edited): readonly string[] => {
  const text = toLineFeeds(after)
  return (partFrom === undefined && text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}

const around = ({ firstLine, partFrom = 1 }: Edited): { readonly from: number; readonly to: number } => {
  const place = firstLine - partFrom + 1
  return { from: Math.max(1, place - CONTEXT_LINES), to: place + CONTEXT_LINES }
}

const showsAll = (edited: Edited): boolean => {
  const { from, to } = around(edited)
  return edited.partFrom === undefined && from === 1 && linesOf(edited).length <= to
}

const linesAround = (edited: Edited): string => {
  const { from, to } = around(edited)
  const shift = (edited.partFrom ?? 1) - 1
  return linesOf(edited)
    .slice(from - 1, to)
    .map((content, index) => `${from + shift + index}→${content}`)
    .join('\n')
}

const render = (output: EditOutput): LocalizedText => {
  const { filePath, changedSinceRead, shownWhole } = output
  const done = says('edited', { path: filePath, count: countOf(output) })
  if (changedSinceRead === undefined) return done
  const rest = shownWhole ? '' : says('readRest')
  return says('changedSince', { done, rest, text: escapeInvisible(changedSinceRead) })
}

/** One edit in one place needs no number. */
const countOf = ({ replacements }: EditOutput): Text => {
  if (replacements === undefined) return ''
  return says('replaced', { count: replacements })
}
