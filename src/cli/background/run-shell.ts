import { spawnGroup } from '../../lib/process/spawn-group.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { ExitError } from '../exit-error.ts'
import type { BackgroundDeps } from './background-deps.ts'
import type { Job } from './jobs.ts'

/** A command that is told to stop and does not is ended after so long. */
const GRACE_MS = 5_000
/** What is written beyond this is thrown away: nobody looks, and the disk is everybody's. */
const MOST_BYTES = 64 * 1024 * 1024

/** Runs a command of the person in their shell until it ends; what it writes goes to the log. */
export const runShell = async (
  command: string,
  { from, signal, note }: BackgroundDeps,
): Promise<Pick<Job, 'state' | 'exitCode'>> => {
  const { env } = from
  const child = spawnGroup(env['SHELL'] || '/bin/sh', ['-c', command], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const over = Promise.withResolvers<number>()
  child.once('error', error =>
    over.reject(new ExitError(1, sessionCommandText('shell_failed', { error: error.message }))),
  )
  child.once('spawn', () => note({ state: 'working' }))
  child.once('close', (code, ended) => over.resolve(code ?? SIGNALLED + (ended === 'SIGKILL' ? 9 : 15)))
  const write = limited()
  child.stdout?.on('data', write)
  child.stderr?.on('data', write)
  const kill = (name: 'SIGTERM' | 'SIGKILL'): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, name)
  }
  let grace: NodeJS.Timeout | undefined
  const stop = (): void => {
    kill('SIGTERM')
    grace = setTimeout(() => kill('SIGKILL'), GRACE_MS)
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const exitCode = await over.promise
    return { state: signal.aborted ? 'stopped' : exitCode === 0 ? 'done' : 'failed', exitCode }
  } finally {
    clearTimeout(grace)
    signal.removeEventListener('abort', stop)
  }
}

const SIGNALLED = 128

const limited = (): ((bytes: Buffer) => void) => {
  let left = MOST_BYTES
  return bytes => {
    if (left <= 0) return
    process.stdout.write(bytes.subarray(0, left))
    left -= bytes.length
    if (left <= 0) process.stdout.write('\n[More output was not kept.]\n')
  }
}
