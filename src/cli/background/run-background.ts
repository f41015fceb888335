import { closeSync, writeSync } from 'node:fs'
import { findStart } from '../../host/start.ts'
import { errorText } from '../../lib/error-text.ts'
import { thisProcess } from '../../lib/process/process-identity.ts'
import { exitCodeOf } from '../exit-code.ts'
import type { Process } from '../process.ts'
import { listenForSignals } from '../terminal.ts'
import type { BackgroundDeps } from './background-deps.ts'
import { type Job, writeJob } from './jobs.ts'
import { type FirstWord, type StartFile, takeStartFile } from './start-file.ts'

const STARTER = 3

/** This program without a terminal: whoever started it waits until it can be found, then it is on its own. */
export const runBackground = async (path: string, from: Process): Promise<number> => {
  const file = takeStartFile(path)
  if (file.kind === 'terminal') {
    return await runInTerminal(file, from)
  }
  const { configHome, cwd, profile } = findStart(from)
  const task = file.kind === 'shell' ? file.command : (file.task ?? file.options.prompt ?? '')
  const name = file.kind === 'shell' ? file.name : file.options.name
  let job: Job = {
    id: file.id,
    kind: file.kind,
    process: thisProcess(),
    startedAt: Date.now(),
    cwd,
    task,
    ...(name === undefined ? {} : { name }),
    ...(profile ? { profile: profile.name } : {}),
    state: 'working',
  }
  let told = false
  const tell = (word: FirstWord): void => {
    if (told) return
    told = true
    writeSync(STARTER, JSON.stringify(word))
    closeSync(STARTER)
  }
  const note: BackgroundDeps['note'] = change => {
    job = { ...job, ...change }
    writeJob(configHome, job)
    tell({ ready: true })
  }
  const deps: BackgroundDeps = { from, configHome, signal: listenForSignals(), note }
  try {
    const end =
      file.kind === 'shell'
        ? await (await import('./run-shell.ts')).runShell(file.command, deps)
        : await (await import('./run-session.ts')).runSession(file.options, deps)
    note({ ...end, endedAt: Date.now() })
    return 0
  } catch (error) {
    if (!told && exitCodeOf(error) !== undefined) {
      tell({ problem: errorText(error) })
      return 1
    }
    if (told) note({ state: 'failed', endedAt: Date.now() })
    throw error
  }
}

/** What is about the terminal is that of the one it runs in now. */
const OF_TERMINAL = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'TMUX', 'TMUX_PANE']

/** The conversation that was asked for elsewhere, in this terminal: with the environment of whoever asked. */
const runInTerminal = async (
  { options, env }: StartFile & { readonly kind: 'terminal' },
  from: Process,
): Promise<number> => {
  const { startTui } = await import('../tui/start.ts')
  const own = Object.fromEntries(OF_TERMINAL.map(name => [name, from.env[name]]))
  return await startTui({ ...from, options, env: { ...env, ...own } })
}
