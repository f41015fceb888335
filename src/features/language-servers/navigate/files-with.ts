import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenServer } from '../open-server.ts'
import { readText } from '../read-text.ts'

const MOST_LOOKED = 4_000
const MOST_FOUND = 60
const SKIPPED = new Set(['node_modules', 'build', 'dist', 'target', 'vendor', 'third_party'])

/** Files that are read without a pause for others. */
const AT_ONCE = 25

export interface FilesFound {
  readonly files: readonly string[]
  /** There may be more. */
  readonly cut: boolean
}

/** Files of its language in its directory that hold the word. Others go on meanwhile. */
export const filesWith = async (
  word: string,
  { root, languageOf }: Pick<OpenServer, 'root' | 'languageOf'>,
  most = MOST_FOUND,
): Promise<FilesFound> => {
  const found: string[] = []
  const left = [root]
  let looked = 0
  for (let at = left.shift(); at !== undefined; at = left.shift()) {
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name)
      if (entry.isDirectory() && !entry.name.startsWith('.') && !SKIPPED.has(entry.name)) left.push(path)
      if (!entry.isFile() || languageOf(path) === undefined) continue
      looked += 1
      if (looked > MOST_LOOKED || found.length > most) return { files: found.slice(0, most), cut: true }
      if (looked % AT_ONCE === 0) await new Promise(resolve => setImmediate(resolve))
      if (readText(path)?.includes(word)) found.push(path)
    }
  }
  return found.length > most ? { files: found.slice(0, most), cut: true } : { files: found, cut: false }
}

const entriesOf = (directory: string) => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}
