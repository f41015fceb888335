import type { ChildProcess } from 'node:child_process'
import { findGitProgram } from '../../lib/git/find-git.ts'
import { isHarmlessSetting } from '../../lib/git/harmless-settings.ts'
import { readGitView } from '../../lib/git/read-git-view.ts'
import type { ChangeGit, GitChange } from '../../protocol/run-git.ts'
import { type GitEnvironment, hardenGit } from './git.ts'

export interface ChangeGitOptions extends GitEnvironment {
  /** The person trusts the folder: what its repository names may run, as it does when they type the command. */
  trusted(): boolean
}

/** A checkout of a large repository takes its time. */
const TIME_LIMIT_MS = 300_000
const MOST_BYTES = 64 * 1024 * 1024
const MOST_WORDS = 2_000
/** Commits of ours need an author even where nobody said who they are. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'Capstan',
  GIT_AUTHOR_EMAIL: 'capstan@localhost',
  GIT_COMMITTER_NAME: 'Capstan',
  GIT_COMMITTER_EMAIL: 'capstan@localhost',
}

/** Git that may change a repository. Where the folder is not trusted, only one whose settings are all harmless. */
export const createChangeGit =
  (place: ChangeGitOptions): ChangeGit =>
  async run => {
    const program = findGitProgram()
    if (program === undefined) return refused('Git is not installed.')
    // Each time anew: what it was told may have changed it.
    const risk = place.trusted() ? undefined : riskIn(run.cwd, place)
    if (risk !== undefined) return refused(risk)
    const { spawn } = process.getBuiltinModule('node:child_process')
    const child = spawn(program, run.args, {
      cwd: run.cwd,
      env: { ...environmentOf(place, run.args), ...(run.index ? { GIT_INDEX_FILE: run.index } : {}) },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    return await collect(child, run.input ?? '')
  }

/** Only plain commit objects are ours; a merge is the person's. */
const environmentOf = (place: ChangeGitOptions, [command]: readonly string[]): Record<string, string> => {
  const env = place.trusted() ? plain(place) : hardenGit(place)
  return { ...env, LC_ALL: 'C', ...(command === 'commit-tree' ? AUTHOR : {}) }
}

const plain = ({ env }: GitEnvironment): Record<string, string> => {
  const own = Object.entries(env).filter(
    ([name]) => !/^GIT_(?!SSH|ASKPASS|PROXY|SSL|CONFIG|AUTHOR|COMMITTER)/.test(name),
  )
  return { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', PAGER: 'cat' }
}

const riskIn = (cwd: string, { env }: GitEnvironment): string | undefined => {
  const { HOME, XDG_CONFIG_HOME } = env
  const view = readGitView({ cwd, env: { HOME, XDG_CONFIG_HOME } })
  if (view.kind === 'none') return undefined
  if (view.kind === 'unknown') return `Git could not say what the settings of the repository at ${cwd} are.`
  const risky = view.settings.find(({ name }) => !isHarmlessSetting(name))
  return risky
    ? `This folder is not trusted, and its git setting ${risky.name} could run a program. Trust the folder first.`
    : undefined
}

const refused = (words: string): GitChange => ({ ok: false, words, output: '' })

const collect = (child: ChildProcess, input: string): Promise<GitChange> => {
  const output: Buffer[] = []
  let bytes = 0
  let words = ''
  let stopped: string | undefined
  const stop = (why: string): void => {
    stopped ??= why
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => stop('Git took too long.'), TIME_LIMIT_MS)
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MOST_BYTES) stop('Git said too much.')
    else output.push(chunk)
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    words = `${words}${chunk.toString('utf8')}`.slice(-MOST_WORDS)
  })
  // It may end before it has read everything; its exit code tells.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  return new Promise(resolve => {
    const settle = (code: number | null, failure?: Error): void => {
      clearTimeout(timer)
      const text = Buffer.concat(output).toString('utf8')
      if (stopped === undefined && code === 0) resolve({ ok: true, output: text })
      else
        resolve({
          ok: false,
          ...(code === null ? {} : { code }),
          words: stopped ?? (words.trim() || failure?.message) ?? 'Git failed.',
          output: text,
        })
    }
    child.once('error', error => settle(null, error))
    child.once('close', code => settle(code))
  })
}
