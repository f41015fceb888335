import { createHash } from 'node:crypto'
import * as z from 'zod'
import { decodeFile } from '../../../lib/encoding/file-text.ts'
import { intendedTags } from '../../../lib/harness-tags.ts'
import { afterReplacing, holdsLines, joinRanges, type LineRanges } from '../../../lib/line-ranges.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
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
import { fieldMeta, fields, givenOf, plainText, someText } from '../input-fields.ts'
import { type Notebook, type NotebookCell, parseNotebook } from '../notebook.ts'
import { type PatchHunk, patchOf } from '../patch.ts'
import { sayRanges } from '../say-ranges.ts'
import { hasChanged, inEncoding, knownEncoding, seenContent } from '../seen-content.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { writtenEffect } from '../written-effect.ts'
import { type CellChange, changeCells } from './change-cells.ts'
import { present } from './present.ts'

const says = modelTexts('notebookEdit', {
  replaced: { en: 'Replaced cell {id} in {path}.', zh: '已替换 {path} 中的单元格 {id}。' },
  inserted: { en: 'Inserted cell {id} in {path}.', zh: '已在 {path} 中插入单元格 {id}。' },
  deleted: { en: 'Deleted cell {id} in {path}.', zh: '已删除 {path} 中的单元格 {id}。' },
  noCells: {
    en: 'The notebook has no cells. Insert one without cell_id.',
    zh: '笔记本没有单元格。请不带 cell_id 插入一个。',
  },
  noCell: {
    en: 'There is no cell {id}. Cells: {known}{more}.',
    zh: '没有单元格 {id}。现有：{known}{more}。',
  },
  other: {
    en: '{path} is not a notebook (.ipynb). Use Edit for other files.',
    zh: '{path} 不是笔记本（.ipynb）。其他文件请用 Edit。',
  },
  missing: {
    en: '{path} does not exist. Create it with Write first.',
    zh: '{path} 不存在。请先用 Write 创建。',
  },
  binary: { en: '{path} is a binary file, not a notebook.', zh: '{path} 是二进制文件，不是笔记本。' },
  unread: {
    en: '{path} has not been read. Read it first, then change its cells.',
    zh: '{path} 尚未读过。请先 Read，再修改单元格。',
  },
  changed: {
    en: '{path} has changed on disk since it was read. Read it again, then edit it.',
    zh: '{path} 在读取之后已在磁盘上改变。请重新读取，再编辑。',
  },
  cellUnread: {
    en: 'Cell {id} (number {number:number}) has not been read, only cells {read}. Read it first, with offset {offset:number}.',
    zh: '单元格 {id}（第 {number:number} 个）尚未读过，只读过 {read}。请先读取，offset 为 {offset:number}。',
  },
})

const shape = fields({
  notebook_path: someText({
    en: 'Absolute or relative',
    zh: '绝对路径，或相对于工作目录',
  }),
  cell_id: z.preprocess(value => (typeof value === 'number' ? String(value) : value), plainText()).optional(),
  new_source: z.string().optional(),
  cell_type: z.enum(['code', 'markdown']).optional(),
  edit_mode: z
    .enum(['replace', 'insert', 'delete'])
    .meta(fieldMeta({ en: 'Default: replace', zh: '默认：replace' }))
    .optional(),
})
type NotebookInput = z.output<typeof shape>

const input = shape.superRefine((given, context) => {
  const mode = given.edit_mode ?? 'replace'
  if (mode !== 'delete' && given.new_source === undefined)
    context.addIssue({
      code: 'custom',
      path: ['new_source'],
      message: `needed to ${mode} a cell`,
      params: { zh: `${mode} 单元格时必填` },
    })
  if (mode !== 'insert' && !given.cell_id)
    context.addIssue({
      code: 'custom',
      path: ['cell_id'],
      message: `needed to ${mode} a cell`,
      params: { zh: `${mode} 单元格时必填` },
    })
})

export interface NotebookEditOutput {
  readonly notebook_path: string
  readonly edit_mode: 'replace' | 'insert' | 'delete'
  readonly cell_id: string
  readonly cell_type: NotebookCell['type']
  readonly language: string
  readonly new_source: string
  readonly old_source?: string
  readonly structuredPatch: readonly PatchHunk[]
  /** null when it is too large to keep. */
  readonly original_file: string | null
  readonly updated_file: string | null
}

const MAX_KEPT_CHARS = 1024 * 1024
const MAX_NAMED_CELLS = 20

export const notebookEditTool: Tool<NotebookInput, NotebookEditOutput> = {
  name: 'NotebookEdit',
  present,
  groups: ['served', 'local'],
  description: {
    en: `Changes one cell of a Jupyter notebook that has been read with Read: replaces its source (what it printed is dropped), inserts a new cell after \`cell_id\` (at the start without one), or deletes it. Cells are named by the id Read shows; \`cell-N\` is the cell at place N, from 0.`,
    zh: '修改已用 Read 读过的 Jupyter 笔记本中的一个单元格：替换其源码（丢弃原有输出），在 `cell_id` 之后插入新单元格（不填则插在开头），或删除它。单元格用 Read 显示的 id 指定；`cell-N` 指位置 N 的单元格，从 0 起。',
  },
  deferred: {
    hint: { en: 'Jupyter notebook cells (.ipynb)', zh: '编辑 Jupyter 笔记本单元格（.ipynb）' },
  },
  input,
  unused: given =>
    given.edit_mode === 'delete'
      ? [...(given.new_source ? ['new_source'] : []), ...givenOf(given, ['cell_type'])]
      : [],
  access: ({ notebook_path }, cwd) => [{ kind: 'write', path: absolutePath(notebook_path, cwd) }],
  observe: (given, cwd) => ({ ...given, notebook_path: absolutePath(given.notebook_path, cwd) }),
  preview: (given, { path, text = '', callId }) =>
    changeCells(text, planChange(parseNotebook(path, text), given, callId)),
  check: checkNotebook,
  run: withoutProgress(editNotebook),
  effects: ({ notebook_path }, output, cwd) => [
    writtenEffect(absolutePath(notebook_path, cwd), output?.structuredPatch),
  ],
  show: (output, language) => textBlocks(render(output), language),
}

async function editNotebook(given: NotebookInput, call: ToolCall): Promise<NotebookEditOutput> {
  const { path, seen, change } = planEdit(given, call)
  let edited: Edited | undefined
  const written = await call.files.update(path, now => {
    edited = change(now)
    return edited.data
  })
  if (!edited) throw new Error('the file port wrote without asking for the content')
  const lines = seen?.lines && cellsAfter(seen.lines, edited.change)
  call.files.markSeen(path, inEncoding(seenContent(written, 'write', lines), edited.encoding))
  return edited.output
}

async function checkNotebook(given: NotebookInput, call: ToolCall): Promise<void> {
  const { path, change } = planEdit(given, call)
  await call.files.tryUpdate(path, now => change(now).data)
}

const planEdit = (given: NotebookInput, call: ToolCall) => {
  const path = absolutePath(given.notebook_path, call.cwd)
  if (!path.toLowerCase().endsWith('.ipynb')) throw new ToolError(says('other', { path }))
  const seen = call.files.seen(path)
  const change = (now: FileContent | undefined): Edited => {
    if (!now) throw new ToolError(says('missing', { path }))
    return changeNotebook(now, given, { seen, callId: call.id })
  }
  return { path, seen, change }
}

interface Edited {
  readonly data: Uint8Array
  readonly encoding: string
  readonly output: NotebookEditOutput
  readonly change: CellChange
}

/** Runs between read and write. */
const changeNotebook = (
  now: FileContent,
  given: NotebookInput,
  knowing: { readonly seen: SeenFile | undefined; readonly callId: string },
): Edited => {
  checkSeen(now, knowing.seen)
  const decoded = decodeFile(now, knownEncoding(now, knowing.seen))
  if (!decoded) throw new ToolError(says('binary', { path: now.path }))
  const notebook = parseNotebook(now.path, decoded.text)
  const change = planChange(notebook, given, knowing.callId)
  const old = change.mode === 'insert' ? undefined : notebook.cells[change.index]
  if (old) checkCellSeen(change.index, old, knowing.seen)
  const text = changeCells(decoded.text, change)
  const data = encodedText({ ...now, ...decoded }, text)
  const isKept = Math.max(text.length, decoded.text.length) <= MAX_KEPT_CHARS
  return {
    data,
    encoding: decoded.encoding,
    change,
    output: {
      notebook_path: now.path,
      edit_mode: change.mode,
      cell_id: idAfter(notebook, change),
      cell_type: change.mode === 'delete' ? (old?.type ?? 'code') : change.type,
      language: notebook.language,
      new_source: change.mode === 'delete' ? '' : change.source,
      ...(old ? { old_source: old.source } : {}),
      structuredPatch: patchOf(decoded.text, text),
      original_file: isKept ? decoded.text : null,
      updated_file: isKept ? text : null,
    },
  }
}

/** A cell is named, not quoted: nothing but an unchanged file tells that it is the one the model means. */
const checkSeen = (now: FileContent, seen: SeenFile | undefined): void => {
  if (!seen || seen.excerpt) throw new ToolError(says('unread', { path: now.path }))
  if (hasChanged(now, seen)) throw new ToolError(says('changed', { path: now.path }))
}

const checkCellSeen = (index: number, cell: NotebookCell, seen: SeenFile | undefined): void => {
  const lines = seen?.lines
  if (!lines || holdsLines(lines, { from: index + 1, to: index + 1 })) return
  throw new ToolError(
    says('cellUnread', { id: cell.id, number: index + 1, read: sayRanges(lines), offset: index + 1 }),
  )
}

/** What the model knows of the cells, which are counted from 1; what it wrote it knows. */
const cellsAfter = (known: LineRanges, { mode, index }: CellChange): LineRanges => {
  const [from, to] = [index + 1, mode === 'insert' ? index : index + 1]
  const left = afterReplacing(known, [{ from, to, lines: mode === 'delete' ? 0 : 1 }])
  return mode === 'delete' ? left : joinRanges(left, [{ from, to: from }])
}

const planChange = (notebook: Notebook, given: NotebookInput, callId: string): CellChange => {
  const mode = given.edit_mode ?? 'replace'
  const source = intendedTags(given.new_source ?? '', notebook.cells.map(cell => cell.source).join('\n'))
  if (mode === 'insert') {
    const index = given.cell_id ? findCell(notebook, given.cell_id) + 1 : 0
    const id = notebook.hasIds ? { id: newId(notebook, callId) } : {}
    return { mode, index, source, type: given.cell_type ?? 'code', ...id }
  }
  const index = findCell(notebook, given.cell_id ?? '')
  if (mode === 'delete') return { mode, index }
  const type = given.cell_type ?? notebook.cells[index]?.type ?? 'code'
  return { mode, index, source, type }
}

/** An id of a cell comes before its place: notebooks exist whose ids look like places. */
const findCell = ({ cells }: Notebook, id: string): number => {
  const byId = cells.findIndex(cell => cell.id === id)
  if (byId >= 0) return byId
  const place = /^(?:cell-)?(\d{1,9})$/.exec(id)?.[1]
  if (place !== undefined && Number(place) < cells.length) return Number(place)
  const known = cells.slice(0, MAX_NAMED_CELLS).map(cell => cell.id)
  const more = cells.length > known.length ? ` and ${cells.length - known.length} more` : ''
  throw new ToolError(
    cells.length === 0
      ? says('noCells')
      : says('noCell', { id: JSON.stringify(id), known: known.join(', '), more }),
  )
}

/** Made from the call, so that the same call gives the same file. */
const newId = ({ cells }: Notebook, callId: string): string => {
  const taken = new Set(cells.map(cell => cell.id))
  for (let attempt = 0; ; attempt++) {
    const id = createHash('sha1').update(`${callId} ${attempt}`).digest('hex').slice(0, 8)
    if (!taken.has(id)) return id
  }
}

const idAfter = (notebook: Notebook, change: CellChange): string =>
  change.mode === 'insert'
    ? (change.id ?? `cell-${change.index}`)
    : (notebook.cells[change.index]?.id ?? `cell-${change.index}`)

const DONE = { replace: 'replaced', insert: 'inserted', delete: 'deleted' } as const

const render = ({ edit_mode, cell_id, notebook_path }: NotebookEditOutput): LocalizedText =>
  says(DONE[edit_mode], { id: String(cell_id), path: notebook_path })
