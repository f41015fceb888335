import { readFileSync, statSync } from 'node:fs'
import { shownOf } from './notebook-code.ts'

/** Larger files are shown to no server. */
const MAX_BYTES = 1024 * 1024

/** Undefined: it is gone, too large, or no text. */
export const readText = (file: string): string | undefined => {
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > MAX_BYTES) return undefined
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file))
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
