import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { createFileIndex } from '../../features/file-index/file-index.ts'
import type { AskGit } from '../../features/file-index/list-files.ts'
import { createGit } from '../../features/git/git.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import type { FileMatch, FilesPort } from '../../frontends/tui/ports/files-port.ts'
import { expandHome } from '../../lib/paths.ts'
import type { Env } from '../../protocol/host.ts'
import type { GitSandbox } from '../../protocol/run-git.ts'
import { runFileSuggestion } from './file-suggestion-command.ts'

export interface FilesOptions {
  readonly cwd: string
  readonly home: string
  readonly env: Env
  readonly respectGitignore: boolean
  /** Of the settings in force; absent: there is none. */
  readonly sandbox?: GitSandbox
  /** The person's own program for what is typed behind `@`. */
  fileSuggestion(): string | undefined
  /** Milliseconds of a clock that does not jump. */
  now(): number
}

const GIT_MS = 20_000
/** A million paths, and more. */
const MOST_BYTES = 256 * 1024 * 1024
const MOST_ENTRIES = 2_000

/** Files by name. Nothing is started before the first question. */
export const createFilesPort = (options: FilesOptions): FilesPort => {
  const index = createFileIndex({
    cwd: options.cwd,
    git: askGit(options),
    respectIgnored: options.respectGitignore,
    now: options.now,
  })
  return {
    search: (query, limit) => index.search(query, limit),
    finish: (query, limit, signal) => index.finish(query, limit, signal),
    ask(query, signal) {
      const command = options.fileSuggestion()
      if (command === undefined) return undefined
      const variables = childEnvironment(options.env, {
        secretNames: PROVIDER_SECRETS,
        projectDir: options.cwd,
      })
      return runFileSuggestion({ command, query, cwd: options.cwd, variables }, signal).then(paths =>
        paths?.map((path): FileMatch => ({ path, matched: [] })),
      )
    },
    settled: () => index.settled(),
    refresh: () => index.refresh(),
    list: async directory => {
      const absolute = placeOf(directory, options)
      const entries = await entriesOf(absolute)
      const names = await Promise.all(entries.slice(0, MOST_ENTRIES).map(entry => nameOf(absolute, entry)))
      return names.sort(directoriesFirst).map((name): FileMatch => ({ path: directory + name, matched: [] }))
    },
  }
}

const askGit = ({ cwd, env, sandbox }: FilesOptions): AskGit => {
  const git = createGit({
    env: childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: cwd }),
    roots: () => [cwd],
    sandbox,
  })
  return async args => {
    const answer = await git({ cwd, args, timeoutMs: GIT_MS, maxBytes: MOST_BYTES })
    return answer.kind === 'ok' ? answer.output : undefined
  }
}

const placeOf = (directory: string, { cwd, home }: FilesOptions): string => {
  const path = expandHome(directory, home)
  return isAbsolute(path) ? path : resolve(cwd, path)
}

const entriesOf = async (path: string): Promise<readonly Dirent[]> => {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch {
    // No such directory, or not ours to read: nothing to offer.
    return []
  }
}

/** A link to a directory is offered as one: completion goes on behind it. */
const nameOf = async (directory: string, entry: Dirent): Promise<string> => {
  if (entry.isDirectory()) return `${entry.name}/`
  if (!entry.isSymbolicLink()) return entry.name
  try {
    return (await stat(join(directory, entry.name))).isDirectory() ? `${entry.name}/` : entry.name
  } catch {
    // It leads nowhere.
    return entry.name
  }
}

const directoriesFirst = (a: string, b: string): number =>
  Number(b.endsWith('/')) - Number(a.endsWith('/')) || (a < b ? -1 : a > b ? 1 : 0)
