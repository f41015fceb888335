import type { MemoryDirectory } from './memory-directory.ts'
import { neutral } from './neutral.ts'

/** The memories as a model sees them that may change them. */
export interface ShownMemories {
  readonly text: string
  /** Whose text is there whole. */
  readonly shown: ReadonlySet<string>
  readonly existing: ReadonlySet<string>
  /** Oldest first. */
  readonly forgotten: readonly string[]
  /** In small letters: what was forgotten, and what a line of the index is kept for until its file is back. */
  readonly withheld: ReadonlySet<string>
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
  return { text, shown, existing: new Set(directory.names()), ...withheldIn(directory) }
}

/** The names that nobody writes in the background. */
export const withheldIn = (directory: MemoryDirectory): Pick<ShownMemories, 'forgotten' | 'withheld'> => {
  const { listed, forgotten } = directory.record()
  const names = new Set(directory.names())
  const missing = listed.filter(file => !names.has(file))
  return { forgotten, withheld: new Set([...forgotten, ...missing].map(file => file.toLowerCase())) }
}

const MOST_NAMED = 50

/** For a model that writes memories in the background; empty: nothing was forgotten. */
export const forgottenPart = (forgotten: readonly string[]): string =>
  forgotten.length === 0
    ? ''
    : `\nThe person had these forgotten: ${forgotten.slice(-MOST_NAMED).join(', ')}. Note nothing of what they held, under any name, unless the person said it again afterward and wants it remembered.\n`
