import { realpathSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { type ToolCall, ToolError } from '../../protocol/tool.ts'

const TIMEOUT_MS = 20_000
const MAX_BYTES = 8 * 1024 * 1024
/** Version control keeps its own data there; nobody means it. */
const VCS_DIRECTORIES = ['.git', '.svn', '.hg', '.bzr', '.jj', '.sl']

export interface Search {
  /** Options only; the pattern goes into `pattern`. */
  readonly options: readonly string[]
  readonly pattern?: string
  /** Absolute: a directory, or a file. */
  readonly target: string
}

export interface SearchOutput {
  /** Lines without their ends. A path ends in NUL. */
  readonly text: string
  readonly notes: readonly string[]
}

/** Runs ripgrep below `target`. Everything from outside is an argument of its own, behind `--` where it could be an option. */
export const runRipgrep = async (search: Search, call: ToolCall): Promise<SearchOutput> => {
  const { directory: cwd, name } = placeOf(search.target)
  const end = await call.processes.program({
    file: await ripgrepPath(),
    args: [
      '--no-config',
      '--hidden',
      '--no-require-git',
      '--color=never',
      ...VCS_DIRECTORIES.map(name => `--glob=!${name}`),
      ...search.options,
      '--',
      ...(search.pattern === undefined ? [] : [search.pattern]),
      `./${name}`,
    ],
    cwd,
    signal: call.signal,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  if (call.signal.aborted) throw new ToolError('The search was interrupted.')
  const text = wholeLines(Buffer.from(end.stdout).toString('utf8'), end.cut || end.timedOut)
  if (end.code === 2 && text === '')
    throw new ToolError(`The search failed: ${end.stderr.trim().slice(0, 1000)}`)
  return {
    text,
    notes: [
      ...(end.timedOut
        ? [`The search was ended after ${TIMEOUT_MS / 1000} s; the results are incomplete.`]
        : []),
      ...(end.cut ? ['There were too many results; they are incomplete. Narrow the search.'] : []),
      ...(end.code === 2 ? ['Some files could not be searched.'] : []),
    ],
  }
}

/** A pipe or a device would be waited for; only directories and regular files are searched. */
const placeOf = (target: string): { readonly directory: string; readonly name: string } => {
  let stats: Stats | undefined
  try {
    stats = statSync(target, { throwIfNoEntry: false })
  } catch (error) {
    throw new ToolError(`${target} cannot be searched (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (!stats) throw new ToolError(`${target} does not exist.`)
  if (stats.isDirectory()) return { directory: target, name: '' }
  if (!stats.isFile()) throw new ToolError(`${target} is neither a directory nor a regular file.`)
  return { directory: dirname(target), name: basename(target) }
}

const wholeLines = (text: string, isCut: boolean): string => {
  if (!isCut) return text
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\0')) + 1)
}

const ripgrepPath = async (): Promise<string> => {
  try {
    const { rgPath } = await import('@vscode/ripgrep')
    return rgPath
  } catch {
    throw new ToolError(
      'Search needs ripgrep, whose package for this platform is not installed. Reinstall with optional dependencies, or use grep and find through Bash.',
    )
  }
}

/** How results are named, and which of them the model may see. */
export interface ResultPaths {
  /** A path as ripgrep printed it → absolute; `undefined` when reading it is denied. */
  absolute(printed: string): string | undefined
  /** Absolute → relative to the directory of the call where that is shorter to say. */
  shown(absolute: string): string
}

export const resultPaths = async (target: string, call: ToolCall): Promise<ResultPaths> => {
  const base = placeOf(target).directory
  const realBase = realpathSync(base)
  const isDenied = await call.files.denied()
  return {
    absolute: printed => {
      const path = resolve(base, printed)
      return isDenied(path) || isDenied(resolve(realBase, printed)) ? undefined : path
    },
    shown: absolute => {
      const path = relative(call.cwd, absolute)
      return path.startsWith('..') ? absolute : path
    },
  }
}

/** Newest first; names decide between equals, so that pages do not shift. */
export const newestFirst = (paths: readonly string[]): readonly string[] => {
  const dated = paths.map(path => ({ path, time: modifiedAt(path) }))
  dated.sort((a, b) => b.time - a.time || (a.path < b.path ? -1 : 1))
  return dated.map(({ path }) => path)
}

const modifiedAt = (path: string): number => {
  try {
    return statSync(path).mtimeMs
  } catch {
    // Gone since the search, or a link to nothing: last.
    return 0
  }
}
