import { type ChildProcess, spawn } from 'node:child_process'
import { startGit, type WrapProgram } from '../../../lib/git/start-git.ts'
import { killGroupLeftovers } from '../../../lib/process/process-tree.ts'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { PluginError } from '../plugin-error.ts'

export interface ProgramRun {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

const MAX_BYTES = 1024 * 1024

const STDIO: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']

/** Runs a program to its end; its output. Throws PluginError with the end of what it said when it fails. */
export const runToEnd = (run: ProgramRun): Promise<string> =>
  follow(spawn(run.program, [...run.args], { cwd: run.cwd, env: run.env, stdio: STDIO, detached: true }), run)

/** The same for git, which starts no program that a setting names. */
export const runGitToEnd = async (
  run: Omit<ProgramRun, 'program'> & {
    readonly settings?: readonly (readonly [string, string])[]
    readonly wrap?: WrapProgram | undefined
  },
): Promise<string> => {
  const { cwd, env, settings = [], wrap } = run
  const child = startGit(run.args, { cwd, env, settings, wrap, stdio: STDIO, detached: true })
  if (!child) throw new PluginError('failed', pluginText('no_git'))
  return await follow(child, run)
}

const follow = (child: ChildProcess, run: Omit<ProgramRun, 'program' | 'args'>): Promise<string> =>
  new Promise((resolve, reject) => {
    let output = ''
    let said = ''
    let why: LocalizedText | undefined
    const stop = (reason: LocalizedText): void => {
      why ??= reason
      if (child.pid !== undefined) void killGroupLeftovers(child.pid, 200)
    }
    const timer = setTimeout(
      () => stop(pluginText('took_too_long', { seconds: run.timeoutMs / 1000 })),
      run.timeoutMs,
    )
    const onAbort = (): void => stop(pluginText('canceled'))
    run.signal?.addEventListener('abort', onAbort, { once: true })
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.length > MAX_BYTES) stop(pluginText('printed_too_much'))
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString('utf8')}`.slice(-2_000)
    })
    const settle = (code: number | null, error?: Error): void => {
      clearTimeout(timer)
      run.signal?.removeEventListener('abort', onAbort)
      if (why === undefined && code === 0) {
        resolve(output)
        return
      }
      const lines = said.trim().split('\n')
      // npm names whom it could not reach far above its last words.
      const unreached = lines.slice(0, -3).filter(line => line.includes(' failed, reason: '))
      const last = [...unreached.slice(-1), ...lines.slice(-3)].join(' ')
      const words = error?.message ?? last
      const reason = words === '' ? pluginText('ended_with', { code: String(code) }) : verbatim(words)
      reject(new PluginError('failed', why ?? reason))
    }
    child.once('error', error => settle(null, error))
    child.once('close', code => settle(code))
  })
