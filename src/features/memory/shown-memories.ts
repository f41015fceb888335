import type { MemoryDirectory } from './memory-directory.ts'
import { neutral } from './neutral.ts'

/** The memories as a model sees them that may change them. */
export interface ShownMemories {
  readonly text: string
  /** Whose text is there whole. */
  readonly shown: ReadonlySet<string>
  readonly existing: ReadonlySet<string>
}

/** Newest first, whole while there is room, then by their headers alone. */
export const showMemories = (directory: MemoryDirectory, maxChars: number): ShownMemories => {
  const shown = new Set<string>()
  const parts: string[] = []
  let left = maxChars
  for (const { file, name, description, type } of directory.list()) {
    const memory = directory.read(file)
    if (!memory) continue
    const head = `name: ${name ?? ''}; type: ${type ?? ''}; description: ${description ?? ''}`
    const whole = memory.whole && memory.body.length <= left
    if (whole) {
      shown.add(file)
      left -= memory.body.length
    }
    const body = whole ? memory.body : '(text not shown)'
    parts.push(`<memory file="${file}">\n${neutral(head)}\n${neutral(body)}\n</memory>`)
  }
  const text = parts.length === 0 ? '(none yet)' : parts.join('\n')
  return { text, shown, existing: new Set(directory.names()) }
}
