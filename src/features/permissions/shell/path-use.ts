import { isAbsolute, join } from 'node:path'
import type { ShellWord } from '../../../lib/shell/word.ts'

/** A path that a command would touch, not resolved yet. */
export interface PathUse {
  /** Absolute; `..` still in it, since the kernel resolves it behind links. */
  readonly path: string
  readonly kind: 'read' | 'write'
  /** From the first name with a wildcard on, if there is one: `path` is the directory before it. */
  readonly glob?: string
  /** Everything below it is touched too. */
  readonly deep?: boolean
  /** A directory here would bring files that are not named. */
  readonly fileOnly?: boolean
  /** Only facts about it are shown: what a wildcard stands for may be sensitive. */
  readonly facts?: boolean
  /** A blank in a name that the wildcard stands for would make it two words. */
  readonly splits?: boolean
  /** The wildcard stands in the first name of the word, so that a name it brings begins the word. */
  readonly leads?: boolean
  /** Behind this text a name that the wildcard brings is the script of a sed: it must be an error for it. */
  readonly scriptFrom?: string
  /** `copied`: it stays as it is. `holder`: if it is a directory already, it stays as it is. */
  readonly role?: 'copied' | 'holder'
  /** Must be the same place, behind links too. */
  readonly sameAs?: string
  /** Must belong to the repository of this directory. */
  readonly repositoryOf?: string
  /** Names in it are printed and then read as words. */
  readonly walk?: Walk
}

/** How names that a command prints become words of another. */
export interface Walk {
  /** `nul`: taken whole. `line`, `blank`: taken apart by xargs. `word`: by the shell, which expands wildcards too. */
  readonly separator: 'nul' | 'line' | 'blank' | 'word'
  /** Links may be among them. */
  readonly links: boolean
  /** They are printed without the directory before them. */
  readonly bare: boolean
  /** Directories in it are gone through too. */
  readonly deep: boolean
  /** They are the names that git keeps. */
  readonly tracked: boolean
  /** Only names that this pattern stands for are printed, in any directory. */
  readonly named?: string
}

/** Where relative words of a command start. */
export interface PathContext {
  /** Every directory the command may run in. */
  readonly bases: readonly string[]
  readonly home: string
  /** Above this no `..` is followed: the working directory, or where the line starts. */
  readonly start?: string
  /** For a command that goes back, or will: the line says where that is. */
  readonly back?: boolean
}

const absolute = (text: string, base: string): string => (isAbsolute(text) ? text : `${base}/${text}`)

const expand = (word: ShellWord, home: string): string =>
  word.tilde ? join(home, word.text.slice(1)) : word.text

/** The paths that a word may stand for; undefined when its text is not known. */
export const usesOf = (
  word: ShellWord,
  kind: PathUse['kind'],
  context: PathContext,
): readonly PathUse[] | undefined => {
  if (word.causes.length > 0) return undefined
  const text = expand(word, context.home)
  if (!word.glob) return usesOfText(text, kind, context)
  const names = text.split('/')
  const first = names.findIndex(name => /[*?[]/.test(name))
  const rest = names.slice(first).filter(name => name !== '' && name !== '.')
  // Behind a wildcard nobody knows what a step up leads to.
  if (first < 0 || rest.length === 0 || rest.includes('..')) return undefined
  const directory = names.slice(0, first).join('/') + (first > 0 ? '/' : '')
  const more = { ...(word.splits ? { splits: true } : {}), ...(first === 0 ? { leads: true } : {}) }
  return context.bases.map(base => ({
    path: absolute(directory || '.', base),
    kind,
    glob: rest.join('/'),
    ...more,
  }))
}

/** Like `usesOf`, for questions where one path too many is better than a missed one: `$HOME` and `$PWD` are known. */
export const likelyUsesOf = (
  word: ShellWord,
  kind: PathUse['kind'],
  context: PathContext,
): readonly PathUse[] | undefined => {
  const known = usesOf(word, kind, context)
  if (known || word.causes.length !== 1 || word.causes[0] !== 'variable') return known
  if (!word.variables.every(name => name === 'HOME' || name === 'PWD')) return undefined
  return context.bases.flatMap(base => {
    const text = word.text
      .replace(/\$(?:HOME\b|\{HOME\})/g, context.home)
      .replace(/\$(?:PWD\b|\{PWD\})/g, base)
    return usesOf({ ...word, text, causes: [] }, kind, { ...context, bases: [base] }) ?? []
  })
}

export const usesOfText = (text: string, kind: PathUse['kind'], context: PathContext): readonly PathUse[] => {
  const base = context.bases[0]
  // Nearly always there is one.
  if (base !== undefined && context.bases.length === 1) return [{ path: absolute(text, base), kind }]
  return context.bases.map(one => ({ path: absolute(text, one), kind }))
}

/** It reads the variable that holds the directory. */
export const namesWorkingDirectory = (word: ShellWord): boolean => word.variables.includes('PWD')

/** The directory in place of `$PWD`, unless it would be split or expanded there. */
export const withWorkingDirectory = (word: ShellWord, base: string): ShellWord => {
  if (!namesWorkingDirectory(word) || word.variables.some(name => name !== 'PWD') || word.causes.length !== 1)
    return word
  if (!word.whole && !/^[\w./@%+,:-]+$/.test(base)) return word
  const text = word.text.replace(/\$(?:PWD(?!\w)|\{PWD\})/g, () => base)
  return /\$/.test(text) ? word : { ...word, text, causes: [], variables: [] }
}
