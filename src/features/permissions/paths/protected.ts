import { foldedNames } from './folded-names.ts'
import { OBEYED_DIRECTORIES, OBEYED_FILES } from './obeyed-names.ts'

const namesIn = (rows: readonly string[]): readonly string[] => rows.flatMap(names => names.split(' '))

const DIRECTORY_NAMES = namesIn(OBEYED_DIRECTORIES)
/** Directories whose files other programs run or obey. */
const DIRECTORIES = new Set(DIRECTORY_NAMES.filter(name => !name.includes('/')))
/** Those that count in one directory only: the name, by that of the directory. */
export const PROTECTED_PAIRS: readonly string[] = DIRECTORY_NAMES.filter(name => name.includes('/'))
const NESTED = new Set(PROTECTED_PAIRS)
const OUTER = new Set([...NESTED].map(name => name.slice(0, name.indexOf('/'))))
const SETTINGS_DIRECTORIES = new Set(['.claude', '.capstan'])
const FILES = new Set(namesIn(OBEYED_FILES).filter(name => !name.startsWith('*')))
/** How names end that are protected, whatever is before it. */
export const PROTECTED_ENDINGS: readonly string[] = namesIn(OBEYED_FILES)
  .filter(name => name.startsWith('*'))
  .map(name => name.slice(1))

const protectedName = (names: readonly string[]): string | undefined => {
  for (const [at, name] of names.entries()) {
    if (SETTINGS_DIRECTORIES.has(name) && names[at + 1] === 'worktrees' && names.length > at + 3)
      // A worktree is a project of its own, so the table starts again inside it.
      return protectedName(names.slice(at + 3))
    if (DIRECTORIES.has(name)) return name
    if (OUTER.has(name) && NESTED.has(`${name}/${names[at + 1]}`)) return `${name}/${names[at + 1]}`
  }
  const last = names.at(-1)
  if (last === undefined) return undefined
  return FILES.has(last) || PROTECTED_ENDINGS.some(ending => last.endsWith(ending)) ? last : undefined
}

/** Names that a wildcard in the last place of a path might stand for. */
export const PROTECTED_NAMES: readonly string[] = [...DIRECTORIES, ...FILES]

/** How the names in the table begin: most paths have none of it and need not be taken apart. */
const BEGINNINGS = [...PROTECTED_NAMES, ...OUTER].map(name =>
  name.startsWith('.') ? '\\.' : name.replace(/\W.*/, ''),
)
/** A sign that is not plain may hide one. */
const HINT = new RegExp(
  `[^ -~]|(?:^|/)(?:${[...new Set(BEGINNINGS)].join('|')})|(?:${PROTECTED_ENDINGS.map(ending => ending.replaceAll('.', '[.]')).join('|')})$`,
  'i',
)

/** The part of the path that makes a write to it ask in every mode, at any depth and without case. */
export const findProtected = (path: string): string | undefined =>
  HINT.test(path) ? protectedName(foldedNames(path)) : undefined
