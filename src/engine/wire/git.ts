import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { GitAnswer, RunGit } from '../../features/sessions/file-history/git-runner.ts'
import { hardenEnvironment } from './child-environment.ts'

/** Never from PATH: a project may have put something of its own there. */
const PROGRAMS = ['/usr/bin/git', '/usr/local/bin/git', '/opt/homebrew/bin/git', '/bin/git']
/** Point git at another repository than the one of the directory. */
const ELSEWHERE = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']

export interface GitPlace {
  /** For children, credentials removed. */
  readonly env: Readonly<Record<string, string>>
  roots(): readonly string[]
}

/** Git for questions of our own: it runs no helper, takes no lock and fetches nothing. */
export const createGit = (place: GitPlace): RunGit => {
  let program: string | undefined
  return async run => {
    program ??= PROGRAMS.find(path => existsSync(path))
    if (program === undefined) return { kind: 'failed', why: 'refused' }
    const env = hardenEnvironment(place.env, place.roots())
    for (const name of ELSEWHERE) delete env[name]
    const { spawn } = await import('node:child_process')
    const child = spawn(program, run.args, { cwd: run.cwd, env })
    return await collect(child, run)
  }
}

const collect = (child: ChildProcessWithoutNullStreams, run: Parameters<RunGit>[0]): Promise<GitAnswer> => {
  const chunks: Buffer[] = []
  let bytes = 0
  let why: 'refused' | 'timeout' | 'too_much' | undefined
  const stop = (reason: 'timeout' | 'too_much'): void => {
    why ??= reason
    child.kill('SIGKILL')
  }
  const timer = setTimeout(() => stop('timeout'), run.timeoutMs)
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > run.maxBytes) stop('too_much')
    else chunks.push(chunk)
  })
  child.stderr.resume()
  // It may end before it has read everything; its exit code tells.
  child.stdin.on('error', () => undefined)
  child.stdin.end(run.input ?? '')
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
