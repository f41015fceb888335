import { type BigIntStats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { findCheckout } from '../../../lib/find-checkout.ts'
import { type GitSetting, readGitWhole } from '../../../lib/git/read-git-view.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { runByText } from '../../../protocol/messages/permissions/run-by.ts'
import type { Policy, RunCommand } from '../../../protocol/permission.ts'

/** Settings whose value is a command for a shell, or a program with its words. */
const COMMANDS =
  /^(?:filter\..+\.(?:clean|smudge|process)|diff\..+\.(?:command|textconv)|diff\.external|merge\..+\.driver|(?:diff|merge)tool\..+\.(?:cmd|path)|core\.(?:fsmonitor|sshcommand|editor|pager|askpass|gitproxy|alternaterefscommand)|pager\..+|sequence\.editor|credential\.(?:.+\.)?helper|gpg\.(?:.+\.)?program|gpg\.ssh\.defaultkeycommand|remote\..+\.(?:uploadpack|receivepack)|hook\..+\.command|interactive\.difffilter|trailer\..+\.(?:command|cmd)|uploadpack\.packobjectshook|gc\.recentobjectshook|browser\..+\.(?:cmd|path)|man\..+\.(?:cmd|path)|web\.browser|sendemail\.(?:smtpserver|tocmd|cccmd|sendmailcmd)|submodule\..+\.update)$/s
const MOST_COMMANDS = 200

interface Known {
  readonly path: string
  readonly whole: boolean
  readonly by: LocalizedText
}

export type GitRuns = (
  place: Pick<Policy, 'cwd' | 'home'>,
  name: (run: RunCommand) => readonly Known[],
) => readonly Known[]

interface Reading {
  readonly of: string
  readonly found: readonly Known[]
}

const NOTHING: readonly Known[] = []

/**
 * What git's settings make it run in a directory, in git's own view. Asked again when a file that the answer was made
 * from has changed.
 */
export const createGitRuns = (env: Readonly<Record<string, string | undefined>>): GitRuns => {
  const readings = new Map<string, Reading & { readonly files: readonly string[] }>()
  return ({ cwd, home }, name) => {
    const top = findCheckout(cwd)?.root
    if (top === undefined) return NOTHING
    const key = `${cwd}\0${top}`
    const before = readings.get(key)
    if (before && marksOf(before.files) === before.of) return before.found
    const from = { cwd, env: { ...env, HOME: env['HOME'] ?? home } }
    const { settings, view } = readGitWhole(from)
    const directories = view.kind === 'repository' ? [view.directory, view.common] : []
    const files = [
      ...new Set([...standing(directories, home), ...settings.map(({ origin }) => fileOf(origin, top))]),
    ]
    const of = marksOf(files)
    const found = runsIn({ settings, top, hooks: directories.map(one => join(one, 'hooks')) }).flatMap(name)
    readings.set(key, { of, files, found })
    return found
  }
}

const fileOf = (origin: string, top: string): string => resolve(top, origin.replace(/^file:/, ''))

const standing = (directories: readonly string[], home: string): readonly string[] => [
  ...directories.flatMap(one => [join(one, 'config'), join(one, 'config.worktree')]),
  join(home, '.gitconfig'),
  join(home, '.config/git/config'),
]

const marksOf = (files: readonly string[]): string => files.map(markOf).join(' ')

const markOf = (file: string): string => {
  try {
    const facts: BigIntStats | undefined = statSync(file, { bigint: true, throwIfNoEntry: false })
    return facts ? [facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join() : '-'
  } catch {
    return '?'
  }
}

const runsIn = ({
  settings,
  top,
  hooks,
}: {
  readonly settings: readonly GitSetting[]
  readonly top: string
  readonly hooks: readonly string[]
}): readonly RunCommand[] => {
  const commands = settings.flatMap(({ name, value }): readonly RunCommand[] => {
    const by = runByText('git_setting', { name })
    if (name === 'core.hookspath' && value !== '') return [hooksAt(value, top, by)]
    if (/^alias\./.test(name)) return value.startsWith('!') ? [{ command: value.slice(1), by }] : []
    return COMMANDS.test(name) && value !== '' ? [{ command: value.replace(/^!/, ''), by }] : []
  })
  return [...hooks.map(path => ({ path, by: runByText('git_hooks') })), ...commands.slice(0, MOST_COMMANDS)]
}

/** Relative: in every checkout, so by its name wherever it is. */
const hooksAt = (value: string, top: string, by: LocalizedText): RunCommand => {
  const plain = value.replace(/\/+$/, '')
  if (/^[~/]/.test(plain)) return { path: plain, by }
  return dirname(resolve(top, plain)) === dirname(top)
    ? { path: resolve(top, plain), by }
    : { path: plain, by }
}
