import { dirname } from 'node:path'
import type { z } from 'zod'
import { decodeText } from '../../../lib/text-file.ts'
import {
  type FileContent,
  type SeenFile,
  type Tool,
  type ToolCall,
  ToolError,
} from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fields, someText, whole } from '../input-fields.ts'
import { hasChanged, seenContent } from '../seen-content.ts'
import { withoutProgress } from '../without-progress.ts'
import { binaryMessage } from './binary-kind.ts'
import { READ_PROMPT } from './prompt.ts'
import { similarPaths } from './similar-paths.ts'

const input = fields({
  file_path: someText('Absolute, or relative to the working directory'),
  offset: whole({ min: 0 }, 'First line, from 1').optional(),
  limit: whole({ min: 1 }, 'Number of lines').optional(),
})
type ReadInput = z.output<typeof input>

export interface ReadOutput {
  readonly type: 'text'
  readonly file: {
    readonly filePath: string
    readonly content: string
    readonly numLines: number
    readonly startLine: number
    readonly totalLines: number
    readonly truncatedByTokenCap?: true
  }
  /** What the content alone does not tell. */
  readonly notes: readonly string[]
}

const DEFAULT_LINES = 2000
const MAX_LINE_CHARS = 2000
const MAX_WHOLE_BYTES = 256 * 1024
/** Ranges of larger files belong to tools that need not hold the whole. */
const MAX_RANGE_BYTES = 64 * 1024 * 1024
/** 25,000 tokens at four characters each. */
const MAX_CHARS = 100_000

export const readTool: Tool<ReadInput, ReadOutput> = {
  name: 'Read',
  description: READ_PROMPT,
  input,
  access: ({ file_path }, cwd) => [{ kind: 'read', path: absolutePath(file_path, cwd) }],
  parallel: () => true,
  observe: (given, cwd) => ({ ...given, file_path: absolutePath(given.file_path, cwd) }),
  run: withoutProgress(readFile),
  show: output => [{ type: 'text', text: render(output) }],
  maxResultChars: 160_000,
}

async function readFile(given: ReadInput, call: ToolCall): Promise<ReadOutput> {
  const path = absolutePath(given.file_path, call.cwd)
  const facts = call.files.facts(path)
  if (!facts) throw new ToolError(missingMessage(path, call.cwd))
  const isRange = given.offset !== undefined || given.limit !== undefined
  if (!isRange && facts.size > MAX_WHOLE_BYTES) throw new ToolError(largeMessage(path, facts.size))
  const content = await call.files.read(path, { maxBytes: isRange ? MAX_RANGE_BYTES : MAX_WHOLE_BYTES })
  const decoded = decodeText(content.data)
  const binary = binaryMessage(path, content.data, decoded !== undefined)
  if (!decoded || binary)
    throw new ToolError(binary ?? `${path} is a binary file and cannot be read as text.`)
  const output = excerpt(path, decoded.text.replaceAll('\r\n', '\n'), given)
  markSeen(content, output, call)
  if (decoded.encoding !== 'latin1') return output
  return { ...output, notes: [...output.notes, 'The file is not valid UTF-8; it is shown as Latin-1.'] }
}

const excerpt = (path: string, text: string, given: ReadInput): ReadOutput => {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const startLine = Math.max(1, given.offset ?? 1)
  const wanted = lines.slice(startLine - 1, startLine - 1 + (given.limit ?? DEFAULT_LINES))
  const shown: string[] = []
  let chars = 0
  let cutLines = 0
  for (const line of wanted) {
    const kept = line.length > MAX_LINE_CHARS ? line.slice(0, MAX_LINE_CHARS) : line
    chars += kept.length + 8
    if (chars > MAX_CHARS) break
    if (kept.length < line.length) cutLines++
    shown.push(kept)
  }
  const capped = shown.length < wanted.length
  return {
    type: 'text',
    file: {
      filePath: path,
      content: shown.join('\n'),
      numLines: shown.length,
      startLine,
      totalLines: lines.length,
      ...(capped ? { truncatedByTokenCap: true } : {}),
    },
    notes: notesFor({ startLine, shown: shown.length, total: lines.length, cutLines }),
  }
}

const notesFor = (part: {
  readonly startLine: number
  readonly shown: number
  readonly total: number
  readonly cutLines: number
}): readonly string[] => {
  if (part.total === 0) return ['The file is empty.']
  if (part.startLine > part.total)
    return [`The file has only ${part.total} lines; offset ${part.startLine} is past its end.`]
  const last = part.startLine + part.shown - 1
  return [
    ...(part.cutLines > 0 ? [`${part.cutLines} long lines are cut at ${MAX_LINE_CHARS} characters.`] : []),
    ...(last < part.total
      ? [`Lines ${part.startLine}–${last} of ${part.total}. Go on with offset ${last + 1}.`]
      : []),
  ]
}

const render = ({ file, notes }: ReadOutput): string => {
  const lines = file.numLines === 0 ? [] : file.content.split('\n')
  const numbered = lines.map((line, index) => `${file.startLine + index}→${line}`)
  return [...numbered, ...notes.map(note => `(${note})`)].join('\n')
}

/** Ranges that touch grow together, so that a file read in pages counts as read whole in the end. */
const markSeen = (content: FileContent, { file }: ReadOutput, call: ToolCall): void => {
  const from = file.startLine
  const to = from + file.numLines - 1
  if (to < from && file.totalLines > 0) return
  const before = call.files.seen(content.path)
  const lines = before && !hasChanged(content, before) ? union(before.lines, { from, to }) : { from, to }
  const isWhole = !lines || (lines.from <= 1 && lines.to >= file.totalLines)
  call.files.markSeen(content.path, seenContent(content, 'read', isWhole ? undefined : lines))
}

const union = (a: SeenFile['lines'], b: { from: number; to: number }): SeenFile['lines'] => {
  if (!a) return undefined
  if (b.from > a.to + 1 || a.from > b.to + 1) return b
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
}

const missingMessage = (path: string, cwd: string): string => {
  const similar = similarPaths(path, cwd)
  const hint =
    similar.length > 0
      ? ` Did you mean ${similar.join(' or ')}?`
      : ` Look for it with Glob (in ${dirname(path)}).`
  return `${path} does not exist.${hint}`
}

const largeMessage = (path: string, size: number): string =>
  `${path} has ${size} bytes, more than the ${MAX_WHOLE_BYTES} that can be read at once. ` +
  'Read a part with offset and limit, or find the place with Grep first.'
