import type { ChildProcess, SpawnOptions, SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process'
import { existsSync } from 'node:fs'
import { withMemoryLimit } from '../process/memory-limit.ts'

type Variables = Readonly<Record<string, string>>
export type GitSettingPair = readonly [key: string, value: string]

/** Git settings that would start another program, whatever git was asked to do. */
const WITHOUT_PROGRAMS: readonly GitSettingPair[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['sequence.editor', 'true'],
  ['commit.gpgSign', 'false'],
  ['tag.gpgSign', 'false'],
  ['merge.verifySignatures', 'false'],
  ['log.showSignature', 'false'],
  ['gpg.program', 'false'],
  ['gpg.ssh.program', 'false'],
  ['gpg.x509.program', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['protocol.ext.allow', 'never'],
  ['safe.bareRepository', 'explicit'],
]

/** Adds settings that beat those of every file; of two for one key the later counts. */
const addGitSettings = (env: Variables, pairs: readonly GitSettingPair[]): Record<string, string> => {
  const from = Number(env['GIT_CONFIG_COUNT'] ?? 0)
  const added: Record<string, string> = { ...env, GIT_CONFIG_COUNT: String(from + pairs.length) }
  pairs.forEach(([key, value], index) => {
    added[`GIT_CONFIG_KEY_${from + index}`] = key
    added[`GIT_CONFIG_VALUE_${from + index}`] = value
  })
  return added
}

/** Names of files as they are: without it git writes those that are not ASCII as numbers. */
const PLAIN_NAMES: GitSettingPair = ['core.quotePath', 'false']

const hardened = (env: Variables, pairs: readonly GitSettingPair[]): Record<string, string> => ({
  ...addGitSettings(env, [...WITHOUT_PROGRAMS, PLAIN_NAMES, ...pairs]),
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
})

/** A program with its words, where and with what it starts. */
export interface ProgramStart {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Variables
}

/** Makes of a program one that runs it in a sandbox. */
export type WrapProgram = (run: ProgramStart) => Omit<ProgramStart, 'cwd'>

export interface GitStartOptions extends Omit<SpawnOptions, 'env' | 'shell' | 'cwd'> {
  readonly cwd: string
  readonly env: Variables
  /** Absent: it runs outside of any sandbox. */
  readonly wrap?: WrapProgram | undefined
  /** Settings of this run; they beat those that switch programs off. */
  readonly settings?: readonly GitSettingPair[]
  /** Bytes of memory of its own that it may get; absent: as much as it asks for. */
  readonly maxMemory?: number
}

const wrapped = (run: ProgramStart, wrap: WrapProgram | undefined): Omit<ProgramStart, 'cwd'> =>
  wrap ? wrap(run) : run

/**
 * Starts git, which starts no program that a setting names. All of our own git goes through here and its siblings;
 * `undefined`: git is not installed.
 */
export const startGit = (
  args: readonly string[],
  { env, settings = [], maxMemory, wrap, ...options }: GitStartOptions,
): ChildProcess | undefined => {
  const program = findGitProgram()
  if (program === undefined) return undefined
  const { spawn } = process.getBuiltinModule('node:child_process')
  const plain = maxMemory === undefined ? { file: program, args } : withMemoryLimit(program, args, maxMemory)
  const run = wrapped({ ...plain, cwd: options.cwd, env: hardened(env, settings) }, wrap)
  return spawn(run.file, [...run.args], { ...options, env: run.env })
}

/** A shell script that starts git as `"$0"`, for the price of one process. */
export const startGitScript = (
  script: string,
  { env, settings = [], wrap, ...options }: GitStartOptions,
): ChildProcess | undefined => {
  const program = findGitProgram()
  if (program === undefined) return undefined
  const { spawn } = process.getBuiltinModule('node:child_process')
  const plain = { file: '/bin/sh', args: ['-c', script, program], cwd: options.cwd }
  const run = wrapped({ ...plain, env: hardened(env, settings) }, wrap)
  return spawn(run.file, [...run.args], { ...options, env: run.env })
}

type WaitedFor = Omit<SpawnSyncOptions, 'env' | 'shell' | 'cwd'> &
  Pick<GitStartOptions, 'cwd' | 'env' | 'wrap'>

/** The same, waited for. */
export const runGitScript = (
  script: string,
  options: WaitedFor,
): SpawnSyncReturns<string | Buffer> | undefined =>
  waitFor(program => ({ file: '/bin/sh', args: ['-c', script, program] }), options)

/** Git itself, waited for. */
export const runGit = (
  args: readonly string[],
  options: WaitedFor,
): SpawnSyncReturns<string | Buffer> | undefined => waitFor(file => ({ file, args }), options)

const waitFor = (
  startOf: (program: string) => Pick<ProgramStart, 'file' | 'args'>,
  { env, wrap, ...options }: WaitedFor,
): SpawnSyncReturns<string | Buffer> | undefined => {
  const program = findGitProgram()
  if (program === undefined) return undefined
  // On the way to the first request nobody needs it.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const plain = { ...startOf(program), cwd: options.cwd }
  const run = wrapped({ ...plain, env: hardened(env, []) }, wrap)
  return spawnSync(run.file, [...run.args], { ...options, env: run.env })
}

/** Never from PATH: a project may have put something of its own there. */
const PROGRAMS = [
  '/usr/bin/git',
  '/usr/local/bin/git',
  '/opt/homebrew/bin/git',
  '/bin/git',
  '/opt/local/bin/git',
  '/run/current-system/sw/bin/git',
  '/home/linuxbrew/.linuxbrew/bin/git',
]

/** What the one of macOS passes on to: a place that was chosen with `xcode-select`, or the usual ones. */
const BEHIND = [
  '/var/db/xcode_select_link',
  '/Library/Developer/CommandLineTools',
  '/Applications/Xcode.app/Contents/Developer',
]

/**
 * The git that is run. In /usr/bin macOS has one for everybody that passes on to the developer tools, and opens a dialog
 * that offers to install them where they are missing: it is passed over there.
 */
export const findGitProgram = (
  platform: string = process.platform,
  isThere: (path: string) => boolean = existsSync,
): string | undefined => {
  const isEmpty = (path: string): boolean =>
    platform === 'darwin' && path === '/usr/bin/git' && !BEHIND.some(place => isThere(`${place}/usr/bin/git`))
  return PROGRAMS.find(path => isThere(path) && !isEmpty(path))
}
