import { lstatSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { CaseRule } from '../../lib/case-rule.ts'
import { isInside } from '../../lib/paths.ts'
import { findStrictly } from '../../lib/secrets/find-strictly.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { ToolError } from '../../protocol/tool.ts'
import { compareWithIndex, type IndexRecord, readRecord } from './index-record.ts'
import { entriesOf } from './index-text.ts'
import { INDEX_NAME, isMemoryName, type MemoryHeader, parseMemory } from './memory-file.ts'
import { readBounded } from './read-bounded.ts'

const says = modelTexts('memory_files', {
  secret: {
    en: 'Not written to memory: line {line:number} looks like a secret ({kind}). Note where the secret is kept instead of the secret itself.',
    zh: '没有写入记忆：第 {line:number} 行像是密钥（{kind}）。请记下密钥存放在哪里，而不是密钥本身。',
  },
})

export interface MemoryOutline extends MemoryHeader {
  /** Name in the directory. */
  readonly file: string
  readonly path: string
}

export interface MemoryFile extends MemoryOutline {
  readonly mtimeMs: number
  readonly size: number
}

/** The files of one memory directory. It need not exist. */
export interface MemoryDirectory {
  readonly path: string
  readonly indexPath: string
  /** Names of all files, sorted; forgotten ones whose file is left are among them. */
  names(): readonly string[]
  /** What the index names, and what was taken out of it: never told, found or written again. */
  record(): IndexRecord
  /** With their headers, newest first, at most so many. */
  list(): readonly MemoryFile[]
  /** By what the index says of them; only those it does not know are opened. At most so many, by name. */
  outline(): readonly MemoryOutline[]
  find(file: string): MemoryFile | undefined
  /** Header and text, cut where it is too long. */
  read(
    file: string,
  ): { readonly header: MemoryHeader; readonly body: string; readonly whole: boolean } | undefined
  /** `undefined` when there is none. Not `whole`: it may be shown and must not be written. */
  index(): { readonly text: string; readonly whole: boolean } | undefined
}

const MAX_NAMES = 2_000
const MAX_LISTED = 200
const HEADER_BYTES = 4 * 1024
const BODY_BYTES = 16 * 1024
const INDEX_BYTES = 256 * 1024

export const openMemoryDirectory = (path: string): MemoryDirectory => {
  /** Headers by name, as long as the file has not changed. */
  const known = new Map<string, MemoryFile>()
  const describe = (
    facts: Pick<MemoryFile, 'file' | 'path' | 'mtimeMs' | 'size'>,
  ): MemoryFile | undefined => {
    const before = known.get(facts.file)
    if (before && before.mtimeMs === facts.mtimeMs && before.size === facts.size) return before
    const head = readBounded(facts.path, HEADER_BYTES)
    if (!head) return undefined
    const file = { ...facts, ...parseMemory(head.text).header }
    known.set(facts.file, file)
    return file
  }
  const names = rememberNames(path)
  const find = (file: string): MemoryFile | undefined =>
    isMemoryName(file) ? factsOf(path, file).flatMap(facts => describe(facts) ?? [])[0] : undefined
  const indexPath = join(path, INDEX_NAME)
  const record = (): IndexRecord => {
    const index = readBounded(indexPath, INDEX_BYTES)
    return compareWithIndex(readRecord(path), index?.whole ? index.text : undefined)
  }
  const remembered = (): readonly string[] => {
    const forgotten = new Set(record().forgotten)
    return forgotten.size === 0 ? names() : names().filter(file => !forgotten.has(file))
  }
  const below = join(path, '/')
  return {
    path,
    indexPath,
    names,
    record,
    list: () =>
      remembered()
        .flatMap(file => factsOf(path, file))
        .sort((a, b) => b.mtimeMs - a.mtimeMs || (a.file < b.file ? -1 : 1))
        .slice(0, MAX_LISTED)
        .flatMap(facts => describe(facts) ?? []),
    outline() {
      const said = entriesOf(readBounded(indexPath, INDEX_BYTES)?.text ?? '')
      return remembered()
        .slice(0, MAX_LISTED)
        .flatMap(file => {
          const header = said.get(file)
          return header ? { ...header, file, path: below + file } : (find(file) ?? [])
        })
    },
    find,
    read(file) {
      if (!isMemoryName(file)) return undefined
      const found = readBounded(join(path, file), BODY_BYTES)
      return found && { ...parseMemory(found.text), whole: found.whole }
    },
    index() {
      const found = readBounded(indexPath, INDEX_BYTES)
      if (found) return found
      // Something is there that is no text file of ours, such as a link.
      return isThere(indexPath) ? { text: '', whole: false } : undefined
    },
  }
}

const isThere = (path: string): boolean => {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // A part of its path is no directory, or not ours to enter: then there are no memories.
    return false
  }
}

/** A directory that changed so lately may change again and have the same times. */
const SETTLED_MS = 1_000

/** Asked several times before a request: while the directory is as it was, so are the names in it. */
const rememberNames = (path: string): (() => readonly string[]) => {
  let known: { readonly at: Stats; readonly names: readonly string[] } | undefined
  return () => {
    const at = statsOf(path)
    if (known && at && isSame(known.at, at)) return known.names
    const names = namesIn(path)
    known = at && Date.now() - Math.max(at.mtimeMs, at.ctimeMs) > SETTLED_MS ? { at, names } : undefined
    return names
  }
}

const isSame = (one: Stats, other: Stats): boolean =>
  one.mtimeMs === other.mtimeMs &&
  one.ctimeMs === other.ctimeMs &&
  one.ino === other.ino &&
  one.dev === other.dev

const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // What may not be looked at is read each time, and says why.
    return undefined
  }
}

const namesIn = (path: string): readonly string[] => {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(entry => entry.isFile() && isMemoryName(entry.name))
      .map(entry => entry.name)
      .sort()
      .slice(0, MAX_NAMES)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Nothing was remembered yet, or nothing that may be read.
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM') return []
    throw error
  }
}

const factsOf = (
  directory: string,
  file: string,
): readonly Pick<MemoryFile, 'file' | 'path' | 'mtimeMs' | 'size'>[] => {
  const path = join(directory, file)
  try {
    const stats = lstatSync(path)
    return stats.isFile() ? [{ file, path, mtimeMs: stats.mtimeMs, size: stats.size }] : []
  } catch {
    // Removed since the directory was read.
    return []
  }
}

/**
 * Whether a write goes into the memory directory. Throws ToolError when it would put a secret there: what is in it is
 * sent with later sessions, and nobody asks before it is written.
 */
export const guardWrite = (
  directory: { readonly path: string; readonly caseSensitive: CaseRule },
  path: string,
  data: Uint8Array,
): boolean => {
  if (!isInside(path, directory.path, directory)) return false
  const [secret] = findStrictly(Buffer.from(data).toString('utf8'))
  if (secret) throw new ToolError(says('secret', { line: secret.line, kind: secret.kind }))
  return true
}
