import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inventedName } from '../../features/worktrees/worktree-name.ts'
import { findStart } from '../../host/start.ts'
import { findProgram } from '../../lib/find-program.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import { BACKGROUND_WORD } from '../internal-commands.ts'
import type { Process } from '../process.ts'
import { selfCommand } from '../self-command.ts'
import { openJobs } from './jobs.ts'
import type { StartFile } from './start-file.ts'

/** `--worktree --tmux`: the conversation in a tmux session that is called after the worktree; an old one is joined. */
export const startInTmux = async (options: RunOptions, from: Process): Promise<number> => {
  const { env } = from
  const tmux = findProgram('tmux', env['PATH'] ?? '')
  if (tmux === undefined) throw new ExitError(1, sessionCommandText('no_tmux'))
  const run = (args: readonly string[]): Promise<number> => runProgram([tmux, ...args], env)
  const { worktree: wanted = true } = options
  const worktree = wanted === true ? inventedName(randomUUID()) : wanted
  const name = sessionName(worktree)
  // Panes of that terminal are its own windows, if it is let.
  const mode = options.tmux !== 'classic' && env['TERM_PROGRAM'] === 'iTerm.app' ? ['-CC'] : []
  const isThere = (await run(['has-session', '-t', `=${name}`])) === 0
  const join = env['TMUX'] ? ['switch-client'] : [...mode, 'attach-session']
  if (isThere) return await run([...join, '-t', `=${name}`])
  const { configHome, cwd } = findStart(from)
  const path = writeStart(openJobs(configHome), { kind: 'terminal', options: { ...options, worktree }, env })
  try {
    const command = [...selfCommand(from), BACKGROUND_WORD, path].map(quoted).join(' ')
    const what = ['-s', name, '-c', cwd, command]
    const code = await run(env['TMUX'] ? ['new-session', '-d', ...what] : [...mode, 'new-session', ...what])
    // Nobody is there to take it away.
    if (code !== 0) rmSync(path, { force: true })
    return code === 0 && env['TMUX'] ? await run([...join, '-t', `=${name}`]) : code
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
}

/** A name with a dot or a colon means something else to tmux. */
const sessionName = (worktree: string): string => `capstan-${worktree.replaceAll(/[^\w-]+/g, '-')}`

/** It holds an environment: nobody else reads it, and it is taken away by who does. */
const writeStart = (directory: string, file: StartFile): string => {
  const path = join(directory, `${randomUUID()}.start`)
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 })
  return path
}

const runProgram = async (
  [program = '', ...args]: readonly string[],
  env: Process['env'],
): Promise<number> => {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(program, args, { env, stdio: args[0] === 'has-session' ? 'ignore' : 'inherit' })
  const over = Promise.withResolvers<number>()
  child.once('error', error =>
    over.reject(new ExitError(1, sessionCommandText('tmux_failed', { error: error.message }))),
  )
  child.once('close', code => over.resolve(code ?? 1))
  return await over.promise
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
