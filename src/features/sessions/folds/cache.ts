import {
  addCacheLine,
  type CacheBook,
  type CacheLine,
  type CachePrint,
  EMPTY_CACHE_BOOK,
} from '../../../protocol/cache.ts'

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const isLine = (line: unknown): boolean =>
  isFields(line) &&
  [line['at'], line['source'], line['model']].every(isText) &&
  [line['input'], line['cacheRead'], line['cacheWrite'], line['shared']].every(isCount) &&
  (line['break'] === undefined || isBreak(line['break']))

const isBreak = (broken: unknown): boolean =>
  isFields(broken) &&
  isText(broken['cause']) &&
  isText(broken['detail']) &&
  isCount(broken['lostTokens']) &&
  (broken['lostUsd'] === undefined || isCount(broken['lostUsd']))

const isPrint = (print: unknown): boolean => {
  if (!isFields(print) || !isFields(print['messages'])) return false
  const { messages } = print
  return (
    [print['at'], print['cached'], print['total'], print['lifetimeMs'], messages['count']].every(isCount) &&
    [print['model'], print['options'], messages['settled'], messages['last']].every(isText) &&
    isTexts(print['system']) &&
    isTexts(print['tools'])
  )
}

export const isCacheState = (value: Fields): boolean =>
  Array.isArray(value['lines']) &&
  value['lines'].every(isLine) &&
  (value['print'] === undefined || isPrint(value['print']))

/** What the prompt cache did in a session, and what its last request was made of. */
export interface CacheFacts {
  readonly book: CacheBook
  readonly print?: CachePrint
}

/** Unlike other metadata every line counts: each tells of the requests since the one before. */
export const foldCache = (
  facts: CacheFacts | undefined,
  entry: { readonly lines: readonly CacheLine[]; readonly print?: CachePrint },
): CacheFacts => {
  const book = entry.lines.reduce(addCacheLine, facts?.book ?? EMPTY_CACHE_BOOK)
  const print = entry.print ?? facts?.print
  return { book, ...(print ? { print } : {}) }
}
