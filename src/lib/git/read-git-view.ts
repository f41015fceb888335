import { isAbsolute } from 'node:path'
import { runGit, runGitScript, type WrapProgram } from './start-git.ts'

/** A setting as git itself reads it, with includes followed. */
export interface GitSetting {
  /** `local` and `worktree` are the repository's own, `global` and `system` are not. */
  readonly scope: string
  /** `file:<path>`, as git names it. */
  readonly origin: string
  /** Section and key in lower case. */
  readonly name: string
  readonly value: string
}

/** What git finds when it is started in a directory. */
export type GitView =
  | {
      readonly kind: 'repository'
      /** Of the repository only. */
      readonly settings: readonly GitSetting[]
      /** Of this checkout, and the one it shares with others; real and absolute. */
      readonly directory: string
      readonly common: string
      readonly bare: boolean
    }
  /** Git takes nothing here for a repository. */
  | { readonly kind: 'none' }
  /** Git is not there, did not answer in time, or said what cannot be understood. */
  | { readonly kind: 'unknown'; readonly settings: readonly GitSetting[] }

export interface GitViewFrom {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The sandbox it is asked in; absent: none. */
  readonly wrap?: WrapProgram | undefined
}

/** Long enough for a machine that is busy; a pipe in the place of a configuration file is not waited for longer. */
const TIME_LIMIT_MS = 2_000
const MAX_BYTES = 1024 * 1024
/** Where the person keeps settings, and which repository is meant: git must find what a later command finds. */
const TAKEN = [
  'HOME',
  'XDG_CONFIG_HOME',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_CEILING_DIRECTORIES',
  'GIT_DISCOVERY_ACROSS_FILESYSTEM',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
]
const FIXED = {
  PATH: '/usr/bin:/bin',
  LC_ALL: 'C',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
}
const NO_SETTINGS = 3
const NO_REPOSITORY = 4
const SCRIPT = `"$0" config --list -z --show-scope --show-origin --includes || exit ${NO_SETTINGS}
"$0" rev-parse --path-format=absolute --git-dir --git-common-dir --is-bare-repository || exit ${NO_REPOSITORY}`
const LIST = ['--list', '-z', '--show-scope', '--show-origin', '--includes']
/** Not the repository's word. */
const OTHERS: ReadonlySet<string> = new Set(['system', 'global', 'command'])
export const isOfRepository = ({ scope }: GitSetting): boolean => !OTHERS.has(scope)

/**
 * Asks git what it reads here; a reader of our own that differs in one escape would be a hole. Both questions run
 * nothing that a repository names and look at no file of the work tree.
 */
export const readGitView = (from: GitViewFrom): GitView => {
  const run = ask(SCRIPT, from)
  const settings = run && parseGitSettings(run.answer)
  return settings ? viewOf(run, settings) : { kind: 'unknown', settings: [] }
}

const viewOf = (run: Run, all: readonly GitSetting[]): GitView => {
  const settings = all.filter(isOfRepository)
  if (run.status === NO_REPOSITORY && settings.length === 0) return { kind: 'none' }
  const place = run.status === 0 ? parsePlace(run.place) : undefined
  return place ? { kind: 'repository', settings, ...place } : { kind: 'unknown', settings }
}

/** All settings that count here, the person's and the system's as well, and the view: where git can say both, in one question. */
export const readGitWhole = (
  from: GitViewFrom,
): { readonly settings: readonly GitSetting[]; readonly view: GitView } => {
  const run = ask(SCRIPT, from)
  const all = run && run.status !== NO_SETTINGS ? parseGitSettings(run.answer) : undefined
  // What is asked second must not cost the answer to the first.
  if (!run || !all) return { settings: readGitSettings(from) ?? [], view: readGitView(from) }
  return { settings: all.filter(({ scope }) => scope !== 'command'), view: viewOf(run, all) }
}

export interface GitState {
  /** All that count here, the person's and the system's as well. */
  readonly settings: readonly GitSetting[]
  /** Absent: there is no repository. */
  readonly place?: { readonly directory: string; readonly common: string }
}

/** Settings and directories in one question; `undefined` when git cannot say. */
export const readGitState = (from: GitViewFrom): GitState | undefined => {
  const run = ask(SCRIPT, from)
  const settings = run && parseGitSettings(run.answer)?.filter(({ scope }) => scope !== 'command')
  if (!settings) return undefined
  if (run.status === NO_REPOSITORY) return { settings }
  const place = run.status === 0 ? parsePlace(run.place) : undefined
  return place && { settings, place }
}

/** The address of a remote as git would reach it; `undefined` when it cannot say. */
export const readRemoteUrl = (remote: string, from: GitViewFrom): string | undefined => {
  const run = ask(['ls-remote', '--get-url', '--', remote], from)
  return run?.status === 0 ? run.place.trim() || undefined : undefined
}

/** All settings that count here, the person's and the system's as well; `undefined` when git cannot say. */
export const readGitSettings = (from: GitViewFrom): readonly GitSetting[] | undefined => {
  const run = ask(['config', ...LIST], from)
  const settings = run?.status === 0 ? parseGitSettings(run.answer) : undefined
  return settings?.filter(({ scope }) => scope !== 'command')
}

/** What git reads in one file, whether it belongs to a repository or not; `undefined` when it cannot say. */
export const readGitFile = (path: string, from: GitViewFrom): readonly GitSetting[] | undefined => {
  const run = ask(['config', '--file', path, ...LIST], from)
  return run?.status === 0 ? parseGitSettings(run.answer) : undefined
}

interface Run {
  readonly status: number | null
  /** Every setting, with its NUL. */
  readonly answer: string
  /** What comes behind them. */
  readonly place: string
}

/** What a shell script says that starts git as `"$0"`, or git with these arguments. */
const ask = (question: string | readonly string[], { cwd, env, wrap }: GitViewFrom): Run | undefined => {
  const options = {
    cwd,
    wrap,
    // A group of its own, so that a time limit ends all of it.
    detached: true,
    env: { ...Object.fromEntries(TAKEN.flatMap(name => (env[name] ? [[name, env[name]]] : []))), ...FIXED },
    stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
    timeout: TIME_LIMIT_MS,
    killSignal: 'SIGKILL' as const,
    maxBuffer: MAX_BYTES,
  }
  const run = typeof question === 'string' ? runGitScript(question, options) : runGit(question, options)
  if (!run) return undefined
  if (run.error && run.pid > 0) endGroup(run.pid)
  if (run.error) return undefined
  // Every setting ends with a NUL, and no path can hold one: what stands behind the last is the place.
  const text = String(run.stdout)
  const end = text.lastIndexOf('\0') + 1
  return { status: run.status, answer: text.slice(0, end), place: text.slice(end) }
}

const endGroup = (leader: number): void => {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // All of it has ended.
  }
}

/** `scope NUL origin NUL name [LF value] NUL`, again and again. */
const parseGitSettings = (text: string): readonly GitSetting[] | undefined => {
  const fields = text.split('\0')
  if (fields.pop() !== '' || fields.length % 3 !== 0) return undefined
  const settings: GitSetting[] = []
  for (let at = 0; at < fields.length; at += 3) {
    const [scope = '', origin = '', setting = ''] = fields.slice(at, at + 3)
    const end = setting.indexOf('\n')
    settings.push({
      scope,
      origin,
      name: end === -1 ? setting : setting.slice(0, end),
      value: end === -1 ? '' : setting.slice(end + 1),
    })
  }
  return settings
}

/** A path with a line break in it makes more lines than there should be: then nobody knows which is which. */
const parsePlace = (
  text: string,
): { readonly directory: string; readonly common: string; readonly bare: boolean } | undefined => {
  const [directory = '', common = '', bare, end, ...more] = text.split('\n')
  if (end !== '' || more.length > 0 || !isAbsolute(directory) || !isAbsolute(common)) return undefined
  return bare === 'true' || bare === 'false' ? { directory, common, bare: bare === 'true' } : undefined
}
