import * as z from 'zod'
import { encodingName } from '../../../lib/encoding/encodings.ts'
import { decodeFile } from '../../../lib/encoding/file-text.ts'
import type { DecodedText } from '../../../lib/encoding/text-bytes.ts'
import { joinRanges } from '../../../lib/line-ranges.ts'
import { inTurns } from '../../../lib/work/in-steps.ts'
import type { ResultBlock } from '../../../protocol/message.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import {
  type FileContent,
  type FileFacts,
  type Tool,
  type ToolCall,
  ToolError,
} from '../../../protocol/tool.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { absolutePath } from '../file-path.ts'
import { fields, givenOf, plainText, someText, whole } from '../input-fields.ts'
import { missingMessage } from '../missing-path.ts'
import { hashed, knownEncoding, markShown } from '../seen-content.ts'
import { textBlocks, withNotes } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { type FileKind, fileKind } from './file-kind.ts'
import { present } from './present.ts'
import { type ImageOutput, MAX_IMAGE_BYTES, readImage, renderImage } from './read-image.ts'
import { MAX_NOTEBOOK_BYTES, type NotebookReadOutput, readNotebook, renderNotebook } from './read-notebook.ts'
import { MAX_PDF_BYTES, type PdfOutput, readPdf, renderPdf } from './read-pdf.ts'
import { screenshotTwin } from './screenshot-name.ts'
import { noteShown, tellUnchanged } from './shown-before.ts'
import { streamLines } from './stream-lines.ts'
import { CHARS_PER_TOKEN, excerpt, type LineRange, renderText, type TextOutput } from './text-excerpt.ts'

const says = modelTexts('read', {
  encoding: {
    en: 'The file is in {encoding}; edits keep that.',
    zh: '文件编码为 {encoding}；修改会保持该编码。',
  },
  damaged: {
    en: 'The file is in {encoding}, but some bytes are no characters: each is shown as \ufffd and stays as it is.',
    zh: '文件编码为 {encoding}，但有些字节不是字符：显示为 \ufffd，并保持原样。',
  },
  unchanged: {
    en: '({path} is unchanged since you last read this; the earlier result still holds. If you cannot see it any more, read it once more.)',
    zh: '（{path} 自上次读取后没有变化；先前的结果仍然有效。如果已看不到，请再读一次。）',
  },
  unused: { en: '(Not used for this file: {fields}.)', zh: '（对此文件未使用：{fields}。）' },
  binary: {
    en: '{path} is a binary file and cannot be read as text. Examine it with a program through Bash, such as `file` or `xxd`.',
    zh: '{path} 是二进制文件，不能作为文本读取。请通过 Bash 用程序查看，如 `file` 或 `xxd`。',
  },
  binaryOf: {
    en: '{path} is {what} and cannot be read as text. Examine it with a program through Bash, such as `file` or `xxd`.',
    zh: '{path} 不能作为文本读取（{what}）。请通过 Bash 用程序查看，如 `file` 或 `xxd`。',
  },
  largeText: {
    en: '{path} has {size:number} bytes, more than the {most:number} that can be read at once. Read a part with offset and limit, or find the place with Grep first.',
    zh: '{path} 有 {size:number} 字节，超过一次可读的 {most:number} 字节。请用 offset 和 limit 读取一部分，或先用 Grep 找到位置。',
  },
  large: {
    en: '{path} has {size:number} bytes, more than the {most:number} that can be read at once. Make a smaller version of it through Bash first.',
    zh: '{path} 有 {size:number} 字节，超过一次可读的 {most:number} 字节。请先通过 Bash 生成较小的版本。',
  },
})

const DESCRIPTION = {
  en: `Reads a file and shows it as \`number→line\`; number and arrow are not part of the file.
Up to 2,000 lines from the start unless \`offset\` and \`limit\` say otherwise; use them for long files. Shows images, the text of PDF documents (\`pages\` for more than 10 pages) and notebooks (\`offset\` and \`limit\` count cells).`,
  zh: `读取文件，显示为 \`行号→行\`；行号和箭头不属于文件内容。
默认从头最多 2,000 行；长文件请用 \`offset\` 和 \`limit\`。可显示图片、PDF 的文本（超过 10 页用 \`pages\`）和笔记本（\`offset\` 与 \`limit\` 按单元格计）。`,
}

const input = fields({
  file_path: someText({
    en: 'Absolute or relative',
    zh: '绝对路径，或相对于工作目录',
  }),
  offset: whole({ min: 0 }, { en: 'First line, from 1', zh: '起始行，从 1 起' }).optional(),
  limit: whole({ min: 1 }, { en: 'Number of lines', zh: '行数' }).optional(),
  pages: z
    .preprocess(
      value => (typeof value === 'number' ? String(value) : value),
      plainText({ en: 'PDF pages: "1-5"', zh: 'PDF 页码："1-5"' }),
    )
    .optional(),
})
type ReadInput = z.output<typeof input>

interface UnchangedOutput {
  readonly type: 'file_unchanged'
  readonly file: { readonly filePath: string }
}

export type ReadOutput = (TextOutput | ImageOutput | PdfOutput | NotebookReadOutput | UnchangedOutput) & {
  /** Fields of the call that say nothing about this kind of file. */
  readonly unused?: readonly string[]
}

const MAX_WHOLE_BYTES = 256 * 1024
/** Up to here a range is cut out of the whole; what is larger is read in windows. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
const SNIFFED_BYTES = 16

export const readTool: Tool<ReadInput, ReadOutput> = {
  name: 'Read',
  present,
  groups: ['bare', 'served', 'reading', 'remote'],
  description: DESCRIPTION,
  input,
  clearable: true,
  access: ({ file_path }, cwd) => {
    const path = absolutePath(file_path, cwd)
    const twin = screenshotTwin(path)
    return [path, ...(twin === undefined ? [] : [twin])].map(each => ({ kind: 'read', path: each }))
  },
  parallel: () => true,
  observe: (given, cwd) => ({ ...given, file_path: absolutePath(given.file_path, cwd) }),
  run: withoutProgress(async (given, call) => {
    const output = await readFile(given, call)
    return 'notes' in output ? withNotes(output, call.language) : output
  }),
  show: (output, language) => [
    ...render(output, language),
    ...(output.unused ? textBlocks(says('unused', { fields: output.unused.join(', ') }), language) : []),
  ],
  maxResultChars: 160_000,
  data: forScript,
}

async function readFile(given: ReadInput, call: ToolCall): Promise<ReadOutput> {
  const facts = findFile(given.file_path, call)
  const kind = await kindOf(facts, call)
  const isRange = given.offset !== undefined || given.limit !== undefined || call.whole !== undefined
  if (kind === 'text' && isRange && facts.size > MAX_HELD_BYTES) return readInWindows(facts, given, call)
  const maxBytes = limitOf(kind, isRange)
  if (facts.size > maxBytes) throw new ToolError(largeMessage(facts, kind, maxBytes))
  const read = await call.files.read(facts, { maxBytes })
  const content = call.whole ? await inTurns(hashed(read)) : read
  if (!call.whole && call.files.seen(content)?.by === 'read' && tellUnchanged(call, content, given))
    return { type: 'file_unchanged', file: { filePath: facts.path } }
  const reading = readKind(content, given, call)
  // Text without a pause: of two reads in one reply the second finds what the first has shown.
  const output: ReadOutput = reading instanceof Promise ? await reading : reading
  if (!call.whole) noteShown(call, content, given)
  return withUnused(output, given)
}

const withUnused = (output: ReadOutput, given: ReadInput): ReadOutput => {
  const unused = givenOf(given, UNUSED[output.type])
  return unused.length === 0 ? output : { ...output, unused }
}

/** Fields that say nothing about a file of the kind. */
const UNUSED: Readonly<Record<ReadOutput['type'], readonly (keyof ReadInput)[]>> = {
  text: ['pages'],
  notebook: ['pages'],
  image: ['offset', 'limit', 'pages'],
  pdf: ['offset', 'limit'],
  file_unchanged: [],
}

const findFile = (given: string, call: ToolCall): FileFacts => {
  const path = absolutePath(given, call.cwd)
  const twin = screenshotTwin(path)
  const facts = call.files.facts(path) ?? (twin === undefined ? undefined : call.files.facts(twin))
  if (!facts) throw new ToolError(missingMessage(given, path, call.cwd))
  return facts
}

type Kind = 'text' | 'image' | 'pdf' | 'notebook'

/** Only what is too large to be read whole anyway is looked at beforehand. */
const kindOf = async (facts: FileFacts, call: ToolCall): Promise<Kind> => {
  if (isNotebook(facts.path)) return 'notebook'
  if (facts.size <= MAX_WHOLE_BYTES) return 'text'
  const start = await call.files.read(facts, { maxBytes: SNIFFED_BYTES, from: 0 })
  const kind = fileKind(start.data)
  if (kind?.kind === 'binary') throw new ToolError(binaryMessage(facts.path, kind))
  return kind?.kind ?? 'text'
}

const isNotebook = (path: string): boolean => path.toLowerCase().endsWith('.ipynb')

const limitOf = (kind: Kind, isRange: boolean): number => {
  if (kind === 'image') return MAX_IMAGE_BYTES
  if (kind === 'pdf') return MAX_PDF_BYTES
  if (kind === 'notebook') return MAX_NOTEBOOK_BYTES
  return isRange ? MAX_HELD_BYTES : MAX_WHOLE_BYTES
}

type Reading = ReadOutput | Promise<ReadOutput>

const readKind = (content: FileContent, given: ReadInput, call: ToolCall): Reading => {
  const kind = fileKind(content.data)
  const shown = (output: ReadOutput): ReadOutput => shownWhole(output, content, call)
  if (kind?.kind === 'image') return readImage(content, kind.mediaType).then(shown)
  if (kind?.kind === 'pdf') return readPdf(content, given.pages, call).then(shown)
  const decoded = decodeFile(content, knownEncoding(content, call.files.seen(content)))
  if (!decoded || kind) throw new ToolError(binaryMessage(content.path, kind))
  if (isNotebook(content.path) && decoded.text.trim() !== '')
    return readNotebook(content, decoded.text, given).then(output => {
      const { startCell, cells, totalCells: total } = output.file
      const range = { from: startCell, to: startCell + cells.length - 1, total }
      markRange(content, { ...range, encoding: decoded.encoding }, call)
      return output
    })
  const output = excerpt(content.path, decoded.text.replaceAll('\r\n', '\n'), ranged(given, call))
  const { startLine, numLines, totalLines: total } = output.file
  const range = { from: startLine, to: startLine + numLines - 1, total }
  markRange(content, { ...range, encoding: decoded.encoding }, call)
  return { ...output, notes: [...output.notes, ...encodingNotes(decoded)] }
}

const encodingNotes = ({ encoding, damaged }: DecodedText): readonly LocalizedText[] => {
  const named = { encoding: encodingName(encoding) }
  if (damaged) return [says('damaged', named)]
  return encoding === 'utf-8' ? [] : [says('encoding', named)]
}

const ranged = ({ offset, limit }: ReadInput, { files, whole }: ToolCall): LineRange => ({
  offset,
  ...(whole ? { limit: limit ?? Number.POSITIVE_INFINITY, asItIs: true } : { limit }),
  maxChars:
    whole?.maxChars ?? (files.readTokens === undefined ? undefined : files.readTokens * CHARS_PER_TOKEN),
})

const shownWhole = <O>(output: O, content: FileContent, call: ToolCall): O => {
  markShown(call.files, content)
  return output
}

/** Lines of a text, cells of a notebook. A range past the end shows nothing, so nothing has been seen. */
const markRange = (
  content: FileContent,
  range: {
    readonly from: number
    readonly to: number
    readonly total: number
    readonly encoding: string
  },
  call: ToolCall,
): void => {
  if (range.to >= range.from || range.total === 0)
    markShown(call.files, content, {
      lines: [{ from: range.from, to: range.to }],
      total: range.total,
      encoding: range.encoding,
    })
}

const readInWindows = async (facts: FileFacts, given: ReadInput, call: ToolCall): Promise<TextOutput> => {
  const { output, seen } = await streamLines(facts, ranged(given, call), call)
  const before = call.files.seen(facts)
  const isSame = before?.lines && before.mtimeMs === seen.mtimeMs && before.size === seen.size
  const lines = isSame ? joinRanges(before.lines, seen.lines ?? []) : seen.lines
  if (output.file.numLines > 0) call.files.markSeen(facts, { ...seen, ...(lines ? { lines } : {}) })
  return output
}

function render(output: ReadOutput, language?: PromptLanguage): readonly ResultBlock[] {
  switch (output.type) {
    case 'text':
      return [{ type: 'text', text: renderText(output, language) }]
    case 'image':
      return renderImage(output, language)
    case 'pdf':
      return renderPdf(output, language)
    case 'notebook':
      return renderNotebook(output, language)
    case 'file_unchanged':
      return [
        {
          type: 'text',
          text: forModel(says('unchanged', { path: output.file.filePath }), language),
        },
      ]
  }
}

/** What a script gets of it; of a picture only that it is one, for it is attached to the result of the script. */
function forScript(output: ReadOutput): unknown {
  switch (output.type) {
    case 'text': {
      const { filePath: path, content: text, startLine, totalLines, truncatedByTokenCap } = output.file
      return { path, text, startLine, totalLines, ...(truncatedByTokenCap ? { truncated: true } : {}) }
    }
    case 'notebook': {
      const { filePath: path, cells, totalCells } = output.file
      return { path, cells, totalCells }
    }
    case 'pdf':
      return {
        path: output.file.filePath,
        pages: output.file.pages.map(({ page, text }) => ({ page, text })),
        totalPages: output.file.totalPages,
      }
    default:
      return { type: output.type }
  }
}

const binaryMessage = (path: string, kind: FileKind | undefined): LocalizedText =>
  kind?.kind === 'binary' ? says('binaryOf', { path, what: kind.what }) : says('binary', { path })

const largeMessage = ({ path, size }: FileFacts, kind: Kind, most: number): LocalizedText =>
  says(kind === 'text' ? 'largeText' : 'large', { path, size, most })
