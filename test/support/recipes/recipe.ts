import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A line that goes into a file of the tree. */
export interface Line {
  readonly in: string
  /** The line behind which it goes; with `replace` it goes in its place. */
  readonly after: string
  readonly line: string
  readonly replace?: true
  /** What the line needs to know by name. */
  readonly import?: string
}

/** What is written: new files and lines in others. */
export interface Change {
  readonly files?: Readonly<Record<string, string>>
  readonly lines?: readonly Line[]
}

/** A recipe that was followed but for one step, and who says so. */
export interface Forgotten extends Change {
  readonly step: string
  readonly red: readonly Red[]
}

/** `types`: the compiler; `check`: scripts/architecture.mjs. */
export interface Red {
  readonly by: 'types' | 'check'
  readonly file: string
  readonly says: string
}

/** One row of "Adding things". */
export interface Recipe extends Change {
  readonly forgotten: readonly Forgotten[]
}

export const types = (file: string, says: string): Red => ({ by: 'types', file, says })
export const check = (file: string, says: string): Red => ({ by: 'check', file, says })
/** A file that was written and never made known. */
export const unlisted = (file: string): Red => check(file, 'is imported by nobody')

const insert = (root: string, line: Line): void => {
  const path = join(root, line.in)
  const lines = readFileSync(path, 'utf8').split('\n')
  const at = lines.indexOf(line.after)
  if (at < 0) throw new Error(`${line.in} has no line "${line.after}"`)
  if (line.replace) lines.splice(at, 1, line.line)
  else lines.splice(at + 1, 0, line.line)
  if (line.import !== undefined) lines.unshift(line.import)
  writeFileSync(path, lines.join('\n'))
}

export const applyChange = (root: string, { files = {}, lines = [] }: Change): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { flag: 'wx' })
  }
  for (const line of lines) insert(root, line)
}

/** Every file of the tree that a change names. */
export const filesOf = ({ files = {}, lines = [] }: Change): readonly string[] => [
  ...Object.keys(files),
  ...lines.map(line => line.in),
]
