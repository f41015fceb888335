import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeFileAtomically } from './atomic-write.ts'
import { cachedText } from './files/stored-object.ts'
import { type Fields, parseFields, splitFrontmatter } from './frontmatter.ts'

/** What is known of a Markdown file without its text. */
export interface MarkdownHead {
  /** Absent: what stands between the `---` lines cannot be read. */
  readonly fields?: Fields
  /** They are not YAML: what they mean was guessed line by line. */
  readonly guessed?: true
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
  /** What was kept of a file that is as it was; undefined: it must be read. Costs no promise, of which hundreds are felt. */
  kept<T>(path: string, stamp: FileStamp, key: string): T | undefined
  /** Throws when the file cannot be read. */
  read<T>(path: string, stamp: FileStamp, making: Making<T>): Promise<T>
  /**
   * What is found below a directory. `quick`: of one that looks as an earlier run left it, what that run found; changes
   * further down are not seen then.
   */
  found<T>(directory: string, search: Search<T>): readonly T[]
  /** Keeps what was read for the next run; what cannot be kept is read again. */
  save(): void
}

export interface Search<T> {
  readonly quick: boolean
  /** Must be what JSON can hold. */
  look(): readonly T[]
}

type Listing = readonly [mtimeMs: number, ctimeMs: number, found: readonly unknown[]]
type Kept = readonly [mtimeMs: number, ctimeMs: number, size: number, key: string, made: unknown]
interface Index {
  readonly heads: Record<string, Kept>
  readonly listings: Record<string, Listing>
}

const VERSION = 5
/** Of projects nobody opens any more, entries would stay for ever. */
const MAX_KEPT = 5_000
const FIRST_CHARS = 300

/** @param file where heads are kept; absent: nowhere */
export const createMarkdownHeads = (file: string | undefined): MarkdownHeads => {
  const { heads: known, listings } = file === undefined ? nothing() : readIndex(file)
  const used = new Set<string>()
  let changed = false
  const keptOf = <T>(path: string, { mtimeMs, ctimeMs, size }: FileStamp, key: string): T | undefined => {
    used.add(path)
    const kept = known[path]
    const isSame = kept?.[0] === mtimeMs && kept[1] === ctimeMs && kept[2] === size && kept[3] === key
    return isSame ? (kept[4] as T) : undefined
  }
  return {
    kept: keptOf,
    async read<T>(path: string, stamp: FileStamp, { key, make }: Making<T>) {
      const { mtimeMs, ctimeMs, size } = stamp
      const kept = keptOf<T>(path, stamp, key)
      if (kept !== undefined) return kept
      const made = make(await headOf(readFileSync(path, 'utf8')))
      known[path] = [mtimeMs, ctimeMs, size, key, made]
      changed = true
      return made
    },
    found<T>(directory: string, { quick, look }: Search<T>) {
      const stats = statSync(directory, { throwIfNoEntry: false })
      if (!stats) return []
      const { mtimeMs, ctimeMs } = stats
      const kept = listings[directory]
      if (quick && kept?.[0] === mtimeMs && kept[1] === ctimeMs) return kept[2] as readonly T[]
      const found = look()
      const listing: Listing = [mtimeMs, ctimeMs, found]
      changed ||= JSON.stringify(kept) !== JSON.stringify(listing)
      listings[directory] = listing
      return found
    },
    save() {
      if (!changed || file === undefined) return
      changed = false
      const entries = Object.entries(known)
      const kept = entries.length > MAX_KEPT ? entries.filter(([path]) => used.has(path)) : entries
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        const text = JSON.stringify({ version: VERSION, heads: Object.fromEntries(kept), listings })
        writeFileAtomically(file, Buffer.from(text), { mode: 0o600 })
      } catch {
        // It only saves time.
      }
    },
  }
}

const readIndex = (file: string): Index => {
  try {
    const { version, heads, listings } = JSON.parse(cachedText(file)) as Record<string, unknown>
    return version === VERSION && isMap(heads) && isMap(listings)
      ? ({ heads, listings } as unknown as Index)
      : nothing()
  } catch {
    // There is none yet, or somebody spoiled it: everything is read anew.
    return nothing()
  }
}

const nothing = (): Index => ({ heads: {}, listings: {} })

const isMap = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const headOf = async (text: string): Promise<MarkdownHead> => {
  const { head, body } = splitFrontmatter(text)
  const read = await parseFields(head)
  const first = body.split('\n').find(line => /[\p{L}\p{N}]/u.test(line)) ?? ''
  return {
    ...read,
    first: first
      .replace(/^[\s#>*-]+/, '')
      .trim()
      .slice(0, FIRST_CHARS),
    chars: body.length,
  }
}
