import { dirname, join, relative, sep } from 'node:path'
import { isInside } from '../../../lib/paths.ts'
import type { LoadedInstruction } from '../../../protocol/instruction.ts'
import type { InstructionOptions, InstructionPaths } from './instruction-paths.ts'

export type InstructionScope = Exclude<LoadedInstruction['scope'], 'memory'>

/** A place that may hold instructions. */
export interface Candidate {
  /** `folder`: a directory for us, with files and rules in it; `rule`: a file that may have a condition. */
  readonly kind: 'file' | 'rule' | 'folder'
  readonly path: string
  readonly scope: InstructionScope
  /** What the globs of rules are relative to. */
  readonly base: string
}

const NESTED_IN_OTHERS = new Set(['node_modules', '.git', '.venv', 'site-packages'])

/** What counts from the start, lowest first: managed, user, project from the top down to `cwd`, local the same way. */
export const startCandidates = (
  place: InstructionPaths,
  options: InstructionOptions,
): readonly Candidate[] => {
  const { cwd, managed, extraDirs } = place
  const above = options.discover ? ancestors(cwd) : []
  const counting = options.withheld ? above.filter(path => isOfPerson(path, place)) : above
  const directories = [...new Set([...counting, ...extraDirs])]
  const compatHome = join(place.home, '.claude')
  const own = [...new Set([...(options.compat ? [compatHome] : []), place.configHome])]
  // The person's own files are no project's, although the home directory may lie above one.
  const isOwn = ({ path }: Candidate): boolean => path === compatHome || path === place.configHome
  const has = (source: InstructionOptions['sources'][number]): boolean => options.sources.includes(source)
  return [
    ...managed.directories.map((path): Candidate => ({ kind: 'folder', path, scope: 'managed', base: cwd })),
    ...(options.discover && has('user')
      ? own.map((path): Candidate => ({ kind: 'folder', path, scope: 'user', base: cwd }))
      : []),
    ...(has('project')
      ? directories.flatMap(path => projectFiles(path, options).filter(candidate => !isOwn(candidate)))
      : []),
    ...(has('local') ? directories.flatMap(path => localFiles(path, options)) : []),
  ]
}

/** What a file below `cwd` brings with it: the directories on the way down to it. Takes a real path. */
export const nestedCandidates = (
  path: string,
  place: InstructionPaths,
  options: InstructionOptions,
): readonly Candidate[] => {
  const { cwd, caseSensitive } = place
  if (!options.discover || options.withheld || !isInside(path, cwd, { caseSensitive })) return []
  const names = relative(cwd, dirname(path))
    .split(sep)
    .filter(name => name !== '')
  // What lies in there was written by others, for their work on it.
  const foreign = names.findIndex(name => NESTED_IN_OTHERS.has(name))
  const own = foreign === -1 ? names : names.slice(0, foreign)
  const directories = own.map((_, index) => join(cwd, ...own.slice(0, index + 1)))
  return [
    ...(options.sources.includes('project')
      ? directories.flatMap(directory => projectFiles(directory, options))
      : []),
    ...(options.sources.includes('local')
      ? directories.flatMap(directory => localFiles(directory, options))
      : []),
  ]
}

/** The home directory and what is above it, unless work is done right there: no folder somebody else may have made. */
const isOfPerson = (path: string, { cwd, home, caseSensitive }: InstructionPaths): boolean =>
  path !== cwd && isInside(home, path, { caseSensitive })

const ancestors = (cwd: string): readonly string[] => {
  const found = [cwd]
  for (let at = cwd; dirname(at) !== at; at = dirname(at)) found.push(dirname(at))
  return found.reverse()
}

const names = ({ compat }: InstructionOptions): readonly string[] => (compat ? BOTH_NAMES : OWN_NAMES)

const BOTH_NAMES = ['AGENTS', 'CLAUDE']
const OWN_NAMES = ['AGENTS']

/** Joined by hand: this is done dozens of times before the first request. */
const below = (directory: string, name: string): string =>
  directory.endsWith(sep) ? directory + name : directory + sep + name

/** What a folder that exists holds; `rules` is the directory of its rules. */
export const expandFolder = (
  { path, scope, base }: Candidate,
  options: InstructionOptions,
): { readonly files: readonly Candidate[]; readonly rules: string } => ({
  files: names(options).map(name => ({ kind: 'file', path: below(path, `${name}.md`), scope, base })),
  rules: below(path, 'rules'),
})

const projectFiles = (directory: string, options: InstructionOptions): readonly Candidate[] => {
  const level = { scope: 'project', base: directory } as const
  const folders = options.compat ? ['.claude', '.capstan'] : ['.capstan']
  return [
    ...names(options).map(
      (name): Candidate => ({
        ...level,
        kind: 'file',
        path: below(directory, `${name}.md`),
      }),
    ),
    ...folders.map((name): Candidate => ({ ...level, kind: 'folder', path: below(directory, name) })),
  ]
}

const localFiles = (directory: string, options: InstructionOptions): readonly Candidate[] =>
  names(options).map(name => ({
    kind: 'file',
    scope: 'local',
    base: directory,
    path: below(directory, `${name}.local.md`),
  }))
