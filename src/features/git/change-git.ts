import type { ChildProcess } from 'node:child_process'
import { isHarmlessSetting } from '../../lib/git/harmless-settings.ts'
import {
  type GitSetting,
  type GitState,
  type GitViewFrom,
  isOfRepository,
  readGitSettings,
  readGitState,
  readRemoteUrl,
} from '../../lib/git/read-git-view.ts'
import { isSshAddress } from '../../lib/git/ssh-address.ts'
import { type GitSettingPair, startGit } from '../../lib/git/start-git.ts'
import { connectingAs, switchedOff } from '../../lib/git/switched-off.ts'
import type { ChangeGit, GitChange, GitNeeds } from '../../protocol/run-git.ts'
import { type GitEnvironment, hardenGit } from './git-environment.ts'

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
    const question = (await options.sandbox?.enter({}))?.wrap
    const from = { cwd: run.cwd, env: personal(options, PERSONAL), wrap: question }
    // Each time anew: what it was told may have changed it. Only in a sandbox is asked where the repository lies.
    const state = question && run.writes ? readGitState(from) : settingsOnly(from)
    if (!state) return refused(`Git could not say what the settings at ${run.cwd} are.`)
    const risk = options.trusted() ? undefined : riskOf(state.settings)
    if (risk !== undefined) return refused(risk)
    const inside =
      question && !overSsh(run, from) ? await options.sandbox?.enter(reachOf(run, state)) : undefined
    const child = startGit(run.args, {
      cwd: run.cwd,
      env: environmentOf(options, run),
      settings: settingsOf(run, state.settings),
      stdio: [run.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      wrap: inside?.wrap,
    })
    if (!child) return refused('Git is not installed.')
    const end = await collect(child, { input: run.input, settings: state.settings })
    return withNotes(end, { run, notes: inside?.leave() ?? [], inside: inside !== undefined })
  }

const settingsOnly = (from: GitViewFrom): GitState | undefined => {
  const settings = readGitSettings(from)
  return settings && { settings }
}

const reachOf = ({ writes, connects, withPrograms }: GitRun, { place }: GitState): GitNeeds => ({
  ...(writes ? { writes, ...(place ? { repository: place } : {}) } : {}),
  connects: connects !== undefined,
  programs: withPrograms !== undefined,
})

/** Inside are no keys and no agent, and ssh refuses what its system-wide settings include: its owner, root, is not seen. */
const overSsh = ({ connects }: GitRun, from: GitViewFrom): boolean => {
  if (connects === undefined) return false
  const url = readRemoteUrl(connects, from)
  return url === undefined || isSshAddress(url)
}

/** What failed may have needed what the sandbox keeps away. */
const withNotes = (
  end: GitChange,
  {
    run,
    notes,
    inside,
  }: { readonly run: GitRun; readonly notes: readonly string[]; readonly inside: boolean },
): GitChange => {
  const aside =
    notes.length === 0 ? [] : [`Made there under a name that git obeys, and renamed: ${notes.join(', ')}.`]
  if (end.ok)
    return aside.length === 0 ? end : refused([`The programs changed what git obeys.`, ...aside].join(' '))
  if (!inside || !run.withPrograms) return end
  return { ...end, words: [end.words, IN_SANDBOX, ...aside].join('\n') }
}

const IN_SANDBOX =
  'It ran in the sandbox: its network reaches only the hosts in sandbox.network.allowedDomains, and it could write nothing but the repository and the new worktree.'

const settingsOf = (run: GitRun, settings: readonly GitSetting[]): readonly GitSettingPair[] => {
  if (run.connects !== undefined) return [...switchedOff(settings), ...connectingAs(settings)]
  if (run.withPrograms) return [['core.hooksPath', run.withPrograms.hooks]]
  return switchedOff(settings)
}

/** Only plain commit objects are ours; a merge is the person's. */
const environmentOf = (options: ChangeGitOptions, run: GitRun): Record<string, string> => ({
  ...hardenGit(options),
  ...personal(options, PERSONAL),
  ...(run.connects !== undefined ? { ...personal(options, CONNECTING), GIT_ALLOW_PROTOCOL: PROTOCOLS } : {}),
  LC_ALL: 'C',
  ...(run.args[0] === 'commit-tree' ? AUTHOR : {}),
  ...(run.index ? { GIT_INDEX_FILE: run.index } : {}),
})

const personal = ({ env }: GitEnvironment, names: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(([name]) => names.test(name) || name === 'HOME' || name === 'XDG_CONFIG_HOME'),
  )

const riskOf = (settings: readonly GitSetting[]): string | undefined => {
  const risky = settings.find(one => isOfRepository(one) && !isHarmlessSetting(one.name))
  return risky
    ? `This folder is not trusted, and its git setting ${risky.name} could run a program. Trust the folder first.`
    : undefined
}

const refused = (words: string): GitChange => ({ ok: false, words, output: '' })

const collect = (
  child: ChildProcess,
  { input, settings }: { readonly input: string | undefined; readonly settings: readonly GitSetting[] },
): Promise<GitChange> => {
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
  child.stdin?.end(input ?? '')
  return new Promise(resolve => {
    const settle = (code: number | null, failure?: Error): void => {
      clearTimeout(timer)
      const text = Buffer.concat(output).toString('utf8')
      if (stopped === undefined && code === 0) resolve({ ok: true, output: text, settings })
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
