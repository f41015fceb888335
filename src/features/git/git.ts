import type { ChildProcess } from 'node:child_process'
import { startGit } from '../../lib/git/start-git.ts'
import type { GitAnswer, RunGit } from '../../protocol/run-git.ts'
import { type GitEnvironment, hardenGit } from './git-environment.ts'

/** A `HEAD` or reference of any size is read whole. Packs are mapped, which does not count. */
const MAX_MEMORY = 1024 * 1024 * 1024

/** Git for questions of our own: it runs no helper, takes no lock and fetches nothing. */
export const createGit =
  (place: GitEnvironment): RunGit =>
  async run => {
    // Every pipe costs; most questions need only the answer.
    const stdin = run.input === undefined ? 'ignore' : 'pipe'
    const child = startGit(run.args, {
      cwd: run.cwd,
      env: hardenGit(place),
      wrap: (await place.sandbox?.enter({}))?.wrap,
      stdio: [stdin, 'pipe', 'ignore'],
      maxMemory: MAX_MEMORY,
    })
    return child ? await collect(child, run) : { kind: 'failed', why: 'refused' }
  }

const collect = (child: ChildProcess, run: Parameters<RunGit>[0]): Promise<GitAnswer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  let why: 'refused' | 'timeout' | 'too_much' | undefined
  const stop = (reason: 'timeout' | 'too_much'): void => {
    why ??= reason
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => stop('timeout'), run.timeoutMs)
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > run.maxBytes) stop('too_much')
    else chunks.push(chunk)
  })
  // It may end before it has read everything; its exit code tells.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(run.input ?? '')
  return new Promise(resolve => {
    const settle = (code: number | null): void => {
      clearTimeout(timer)
      if (why === undefined && code === 0) resolve({ kind: 'ok', output: Buffer.concat(chunks) })
      else resolve({ kind: 'failed', why: why ?? 'refused' })
    }
    child.once('error', () => settle(null))
    child.once('close', settle)
  })
}
