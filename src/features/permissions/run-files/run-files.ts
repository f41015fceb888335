import { statSync } from 'node:fs'
import { delimiter, isAbsolute, join, normalize } from 'node:path'
import { isInside, type KnownDirectories, resolveReal } from '../../../lib/paths.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { Policy, RunCommand } from '../../../protocol/permission.ts'
import { foldedNames } from '../paths/folded-names.ts'
import type { PathFacts } from '../paths/path-facts.ts'
import { createGitRuns, type GitRuns } from './git-runs.ts'
import { loadedFiles } from './loaded-files.ts'
import { namedFiles } from './named-files.ts'

export interface RunFilesDeps {
  /** That programs are started with, when it is known. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

type Place = Pick<Policy, 'cwd' | 'home' | 'roots' | 'caseSensitive' | 'runs'>

/** Tells of files whether the settings in force would run them. */
export interface RunFiles {
  /** By whom, as part of a sentence, a file of any of these absolute names is run. */
  runBy(names: readonly string[]): LocalizedText | undefined
  /** By whom something in a directory of this name is run. */
  heldBy(name: string): LocalizedText | undefined
  /** By whom a file of such a name would be run, wherever it is put: for names of which only the end is known. */
  namedBy(name: string): LocalizedText | undefined
  /** Absolute paths that are known, whether there is something or not. */
  readonly paths: readonly { readonly path: string; readonly whole: boolean }[]
}

interface Known {
  readonly path: string
  readonly whole: boolean
  readonly by: LocalizedText
}

/** Finds out once for the same settings what they run; where links lead is looked at each time. */
export const createRunFiles = ({ env = {} }: RunFilesDeps = {}): ((place: Place) => RunFiles | undefined) => {
  const gitRuns: GitRuns = createGitRuns(env)
  const byCommands = new WeakMap<readonly RunCommand[], Map<string, readonly Known[]>>()
  const scripts = createScriptReader()
  return place => {
    if (!place.runs) return undefined
    const commands = place.runs()
    const byPlace = byCommands.get(commands) ?? new Map<string, readonly Known[]>()
    byCommands.set(commands, byPlace)
    const key = [place.cwd, ...place.roots].join('\0')
    const known = byPlace.get(key) ?? eachOnce(commands.flatMap(command => namedBy(command, place, env)))
    byPlace.set(key, known)
    const git = gitRuns(place, command => namedBy(command, place, env))
    const named = [...known, ...git]
    return matcherOf([...named, ...scripts(named, place)], place)
  }
}

const MOST_SCRIPTS = 200

/** What scripts load in turn; each is read again only when it has changed. */
const createScriptReader = (): ((known: readonly Known[], place: Place) => readonly Known[]) => {
  const read = new Map<string, { readonly mark: string; readonly names: readonly string[] }>()
  return (known, { cwd, home, roots }) => {
    const bases = [...new Set([cwd, ...roots])]
    const scripts = known
      .filter(one => !one.whole)
      .flatMap(({ path, by }) =>
        (isAbsolute(path) ? [path] : bases.map(base => join(base, path))).map(at => ({ at, by })),
      )
    return scripts.slice(0, MOST_SCRIPTS).flatMap(({ at, by }) => {
      const mark = markOf(at)
      if (mark === undefined) return []
      const before = read.get(at)
      const names = before?.mark === mark ? before.names : loadedFiles(at, { HOME: home })
      read.set(at, { mark, names })
      return names.map(path => ({ path: path.replace(/^~(?=\/)/, home), whole: false, by }))
    })
  }
}

/** Undefined: there is no file. */
const markOf = (path: string): string | undefined => {
  try {
    const facts = statSync(path, { throwIfNoEntry: false })
    return facts?.isFile() ? [facts.ino, facts.size, facts.mtimeMs, facts.ctimeMs].join() : undefined
  } catch {
    // Below a file, or not to be looked at.
    return undefined
  }
}

/** Whoever names a file first is told of. */
const eachOnce = (known: readonly Known[]): readonly Known[] => [
  ...new Map([...known].reverse().map(one => [`${one.whole} ${one.path}`, one])).values(),
]

/** Names of the project's directory in a hook's environment. */
const PROJECT_VARIABLES = ['CAPSTAN_PROJECT_DIR', 'CLAUDE_PROJECT_DIR']

const namedBy = (run: RunCommand, place: Place, env: RunFilesDeps['env']): readonly Known[] => {
  const { cwd, home, roots } = place
  const [root = cwd] = roots
  const variables = {
    ...Object.fromEntries(PROJECT_VARIABLES.map(name => [name, root])),
    HOME: home,
    PWD: cwd,
    ...run.variables,
  }
  const bases = [...new Set([cwd, ...roots])]
  const named = run.command === undefined ? [] : namedFiles(run.command, { bases, variables })
  const files = run.filesOnly ? named.filter(file => !file.whole) : named
  const programs = run.command === undefined ? [] : programsOf(run.command, env, place)
  const whole = pathsOf(run, bases).map(path => ({ path, whole: true }))
  return [...files, ...programs, ...whole].map(file => ({
    ...file,
    path: file.path.replace(/^~(?=\/)/, home),
    by: run.by,
  }))
}

/** To protect a working directory as a whole would protect everything. */
const pathsOf = ({ path, parts }: RunCommand, bases: readonly string[]): readonly string[] => {
  if (path === undefined) return []
  return parts && bases.some(base => isInside(base, path, EXACT)) ? parts : [path]
}

/** A bare program in a directory of PATH that lies in a working directory. */
const programsOf = (
  command: string | readonly string[],
  env: RunFilesDeps['env'],
  { roots }: Place,
): readonly { readonly path: string; readonly whole: boolean }[] => {
  const inside = (env?.['PATH'] ?? '')
    .split(delimiter)
    .filter(entry => entry !== '' && (!isAbsolute(entry) || roots.some(root => isInside(entry, root, EXACT))))
  if (inside.length === 0) return []
  const words = typeof command === 'string' ? command.split(/[\s;&|()`"']+/) : command
  return words
    .filter(word => /^[\w.+-]+$/.test(word) && !word.startsWith('-'))
    .flatMap(word => inside.map(entry => ({ path: join(entry, word), whole: false })))
}

const EXACT = { caseSensitive: true }

/** As names are compared: without case, because a volume may not tell it either. */
const folded = (path: string): string => `/${foldedNames(path).join('/')}`

const lastName = (path: string): string => foldedNames(path.slice(path.lastIndexOf('/') + 1))[0] ?? ''

const matcherOf = (known: readonly Known[], { cwd, roots }: Place): RunFiles => {
  const exact = new Map<string, LocalizedText>()
  const whole = new Map<string, LocalizedText>()
  const tails = new Map<
    string,
    { readonly tail: string; readonly whole: boolean; readonly by: LocalizedText }[]
  >()
  const above = new Map<string, LocalizedText>()
  const paths: { readonly path: string; readonly whole: boolean }[] = []
  const directories: KnownDirectories = new Map()
  const led: { readonly path: string; readonly by: LocalizedText }[] = []
  const bases = [...new Set([cwd, ...roots])]
  for (const { path, whole: all, by } of known) {
    // Where a step up begins is not always known.
    const below = normalize(path).replace(/^(?:\.\.\/)+/, '')
    const places = isAbsolute(path)
      ? [path]
      : [...new Set(bases.flatMap(base => [join(base, path), join(base, below)]))]
    for (const place of places) {
      const resolved = resolveReal(place, directories)
      for (const name of new Set([place, ...(resolved.ok ? [...resolved.hops, resolved.real] : [])])) {
        paths.push({ path: name, whole: all })
        led.push({ path: name, by })
        const plain = folded(name)
        if (!exact.has(plain)) exact.set(plain, by)
        if (all && !whole.has(plain)) whole.set(plain, by)
        for (let at = plain.lastIndexOf('/'); at > 0; at = plain.lastIndexOf('/', at - 1))
          if (!above.has(plain.slice(0, at))) above.set(plain.slice(0, at), by)
      }
    }
    if (isAbsolute(path)) continue
    const tail = folded(below)
    const name = tail.slice(tail.lastIndexOf('/') + 1)
    tails.set(name, [...(tails.get(name) ?? []), { tail, whole: all, by }])
  }
  const names = new Map<string, LocalizedText>()
  for (const { path, by } of [...known, ...led]) if (!names.has(lastName(path))) names.set(lastName(path), by)
  const find = (plain: string): LocalizedText | undefined => {
    const hit = exact.get(plain)
    if (hit !== undefined) return hit
    const last = plain.slice(plain.lastIndexOf('/') + 1)
    const tail = tails.get(last)?.find(one => plain.endsWith(one.tail))
    return tail?.by
  }
  const findAbove = (plain: string): LocalizedText | undefined => {
    for (let at = plain.lastIndexOf('/'); at > 0; at = plain.lastIndexOf('/', at - 1)) {
      const directory = plain.slice(0, at)
      const by = whole.get(directory)
      if (by !== undefined) return by
      const last = directory.slice(directory.lastIndexOf('/') + 1)
      const tail = tails.get(last)?.find(one => one.whole && directory.endsWith(one.tail))
      if (tail) return tail.by
    }
    return undefined
  }
  return {
    paths,
    runBy(all) {
      for (const name of all) {
        const plain = folded(name)
        const by = find(plain) ?? findAbove(plain)
        if (by !== undefined) return by
      }
      return undefined
    },
    heldBy: name => above.get(folded(name)),
    namedBy: name => names.get(lastName(name)),
  }
}

/** Says of a path by whom it, or something in it, is run. */
export const markRunFiles =
  (files: RunFiles | undefined): ((path: PathFacts) => PathFacts) =>
  path => {
    if (!files || !path.ok) return path
    const runBy = files.runBy([...path.names, path.real])
    if (runBy !== undefined) return { ...path, runBy }
    const holdsRunBy = files.heldBy(path.real)
    return holdsRunBy === undefined ? path : { ...path, holdsRunBy }
  }
