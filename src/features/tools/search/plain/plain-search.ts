import { isUtf8 } from 'node:buffer'
import { closeSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileText } from '../../../../lib/encoding/file-text.ts'
import { pinPath } from '../../../../lib/files/pinned-path.ts'
import type { LocalizedText } from '../../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../../protocol/messages/model-texts.ts'
import { globToRegExp } from '../../glob-pattern.ts'
import {
  type ContentFound,
  type ContentQuery,
  type FilesFound,
  INCOMPLETE_SIZE,
  MAX_OUTPUT_BYTES,
  type PlainReason,
  SOME_UNSEARCHED,
} from '../query.ts'
import type { SearchTarget } from '../search-target.ts'
import { type Budget, createBudget } from './budget.ts'
import { typeFilter } from './file-types.ts'
import { createLeash, type Leash } from './leash.ts'
import { matchText } from './match-text.ts'
import { toRegExp } from './rust-regexp.ts'
import { walkFiles } from './walk-files.ts'

const says = modelTexts('plain_search', {
  missing: {
    en: 'ripgrep is missing; this was the slower built-in search.',
    zh: '没有 ripgrep；使用了较慢的内置搜索。',
  },
  oddIgnore: {
    en: 'An ignore file here is too large or no regular file, and was not followed; this was the slower built-in search.',
    zh: '这里有一个忽略文件过大或不是普通文件，没有遵循；使用了较慢的内置搜索。',
  },
  tooLarge: {
    en: 'Files of more than {most:number} MB were not searched.',
    zh: '没有搜索超过 {most:number} MB 的文件。',
  },
  slow: {
    en: '{path} was left out: the expression takes too long on it. Simplify it.',
    zh: '略过 {path}：表达式在其上耗时过长。请简化。',
  },
})

const MAX_FILE_BYTES = 32 * 1024 * 1024
const NOTES: Readonly<Record<PlainReason, LocalizedText>> = {
  missing: says('missing'),
  'odd ignore files': says('oddIgnore'),
}

const TOO_LARGE = says('tooLarge', { most: MAX_FILE_BYTES / 1024 ** 2 })

/** How long, and why it is this search. */
export interface PlainOptions {
  readonly signal: AbortSignal
  readonly why?: PlainReason
  /** What files are taken for that do not tell it themselves. */
  readonly encoding?: string | undefined
  /** Nothing but these is searched. */
  readonly only?: Iterable<string>
}
/** Files are matched in batches of about this size; the leash is long enough for any honest expression. */
const BATCH_BYTES = 2 * 1024 * 1024
const BATCH_FILES = 200
const LEASH_MS = 2000

/** The files ripgrep would list, found without it. */
export const listPlainly = async (
  place: SearchTarget,
  { signal, why }: PlainOptions,
): Promise<FilesFound> => {
  const budget = createBudget(signal)
  const names: string[] = []
  if (place.name !== '') names.push(place.name)
  else for await (const path of walkFiles(place.held.real, budget)) names.push(path)
  return { names, notes: notesOf(budget, why), isComplete: budget.notes.size === 0 }
}

/** What ripgrep would find, found without it. Runs in this process, in slices. */
export const searchPlainly = async (
  query: ContentQuery,
  { held, name }: SearchTarget,
  { signal, why, encoding, only }: PlainOptions,
): Promise<ContentFound> => {
  const budget = createBudget(signal)
  const accepts = nameFilter(query)
  const search: Search = {
    query,
    regExp: toRegExp(query.pattern, query),
    isNamed: name !== '',
    place: held.real,
    encoding,
    budget,
    leash: await createLeash(LEASH_MS),
    byFile: new Map(),
    bytes: 0,
  }
  const paths = search.isNamed ? [name] : (only ?? walkFiles(held.real, budget))
  let batch: Candidate[] = []
  let bytes = 0
  for await (const path of paths) {
    if (!search.isNamed && !accepts(basename(path))) continue
    const data = readCandidate(search.isNamed ? held.real : join(held.real, path), budget)
    if (!data) continue
    batch.push({ path, text: textOf(search, path, data) })
    bytes += data.length
    if (bytes < BATCH_BYTES && batch.length < BATCH_FILES) continue
    matchBatch(search, batch)
    batch = []
    bytes = 0
    await budget.breathe()
    if (budget.isSpent() || search.bytes > MAX_OUTPUT_BYTES) break
  }
  matchBatch(search, batch)
  if (search.bytes > MAX_OUTPUT_BYTES) budget.note(INCOMPLETE_SIZE)
  return { byFile: search.byFile, notes: notesOf(budget, why), isComplete: budget.notes.size === 0 }
}

const notesOf = (budget: Budget, why: PlainReason | undefined): readonly LocalizedText[] =>
  why === undefined ? [...budget.notes] : [...budget.notes, NOTES[why]]

interface Candidate {
  readonly path: string
  /** Undefined: of a binary file. */
  readonly text: string | undefined
}

interface Search {
  readonly query: ContentQuery
  readonly regExp: RegExp
  readonly isNamed: boolean
  /** The directory that is searched, or the file. */
  readonly place: string
  readonly encoding: string | undefined
  readonly budget: Budget
  readonly leash: Leash
  readonly byFile: Map<string, readonly string[]>
  /** Size of what was found. */
  bytes: number
}

const nameFilter = ({ type, names }: ContentQuery): ((name: string) => boolean) => {
  if (type !== undefined) return typeFilter(type)
  const patterns = names.map(globToRegExp)
  return name => patterns.length === 0 || patterns.some(pattern => pattern.test(name))
}

/** By the names that the walk found, and by no others that may have taken their place. */
const readCandidate = (real: string, budget: Budget): Buffer | undefined => {
  try {
    using file = pinPath(real)
    if (!file.stats.isFile()) return undefined
    if (file.stats.size <= MAX_FILE_BYTES) return readWhole(file.open())
    budget.note(TOO_LARGE)
  } catch {
    // Not ours to read, gone or moved meanwhile: the others can still be searched.
    budget.note(SOME_UNSEARCHED)
  }
  return undefined
}

const readWhole = (fd: number): Buffer => {
  try {
    return readFileSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** An expression can be made to take for ever on one file; the file is left out then, and the others go on. */
const matchBatch = (search: Search, batch: readonly Candidate[]): void => {
  let done = 0
  while (done < batch.length) {
    const isThrough = search.leash.run(() => {
      for (const candidate of batch.slice(done)) {
        matchCandidate(search, candidate)
        done += 1
      }
    })
    if (isThrough) return
    search.budget.note(says('slow', { path: batch[done]?.path ?? '' }))
    done += 1
    if (search.budget.isSpent()) return
  }
}

const matchCandidate = (search: Search, { path, text }: Candidate): void => {
  const lines = text === undefined ? undefined : matchText(text, search.regExp, search.query)
  if (!lines) return
  search.bytes += lines.reduce((sum, line) => sum + line.length + path.length, path.length)
  search.byFile.set(path, lines)
}

/** ripgrep looks this far ahead before it takes a file for text. */
const FIRST_LOOK_BYTES = 64 * 1024

/**
 * The text of a file as far as it is text; `undefined` for a binary one. A file the caller named is searched to its
 * end, with NUL bytes as ends of lines.
 */
const textOf = ({ isNamed, place, encoding }: Search, path: string, data: Buffer): string | undefined => {
  if (!isUtf8(data) || data.includes(0)) {
    const realPath = isNamed ? place : join(place, path)
    const text = fileText({ data, realPath, ...(encoding === undefined ? {} : { encoding }) })
    if (text !== undefined) return text
  }
  const start = data[0] === 0xef && data[1] === 0xbb && data[2] === 0xbf ? 3 : 0
  const nul = data.indexOf(0)
  if (nul < 0) return data.toString('utf8', start)
  if (isNamed) return data.toString('utf8', start).replaceAll('\0', '\n')
  if (nul < FIRST_LOOK_BYTES) return undefined
  return data.toString('utf8', start, data.lastIndexOf(10, nul) + 1)
}
