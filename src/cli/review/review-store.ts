import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PastReview } from '../../features/code-review/estimate.ts'
import type { Finder } from '../../features/code-review/finders.ts'
import type { Finding, JudgedFinding } from '../../features/code-review/finding.ts'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { readPlainFile } from '../../lib/files/read-plain-file.ts'
import { isObject } from '../../lib/is-object.ts'
import { textField } from '../../lib/values/read-field.ts'
import { codeReviewText } from '../../protocol/messages/cli/reviews.ts'
import { ExitError } from '../exit-error.ts'
import type { Change } from './change.ts'

/** A review as far as it came. Its two runs are workflows, which are gone on with by their ids. */
export interface Review {
  readonly id: string
  readonly change: Change
  readonly finders: readonly Finder[]
  /** What the project says about reviews; empty: nothing. */
  readonly rules: string
  /** Of all finders, before what is the same was put together. */
  readonly found?: number
  readonly merged?: readonly Finding[]
  readonly judged?: readonly JudgedFinding[]
  /** Finders that did not answer. */
  readonly missing?: readonly string[]
  readonly usd: number
  /** By run. */
  readonly spent?: Readonly<Record<string, number>>
  /** In which it was held: the ledger has what they did. */
  readonly sessions: readonly string[]
}

const folderOf = (configHome: string): string => join(configHome, 'reviews')
const pathOf = (configHome: string, id: string): string => join(folderOf(configHome), `${id}.json`)

export const saveReview = (configHome: string, review: Review): void => {
  mkdirSync(folderOf(configHome), { recursive: true, mode: 0o700 })
  writeFileAtomically(pathOf(configHome, review.id), Buffer.from(JSON.stringify(review)), { mode: 0o600 })
}

export const loadReview = (configHome: string, id: string): Review => {
  const path = pathOf(configHome, id)
  if (!/^w[0-9a-f]+$/.test(id) || !existsSync(path))
    throw new ExitError(2, codeReviewText('no_review', { name: JSON.stringify(id) }))
  const review = readReview(path)
  if (!review) throw new ExitError(2, codeReviewText('damaged_review', { path }))
  return review
}

const MAX_BYTES = 64 * 1024 * 1024

/** Undefined: it is damaged, or nothing that was written here: its id names a directory that is removed. */
const readReview = (path: string): Review | undefined => {
  const read = readPlainFile(path, MAX_BYTES)
  const review = 'problem' in read ? undefined : parse(read.text)
  if (!isObject(review) || `${textField(review, 'id')}.json` !== basename(path)) return undefined
  const { change, finders, sessions, usd } = review
  const isWhole =
    isObject(change) &&
    ['root', 'what', 'base', 'head', 'diff'].every(name => typeof change[name] === 'string') &&
    Array.isArray(change['files']) &&
    Array.isArray(finders) &&
    Array.isArray(sessions) &&
    typeof usd === 'number'
  return isWhole ? (review as unknown as Review) : undefined
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Cut off, or no JSON at all.
    return undefined
  }
}

/** The newest first, up to so many. */
const newestReviews = (configHome: string, most: number): readonly Review[] => {
  const folder = folderOf(configHome)
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .flatMap(name => /^(w[0-9a-f]+)\.json$/.exec(name)?.[1] ?? [])
    .map(id => ({ id, at: statSync(pathOf(configHome, id)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, most)
    .flatMap(({ id }) => readReview(pathOf(configHome, id)) ?? [])
}

/** What finished reviews came to. */
export const pastReviews = (configHome: string): readonly PastReview[] =>
  newestReviews(configHome, 10)
    .filter(({ judged }) => judged)
    .map(({ finders, change, usd }) => ({ finders: finders.length, diffChars: change.diff.length, usd }))

/** The newest one of this repository; undefined: there is none. */
export const newestReview = (configHome: string, root: string): Review | undefined =>
  newestReviews(configHome, 100).find(({ change }) => change.root === root)
