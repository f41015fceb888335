import { mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomically } from './atomic-write.ts'
import { type Fields, parseFields, splitFrontmatter } from './frontmatter.ts'

/** What is known of a Markdown file without its text. */
export interface MarkdownHead {
  /** Absent: what stands between the `---` lines cannot be read. */
  readonly fields?: Fields
  /** The first line of the text that says something, without signs of headings and lists. */
  readonly first: string
  /** Length of the text. */
  readonly chars: number
}

/** How a file is known to be as it was. */
export interface FileStamp {
  readonly mtimeMs: number
  readonly ctimeMs: number
  readonly size: number
}

/** What somebody makes of a head. */
export interface Making<T> {
  /** Says what else it depends on than the head: made anew when that is another. */
  readonly key: string
  /** Must be what JSON can hold. */
  make(head: MarkdownHead): T
}

/**
 * What is made of the heads of many files, kept from one run of the program to the next: only files that changed are
 * read.
 */
export interface MarkdownHeads {
  /** Throws when the file cannot be read. */
  read<T>(path: string, stamp: FileStamp, making: Making<T>): Promise<T>
  /** Keeps what was read for the next run; what cannot be kept is read again. */
  save(): void
}

type Kept = readonly [mtimeMs: number, ctimeMs: number, size: number, key: string, made: unknown]
type Index = Record<string, Kept>

const VERSION = 2
/** Of projects nobody opens any more, entries would stay for ever. */
const MAX_KEPT = 5_000
const FIRST_CHARS = 300

/** @param file where heads are kept; absent: nowhere */
export const createMarkdownHeads = (file: string | undefined): MarkdownHeads => {
  const known: Index = file === undefined ? {} : readIndex(file)
  const used = new Set<string>()
  let changed = false
  return {
    async read<T>(path: string, { mtimeMs, ctimeMs, size }: FileStamp, { key, make }: Making<T>) {
      used.add(path)
      const kept = known[path]
      if (kept?.[0] === mtimeMs && kept[1] === ctimeMs && kept[2] === size && kept[3] === key)
        return kept[4] as T
      const made = make(await headOf(readFileSync(path, 'utf8')))
      known[path] = [mtimeMs, ctimeMs, size, key, made]
      changed = true
      return made
    },
    save() {
      if (!changed || file === undefined) return
      changed = false
      const entries = Object.entries(known)
      const kept = entries.length > MAX_KEPT ? entries.filter(([path]) => used.has(path)) : entries
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        const text = JSON.stringify({ version: VERSION, heads: Object.fromEntries(kept) })
        writeFileAtomically(file, Buffer.from(text), { mode: 0o600 })
      } catch {
        // It only saves time.
      }
    },
  }
}

const readIndex = (file: string): Index => {
  try {
    const { version, heads } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
    return version === VERSION && typeof heads === 'object' && heads !== null
      ? Object.assign(Object.create(null), heads)
      : {}
  } catch {
    // There is none yet, or somebody spoiled it: everything is read anew.
    return {}
  }
}

const headOf = async (text: string): Promise<MarkdownHead> => {
  const { head, body } = splitFrontmatter(text)
  const fields = await parseFields(head)
  const first = body.split('\n').find(line => /[\p{L}\p{N}]/u.test(line)) ?? ''
  return {
    ...(fields ? { fields } : {}),
    first: first
      .replace(/^[\s#>*-]+/, '')
      .trim()
      .slice(0, FIRST_CHARS),
    chars: body.length,
  }
}
