import { join } from 'node:path'
import type { InstructionReader } from './instruction-reader.ts'

const MAX_DEPTH = 8
const MAX_FILES = 500
const MAX_DIRECTORIES = 500

/** Markdown files below a directory of rules, by name; `cut` when there are more than are looked at. */
export const listRules = (
  directory: string,
  reader: InstructionReader,
): { readonly files: readonly string[]; readonly cut: boolean } => {
  const files: string[] = []
  const visited = new Set<string>()
  let cut = false
  const walk = (path: string, depth: number): void => {
    const listed = reader.list(path)
    if (!listed || visited.has(listed.real)) return
    if (depth > MAX_DEPTH || visited.size >= MAX_DIRECTORIES) {
      cut = true
      return
    }
    visited.add(listed.real)
    for (const { name, isDirectory } of listed.entries) {
      if (isDirectory) walk(join(path, name), depth + 1)
      else if (name.endsWith('.md') && files.length < MAX_FILES) files.push(join(path, name))
      else cut ||= name.endsWith('.md')
    }
  }
  walk(directory, 0)
  return { files, cut }
}
