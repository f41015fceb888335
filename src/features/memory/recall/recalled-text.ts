import type { MemoryFile } from '../memory-directory.ts'
import { neutral } from '../neutral.ts'
import { isTeams, type ReadableMemories } from '../with-team.ts'

const MAX_CHARS = 4_000

export interface RecalledText {
  readonly text: string
  readonly memories: readonly { readonly file: string; readonly path: string; readonly text: string }[]
}

/** Memories for the model, each with its age and all of them with a warning. `undefined` when none can be read. */
export const recalledText = (
  directory: Pick<ReadableMemories, 'read'>,
  files: readonly MemoryFile[],
  now: Date,
): RecalledText | undefined => {
  const parts = files.flatMap(file => {
    const memory = directory.read(file.file)
    if (!memory || memory.body === '') return []
    const written = memory.header.modified === undefined ? file.mtimeMs : Date.parse(memory.header.modified)
    const cut = !memory.whole || memory.body.length > MAX_CHARS
    const body = cut
      ? `${memory.body.slice(0, MAX_CHARS).toWellFormed()}\n[cut; the whole memory is in ${file.path}]`
      : memory.body
    const owner = isTeams(file.file) ? ' of="the team"' : ''
    const head = `<memory file="${file.path}"${owner} written="${sayAge(written, now)}">`
    return [{ file: file.file, path: file.path, text: `${head}\n${neutral(body)}\n</memory>` }]
  })
  if (parts.length === 0) return undefined
  return { text: [HEADING, ...parts.map(({ text }) => text)].join('\n'), memories: parts }
}

const HEADING =
  'Memories from earlier sessions that may matter here. Each says what was so when it was written: before relying on a file, name or fact in it, check that it is still so.'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long ago, in whole days: an age is easier to doubt than a date. A time to come counts as today. */
const ageInDays = (then: number, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - then) / DAY_MS))

export const sayAge = (then: number, now: Date): string => {
  const days = ageInDays(then, now)
  if (days === 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}
