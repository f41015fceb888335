import { randomUUID } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CommandEnd, CommandWish } from '../../features/evals/run/ports.ts'
import { PROVIDER_SECRETS } from '../../features/models/providers/index.ts'
import type { Availability } from '../../features/sandbox/availability.ts'
import { Sandbox } from '../../features/sandbox/sandbox.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { findHomes } from '../../host/find-homes.ts'
import type { Env } from '../../protocol/host.ts'
import { bridgeHere } from '../create-host.ts'
import { runChild } from './run-child.ts'

export interface CommandWorkspace {
  readonly env: Env
  /** Absent: commands run as they are. */
  readonly sandbox?: Extract<Availability, { available: true }>
}

const SHELL = '/bin/bash'

/** A command of a task: what a model wrote may run in it, so it is held like the session was. */
export const runCommand = async (
  wish: CommandWish,
  { env, sandbox: found }: CommandWorkspace,
  signal: AbortSignal,
): Promise<CommandEnd> => {
  const child = childEnvironment(env, { secretNames: PROVIDER_SECRETS, projectDir: wish.cwd })
  const own = { ...child, ...wish.env, CI: '1' }
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-eval-')))
  try {
    const words = wordsFor(wish.command, scratch)
    const start = { file: SHELL, args: words, cwd: wish.cwd, env: own, seconds: wish.seconds }
    if (!found) return await runChild(start, signal)
    const readable = [...(wish.readable ?? []), scratch]
    await using sandbox = openSandbox({ ...wish, readable }, { env, found, child: own })
    const writable = join(scratch, 'where')
    writeFileSync(writable, '')
    const entered = await sandbox.enter({ ...start, writable })
    const end = await runChild({ ...start, ...entered }, signal)
    entered.leave({ code: end.code, output: end.output })
    return end
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The system takes no longer word than this; an instance can name thousands of tests. */
const MAX_WORD = 100_000

const wordsFor = (command: string, scratch: string): readonly string[] => {
  if (Buffer.byteLength(command) <= MAX_WORD) return ['-c', command]
  const file = join(scratch, 'command.sh')
  writeFileSync(file, command)
  return [file]
}

interface Opening {
  readonly env: Env
  readonly found: Extract<Availability, { available: true }>
  readonly child: Readonly<Record<string, string>>
}

const openSandbox = (wish: CommandWish, { env, found, child }: Opening): Sandbox => {
  const { home, configHome } = findHomes(env)
  return new Sandbox({
    settings: { enabled: true, network: { allowedDomains: domainsOf(wish.network) } },
    platform: process.platform,
    program: found.program,
    ...(found.nested ? { nested: true } : {}),
    bridge: bridgeHere(),
    roots: () => [realpathSync(wish.cwd)],
    home,
    configHomes: [configHome],
    readable: () => (wish.readable ?? []).map(path => realpathSync(path)),
    denied: () => ({ paths: [], isDenied: () => false }),
    isProtected: () => false,
    protectedNames: [],
    env: child,
    tmpDir: tmpdir(),
    now: () => Date.now(),
    newToken: randomUUID,
  })
}

/** As the settings of a sandbox name them. */
export const domainsOf = (network: CommandWish['network']): readonly string[] =>
  network === 'off' ? [] : network === 'all' ? ['*'] : network
