import { type Encoding, encodingName, isWide, unitLength } from '../../../lib/encoding/encodings.ts'
import { fileEncoding } from '../../../lib/encoding/file-text.ts'
import { encodeNew } from '../../../lib/encoding/write-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type FileContent, ToolError } from '../../../protocol/tool.ts'
import { ambiguousMessage, type Replacement } from './apply-edit.ts'
import { toLineFeeds } from './find-match.ts'

const says = modelTexts('largeEdit', {
  notText: {
    en: '{path} is large and UTF-16 or no text; it cannot be edited. Use a program through Bash.',
    zh: '{path} 很大，且是 UTF-16 或不是文本，无法编辑。请通过 Bash 用程序处理。',
  },
  unfit: {
    en: '{path} is in {encoding}, which has no character "{text}". Nothing was written.',
    zh: '{path} 的编码是 {encoding}，其中没有字符“{text}”。没有写入任何内容。',
  },
  notFound: {
    en: 'old_string was not found in the file. In a file of this size only the exact text is looked for; find it with Grep.',
    zh: '在文件中没有找到 old_string。这么大的文件只查找完全一致的文本；请用 Grep 查找。',
  },
})

export interface LargeEdit {
  readonly data: Buffer
  /** The lines around the first change, before and after, for the patch. */
  readonly before: string
  readonly after: string
  readonly firstLine: number
  readonly replacements: number
}

const LINE_FEED = 10
const MAX_NAMED_PLACES = 10
const CONTEXT_BYTES = 400

/**
 * Edits in files too large to be one string are made on the bytes: exact text only, in UTF-8. A file of CRLF lines is
 * recognised by the match.
 */
export const editLarge = (now: FileContent, replacement: Replacement): LargeEdit => {
  const bytes = Buffer.from(now.data.buffer, now.data.byteOffset, now.data.byteLength)
  const encoding = fileEncoding(now)
  if (encoding === undefined || isWide(encoding)) throw new ToolError(says('notText', { path: now.path }))
  const { places, lineEnd, length } = findBytes(bytes, replacement, encoding)
  if (places.length === 0) throw new ToolError(says('notFound'))
  if (places.length > 1 && !replacement.all)
    throw new ToolError(
      ambiguousMessage(
        places.length,
        places.slice(0, MAX_NAMED_PLACES).map(at => ({ firstLine: lineOf(bytes, at) })),
      ),
    )
  const text = encodeNew(toLineFeeds(replacement.newText).replaceAll('\n', lineEnd), encoding)
  if (!Buffer.isBuffer(text))
    throw new ToolError(
      says('unfit', { path: now.path, encoding: encodingName(encoding), text: text.character }),
    )
  const data = spliced(bytes, places, { length, text })
  const [first = 0] = places
  return {
    data,
    before: around(bytes, { at: first, length, encoding }),
    after: around(data, { at: first, length: text.length, encoding }),
    firstLine: lineOf(bytes, first),
    replacements: places.length,
  }
}

const findBytes = (bytes: Buffer, { oldText }: Replacement, encoding: Encoding) => {
  const lines = toLineFeeds(oldText)
  for (const lineEnd of ['\n', '\r\n']) {
    const needle = encodeNew(lines.replaceAll('\n', lineEnd), encoding)
    if (!Buffer.isBuffer(needle)) break
    const places: number[] = []
    for (
      let at = bytes.indexOf(needle);
      at >= 0;
      at = bytes.indexOf(needle, (places.at(-1) === at ? needle.length : 1) + at)
    )
      if (isCharacter(bytes, at, encoding)) places.push(at)
    if (places.length > 0)
      return {
        places,
        length: needle.length,
        lineEnd: lineEnd === '\n' ? endNear(bytes, places, lines) : lineEnd,
      }
  }
  return { places: [], length: 0, lineEnd: '\n' }
}

/** Half of one character and half of the next may look like another. */
const isCharacter = (bytes: Buffer, at: number, encoding: Encoding): boolean => {
  if (encoding === 'utf-8') return true
  let start = at === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, at - 1) + 1
  while (start < at) start += unitLength(encoding, bytes, start)
  return start === at
}

/** A match within a line says nothing about line ends; the next one in the file does. */
const endNear = (bytes: Buffer, places: readonly number[], lines: string): string => {
  if (lines.includes('\n')) return '\n'
  const next = bytes.indexOf(LINE_FEED, places[0])
  return next > 0 && bytes[next - 1] === 13 ? '\r\n' : '\n'
}

const spliced = (
  bytes: Buffer,
  places: readonly number[],
  by: { readonly length: number; readonly text: Buffer },
): Buffer => {
  const pieces: Buffer[] = []
  let done = 0
  for (const at of places) {
    pieces.push(bytes.subarray(done, at), by.text)
    done = at + by.length
  }
  return Buffer.concat([...pieces, bytes.subarray(done)])
}

const lineOf = (bytes: Buffer, place: number): number => {
  let line = 1
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < place; at = bytes.indexOf(LINE_FEED, at + 1)) line++
  return line
}

/** Whole lines where they are short enough. */
const around = (
  bytes: Buffer,
  { at, length, encoding }: { readonly at: number; readonly length: number; readonly encoding: Encoding },
): string => {
  // A negative place would count from the end.
  const start = at === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, at - 1) + 1
  const end = bytes.indexOf(LINE_FEED, at + length)
  return new TextDecoder(encoding).decode(
    bytes.subarray(
      Math.max(start, at - CONTEXT_BYTES),
      Math.min(end < 0 ? bytes.length : end + 1, at + length + CONTEXT_BYTES),
    ),
  )
}
