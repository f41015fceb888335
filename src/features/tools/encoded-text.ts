import { encodingName } from '../../lib/encoding/encodings.ts'
import type { DecodedText } from '../../lib/encoding/text-bytes.ts'
import { encodeText } from '../../lib/encoding/write-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type FileContent, ToolError } from '../../protocol/tool.ts'

const says = modelTexts('encoded_text', {
  unfit: {
    en: '{path} is in {encoding}, which has no character "{character}" ({point}, line {line:number}). Nothing was written. Use another character, or convert the file to UTF-8 first (iconv through Bash) if the person wants that.',
    zh: '{path} 的编码是 {encoding}，其中没有字符“{character}”（{point}，第 {line:number} 行）。没有写入任何内容：请换用其他字符；如果用户同意，也可先把文件转换为 UTF-8（通过 Bash 用 iconv）。',
  },
  unkept: {
    en: 'Near line {line:number} {path} ({encoding}) has bytes that could not be kept as they are. Nothing was written. Make smaller edits, one place at a time.',
    zh: '{path}（{encoding}）第 {line:number} 行附近有无法原样保留的字节。没有写入任何内容：请缩小修改范围，一次只改一处。',
  },
})

/** The file with another text, in its own encoding. Throws ToolError where that cannot be written. */
export const encodedText = (
  { path, ...decoded }: DecodedText & Pick<FileContent, 'data' | 'path'>,
  text: string,
  how?: 'replaced',
): Buffer => {
  const made = encodeText(decoded, text, how)
  if (Buffer.isBuffer(made)) return made
  const encoding = encodingName(decoded.encoding)
  const { line } = made
  if (made.kind === 'unkept') throw new ToolError(says('unkept', { path, encoding, line }))
  const { character } = made
  const point = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
  throw new ToolError(says('unfit', { path, encoding, character, point, line }))
}
