import * as z from 'zod'
import { encodingName } from '../../../lib/encoding/encodings.ts'
import { decodeFile } from '../../../lib/encoding/file-text.ts'
import type { DecodedText } from '../../../lib/encoding/text-bytes.ts'
import { intendedTags } from '../../../lib/harness-tags.ts'
import { sentences } from '../../../protocol/messages/layout.ts'
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
import { fields, someText } from '../input-fields.ts'
import { type PatchHunk, patchOf } from '../patch.ts'
import { sayRanges } from '../say-ranges.ts'
import { countLines, hasChanged, inEncoding, knownEncoding, seenContent } from '../seen-content.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { writtenEffect } from '../written-effect.ts'
import { present } from './present.ts'

const says = modelTexts('write', {
  created: {
    en: { one: 'Created {path} ({count:number} line).', other: 'Created {path} ({count:number} lines).' },
    zh: '已创建 {path}（{count:number} 行）。',
  },
  overwrote: {
    en: { one: 'Overwrote {path} ({count:number} line).', other: 'Overwrote {path} ({count:number} lines).' },
    zh: '已覆盖 {path}（{count:number} 行）。',
  },
  kept: { en: 'It is still {kept}.', zh: '仍为 {kept}。' },
  restored: {
    en: 'Where results show \\u{3c} for the sign that opens a tag, the file has the sign itself.',
    zh: '结果中以 \\u{3c} 显示标签起始符之处，文件里就是该符号本身。',
  },
  partlyRead: {
    en: 'Only lines {lines} of {path} have been read. Read the rest first, or use Edit.',
    zh: '{path} 只读过第 {lines} 行。请先读取其余部分，或使用 Edit。',
  },
  unread: {
    en: '{path} exists but has not been read. Read it first, then write it.',
    zh: '{path} 已存在但尚未读过。请先 Read，再写入。',
  },
  changed: {
    en: '{path} has changed on disk since it was read. Read it again, then write it.',
    zh: '{path} 在读取之后已在磁盘上改变。请重新读取，再写入。',
  },
  parts: {
    en: 'Only parts of {path} have been seen. Read it whole first, or use Edit.',
    zh: '{path} 只看过一部分。请先完整读取，或使用 Edit。',
  },
})

const input = fields({
  file_path: someText({
    en: 'Absolute or relative',
    zh: '绝对路径，或相对于工作目录',
  }),
  content: z.string(),
})
type WriteInput = z.output<typeof input>

export interface WriteOutput {
  readonly type: 'create' | 'update'
  readonly filePath: string
  readonly content: string
  readonly structuredPatch: readonly PatchHunk[]
  /** null when the file is new, was no text, or was too large to keep. */
  readonly originalFile: string | null
  /** What of the file's form was kept: its encoding, its line ends. */
  readonly kept?: readonly string[]
  /** Tags that results show with an escape were written as tags. */
  readonly restoredTags?: true
}

const MAX_KEPT_BYTES = 1024 * 1024
const EMPTY = { text: '' }

export const writeTool: Tool<WriteInput, WriteOutput> = {
  name: 'Write',
  present,
  groups: ['served', 'file_writing', 'remote'],
  description: {
    en: `Writes a whole file, creating it and its directories if needed. An existing file must have been read with Read first, whole, and not have changed since. To change part of a file use Edit. Content is written as given, in the encoding and line ends the file has.`,
    zh: '写入整个文件，必要时创建文件及其目录。已有文件须先用 Read 完整读过，且此后没有变化。只改一部分请用 Edit。内容按原样写入，沿用文件原有的编码和换行符。',
  },
  input,
  access: ({ file_path }, cwd) => [{ kind: 'write', path: absolutePath(file_path, cwd) }],
  observe: (given, cwd) => ({ ...given, file_path: absolutePath(given.file_path, cwd) }),
  preview: ({ content }, { text = '' }) => withItsEnds(intendedTags(content, text), text).text,
  toLeave: (given, { after }) => ({ ...given, content: after }),
  async check({ file_path, content }, call) {
    const path = absolutePath(file_path, call.cwd)
    const seen = call.files.seen(path)
    await call.files.tryUpdate(path, now => {
      if (now) checkSeen(now, seen)
      return newContent(now, content, seen).data
    })
  },
  run: withoutProgress(writeWhole),
  effects: ({ file_path }, output, cwd) => {
    const effect = writtenEffect(absolutePath(file_path, cwd), output?.structuredPatch)
    return [
      output?.type === 'create'
        ? { ...effect, detail: `created, ${said(countLines(output.content))}` }
        : effect,
    ]
  },
  show: ({ type, filePath, content, restoredTags, kept }, language) => {
    const said = [
      says(type === 'create' ? 'created' : 'overwrote', { path: filePath, count: countLines(content) }),
      ...(kept ? [says('kept', { kept: kept.join(', ') })] : []),
      ...(restoredTags ? [says('restored')] : []),
    ]
    return textBlocks(sentences(said), language)
  },
}

interface NewContent {
  readonly data: Uint8Array
  readonly text: string
  /** What the file was before, if it was text. */
  readonly before?: DecodedText
  readonly kept: readonly string[]
}

/** A file with Windows line ends keeps them. */
const withItsEnds = (
  meant: string,
  before: string,
): { readonly text: string; readonly keepsEnds: boolean } => {
  const keepsEnds = meant.includes('\n') && !meant.includes('\r') && isAllCrlf(before)
  return { text: keepsEnds ? meant.replaceAll('\n', '\r\n') : meant, keepsEnds }
}

/**
 * A copy of what results show, escapes and all, must not become the file. What is not shown of it stays as it was: its
 * encoding, its mark, and line ends where all are CRLF.
 */
const newContent = (
  now: FileContent | undefined,
  content: string,
  seen: SeenFile | undefined,
): NewContent => {
  const before = now && now.data.length > 0 ? decodeFile(now, knownEncoding(now, seen)) : undefined
  const meant = intendedTags(content, before?.text ?? '')
  if (!now || !before) return { data: Buffer.from(meant, 'utf8'), text: meant, kept: [] }
  const { text, keepsEnds } = withItsEnds(meant, before.text)
  const kept = [
    ...(before.encoding === 'utf-8' ? [] : [encodingName(before.encoding)]),
    ...(keepsEnds ? ['CRLF'] : []),
  ]
  return { data: encodedText({ ...now, ...before }, text, 'replaced'), text, before, kept }
}

const isAllCrlf = (text: string): boolean => text.includes('\r\n') && !/(?<!\r)\n/.test(text)

async function writeWhole(given: WriteInput, call: ToolCall): Promise<WriteOutput> {
  const path = absolutePath(given.file_path, call.cwd)
  const seen = call.files.seen(path)
  let before: FileContent | undefined
  let made: NewContent | undefined
  const written = await call.files.update(path, now => {
    if (now) checkSeen(now, seen)
    before = now
    made = newContent(now, given.content, seen)
    return made.data
  })
  if (!made) throw new Error('the file port wrote without asking for the content')
  const { text: content, kept } = made
  call.files.markSeen(path, inEncoding(seenContent(written, 'write'), made.before?.encoding))
  const original =
    before && before.size <= MAX_KEPT_BYTES ? (before.size === 0 ? EMPTY : made.before) : undefined
  return {
    type: before ? 'update' : 'create',
    filePath: path,
    content,
    structuredPatch: original ? patchOf(original.text, content) : [],
    originalFile: original?.text ?? null,
    ...(kept.length > 0 ? { kept } : {}),
    ...(content.replaceAll('\r', '') === given.content.replaceAll('\r', '') ? {} : { restoredTags: true }),
  }
}

/** Nothing is overwritten that the model does not know. */
const checkSeen = (now: FileContent, seen: SeenFile | undefined): void => {
  // Nothing is lost with an empty file.
  if (now.data.length === 0) return
  if (!seen || seen.lines?.length === 0) throw new ToolError(says('unread', { path: now.path }))
  if (hasChanged(now, seen)) throw new ToolError(says('changed', { path: now.path }))
  if (seen.excerpt) throw new ToolError(says('parts', { path: now.path }))
  if (seen.lines) throw new ToolError(says('partlyRead', { lines: sayRanges(seen.lines), path: now.path }))
}

const said = (lines: number): string => `${lines} line${lines === 1 ? '' : 's'}`
