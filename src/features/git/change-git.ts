import type { ChildProcess } from 'node:child_process'
import { isHarmlessSetting } from '../../lib/git/harmless-settings.ts'
import { type GitSetting, readGitSettings, readGitView } from '../../lib/git/read-git-view.ts'
import { type GitSettingPair, startGit } from '../../lib/git/start-git.ts'
import { connectingAs, switchedOff } from '../../lib/git/switched-off.ts'
import type { ChangeGit, GitChange } from '../../protocol/run-git.ts'
import { type GitEnvironment, hardenGit } from './git.ts'

export interface ChangeGitOptions extends GitEnvironment {
  /** The person trusts the folder; in others only a repository whose settings are all harmless is changed. */
  trusted(): boolean
}

type GitRun = Parameters<ChangeGit>[0]

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
/** Variables of the person's own that say who they are, and those with which they reach a server. */
const PERSONAL = /^GIT_(?:CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM)|(?:AUTHOR|COMMITTER)_\w+)$/
const CONNECTING = /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|PROXY_\w+|SSL_\w+)$/
/** Not `ext`, which is a program. */
const PROTOCOLS = 'file:git:http:https:ssh'

/**
 * Git that may change a repository. It starts no hook, filter, file monitor, merge driver, signer or editor, in a
 * trusted folder as in any other, unless the person was asked about this run.
 */
export const createChangeGit =
  (options: ChangeGitOptions): ChangeGit =>
  async run => {
    // Each time anew: what it was told may have changed it.
    const risk = options.trusted() ? undefined : riskIn(run.cwd, options)
    if (risk !== undefined) return refused(risk)
    const settings = readGitSettings({ cwd: run.cwd, env: personal(options, PERSONAL) })
    if (!settings) return refused(`Git could not say what the settings at ${run.cwd} are.`)
    const child = startGit(run.args, {
      cwd: run.cwd,
      env: environmentOf(options, run),
      settings: settingsOf(run, settings),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    return child ? await collect(child, run.input ?? '') : refused('Git is not installed.')
  }

const settingsOf = (run: GitRun, settings: readonly GitSetting[]): readonly GitSettingPair[] => {
  if (run.connects) return [...switchedOff(settings), ...connectingAs(settings)]
  if (run.withPrograms) return [['core.hooksPath', run.withPrograms.hooks]]
  return switchedOff(settings)
}

/** Only plain commit objects are ours; a merge is the person's. */
const environmentOf = (options: ChangeGitOptions, run: GitRun): Record<string, string> => ({
  ...hardenGit(options),
  ...personal(options, PERSONAL),
  ...(run.connects ? { ...personal(options, CONNECTING), GIT_ALLOW_PROTOCOL: PROTOCOLS } : {}),
  LC_ALL: 'C',
  ...(run.args[0] === 'commit-tree' ? AUTHOR : {}),
  ...(run.index ? { GIT_INDEX_FILE: run.index } : {}),
})

const personal = ({ env }: GitEnvironment, names: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => names.test(name) || name === 'HOME' || name === 'XDG_CONFIG_HOME'),
  )

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
