import { isAbsolute, join } from 'node:path'
import type { ShellWord } from '../../../lib/shell/word.ts'

/** A path that a command would touch, not resolved yet. */
export interface PathUse {
  /** Absolute; `..` still in it, since the kernel resolves it behind links. */
  readonly path: string
  readonly kind: 'read' | 'write'
  /** Wildcard in the last name: `path` is the directory. */
  readonly glob?: string
  /** A directory here would bring files that are not named. */
  readonly fileOnly?: boolean
}

/** Where relative words of a command start. */
export interface Place {
  /** Every directory the command may run in. */
  readonly bases: readonly string[]
  readonly home: string
}

const absolute = (text: string, base: string): string => (isAbsolute(text) ? text : `${base}/${text}`)

const expand = (word: ShellWord, home: string): string =>
  word.tilde ? join(home, word.text.slice(1)) : word.text

/**
 * The paths that a word may stand for; undefined when its text is not known. A wildcard is understood in the last
 * name only.
 */
export const usesOf = (
  word: ShellWord,
  kind: PathUse['kind'],
  place: Place,
): readonly PathUse[] | undefined => {
  if (word.causes.length > 0) return undefined
  const text = expand(word, place.home)
  if (!word.glob) return place.bases.map(base => ({ path: absolute(text, base), kind }))
  const slash = text.lastIndexOf('/')
  const directory = text.slice(0, slash + 1)
  if (/[*?[]/.test(directory)) return undefined
  return place.bases.map(base => ({
    path: absolute(directory || '.', base),
    kind,
    glob: text.slice(slash + 1),
  }))
}

export const usesOfText = (text: string, kind: PathUse['kind'], place: Place): readonly PathUse[] =>
  place.bases.map(base => ({ path: absolute(text, base), kind }))
