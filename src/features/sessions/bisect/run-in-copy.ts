import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runGit } from '../../../lib/git/start-git.ts'
import { spawnGroup } from '../../../lib/process/spawn-group.ts'

type Variables = Readonly<Record<string, string>>

export interface WorkingCopy extends Disposable {
  /** What is copied: the checkout, or the directory itself. */
  readonly from: string
  readonly to: string
  /** Where the command runs. */
  readonly cwd: string
}

/** A directory of its own for the copy: a worktree where there is git, so that git works in it. */
export const openWorkingCopy = (directory: string, env: Variables): WorkingCopy => {
  const real = realpathSync(directory)
  const git = (args: readonly string[], cwd = real): string | undefined => {
    const run = runGit(args, { cwd, env, encoding: 'utf8' })
    return run?.status === 0 ? String(run.stdout).trim() : undefined
  }
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-bisect-')))
  const to = join(root, 'copy')
  const top = git(['rev-parse', '--show-toplevel'])
  const isTree =
    top !== undefined && git(['worktree', 'add', '--detach', '--no-checkout', to, 'HEAD'], top) !== undefined
  if (isTree) git(['reset', '--quiet'], to)
  else {
    rmSync(to, { recursive: true, force: true })
    mkdirSync(to)
  }
  const from = isTree ? realpathSync(top) : real
  return {
    from,
    to,
    cwd: join(to, relative(from, real)),
    [Symbol.dispose]() {
      if (isTree) git(['worktree', 'remove', '--force', to], top)
      rmSync(root, { recursive: true, force: true })
      if (isTree) git(['worktree', 'prune'], top)
    },
  }
}

export interface RunEnd {
  readonly code: number
  readonly timedOut: boolean
}

/** In the shell of the person; what it prints goes to nobody unless `shown`. */
export const runShellLine = async (
  command: string,
  at: {
    readonly cwd: string
    readonly env: Variables
    readonly timeoutMs: number
    readonly shown: boolean
    readonly signal: AbortSignal
  },
): Promise<RunEnd> => {
  at.signal.throwIfAborted()
  // Stdout is for the answer.
  const output = at.shown ? 2 : 'ignore'
  const child = spawnGroup('/bin/sh', ['-c', command], {
    cwd: at.cwd,
    env: at.env,
    stdio: ['ignore', output, output],
  })
  const ended = Promise.withResolvers<number>()
  child.once('error', ended.reject)
  child.once('exit', code => ended.resolve(code ?? 255))
  let timedOut = false
  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  const timer = setTimeout(() => {
    timedOut = true
    stop()
  }, at.timeoutMs)
  at.signal.addEventListener('abort', stop, { once: true })
  try {
    const code = await ended.promise
    at.signal.throwIfAborted()
    return { code, timedOut }
  } finally {
    clearTimeout(timer)
    at.signal.removeEventListener('abort', stop)
  }
}
