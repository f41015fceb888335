import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const SHIPPED = /\.capstan\.m?js$/
const MOST_ENTRIES = 5_000
const MOST_DEPTH = 8
const LEFT_OUT: readonly string[] = ['node_modules', '.git']

/** Scripts below a directory that may be run from their files: whoever says yes to what it brings is shown these. */
export const findShippedScripts = (root: string): readonly string[] => {
  let left = MOST_ENTRIES
  const look = (directory: string, depth: number): readonly string[] => {
    if (depth > MOST_DEPTH) return []
    return entriesOf(directory).flatMap((entry): readonly string[] => {
      left -= 1
      const path = join(directory, entry.name)
      if (left < 0 || LEFT_OUT.includes(entry.name)) return []
      if (entry.isDirectory()) return look(path, depth + 1)
      return entry.isFile() && SHIPPED.test(entry.name) ? [path] : []
    })
  }
  return look(root, 0)
}

const entriesOf = (directory: string) => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    // Whoever loads what is there says that it cannot be read.
    return []
  }
}
