import { editorconfigCharset } from './editorconfig.ts'
import type { Encoding } from './encodings.ts'
import { type Declared, type DecodedText, decodeText, sniffEncoding } from './text-bytes.ts'

/** A file as it was found. */
interface FoundFile {
  readonly data: Uint8Array
  readonly realPath: string
  /** What files are taken for that do not say it themselves: the person's setting. */
  readonly encoding?: string
}

/**
 * A file as text: `known` is what it was before in this session, which an edit must not change; then counts what an
 * `.editorconfig` says of it, then the setting. None of them counts against a mark or against valid UTF-8.
 */
export const decodeFile = (file: FoundFile, known?: string): DecodedText | undefined =>
  decodeText(file.data, declaredOf(file, known))

/** The encoding of a file of which `data` is the beginning; `undefined` when it is no text. */
export const fileEncoding = (file: FoundFile): Encoding | undefined =>
  sniffEncoding(file.data, declaredOf(file, undefined))

const declaredOf =
  ({ realPath, encoding }: FoundFile, known: string | undefined): Declared =>
  isAscii => [known, editorconfigCharset(realPath), ...(isAscii ? [] : [encoding])]

export const fileText = (file: FoundFile): string | undefined => decodeFile(file)?.text
