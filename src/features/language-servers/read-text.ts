import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { fileText } from '../../lib/encoding/file-text.ts'
import { plainText } from '../../lib/files/text-file.ts'
import { shownOf } from './notebook-code.ts'

/** Larger files are shown to no server. */
const MAX_BYTES = 1024 * 1024

/** Without a mark at its beginning, whatever it is written in. Undefined: it is gone, too large, or no text. */
export const readText = (file: string): string | undefined => readSource(file)?.text

/** With `foreign` where who takes it for UTF-8 sees other characters. */
export const readSource = (
  file: string,
): { readonly text: string; readonly foreign: boolean } | undefined => {
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined
    const data = readFileSync(file)
    const plain = plainText(data)
    const text = plain?.text ?? fileText({ data, realPath: realpathSync(file) })
    return text === undefined ? undefined : { text, foreign: !isUtf8(data) }
  } catch {
    return undefined
  }
}

/** What servers see of a file; of a notebook its code. Undefined: nothing. */
export const readShown = (file: string): string | undefined => {
  const text = readText(file)
  return text === undefined ? undefined : shownOf(file, text)
}

/** Another one than before: the file may be another one. Undefined: there is no such file. */
export const stampOf = (file: string): string | undefined => {
  try {
    const { size, mtimeNs, ctimeNs, ino } = statSync(file, { bigint: true })
    return [size, mtimeNs, ctimeNs, ino].join()
  } catch {
    return undefined
  }
}
