import { editorconfigCharset } from './editorconfig.ts'
import { type DecodedText, decodeText } from './text-bytes.ts'

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
export const decodeFile = (
  { data, realPath, encoding }: FoundFile,
  known?: string,
): DecodedText | undefined =>
  decodeText(data, isAscii => [known, editorconfigCharset(realPath), ...(isAscii ? [] : [encoding])])
