import { createPinyin } from '../../lib/text/pinyin.ts'
import type { PathMatch } from './create-matcher.ts'
import { type PathPack, pathAt } from './path-pack.ts'

/** Reading names takes microseconds each: where there are more files, only what is typed of them finds them. */
const MOST_PATHS = 5_000
const LETTERS = /^[a-z][\w.-]+$/i
const HAN = /\p{Script=Han}/u

/** Files whose names are Chinese, by the first letters of how those are read. */
export type FindBySound = (query: string, limit: number) => readonly PathMatch[]

/** Undefined: there are none, or too many files. */
export const createPinyinPaths = (pack: PathPack): FindBySound | undefined => {
  if (pack.count > MOST_PATHS) return undefined
  const paths = Array.from({ length: pack.count }, (_, at) => pathAt(pack, at)).filter(path => HAN.test(path))
  if (paths.length === 0) return undefined
  let made: ReturnType<typeof createPinyin> | undefined
  return (query, limit) => {
    if (!LETTERS.test(query)) return []
    made ??= createPinyin()
    const pinyin = made
    const found = paths.filter(path => path.split('/').some(name => pinyin.matches(query, name) === 'start'))
    return found.slice(0, limit).map(path => ({ path, matched: [] }))
  }
}
