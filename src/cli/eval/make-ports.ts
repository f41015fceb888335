import { existsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { sessionOf } from '../../features/evals/plan.ts'
import { judgeWords } from '../../features/evals/run/model-words.ts'
import type { JudgeWish, RunPorts, TaskPorts, Verdict } from '../../features/evals/run/ports.ts'
import type { RunStore } from '../../features/evals/run/run-store.ts'
import { probeSandboxAt } from '../../host/sandbox/probe-sandbox.ts'
import { NotPrivateError, privateFolder } from '../../lib/files/private-folder.ts'
import { findProgram } from '../../lib/find-program.ts'
import { field } from '../../lib/values/read-field.ts'
import type { Env } from '../../protocol/host.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import { ExitError } from '../exit-error.ts'
import { selfCommand } from '../self-command.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { pricesFor } from '../sessions/prices.ts'
import { holdInContainer } from './container.ts'
import { runGitHere } from './git-child.ts'
import { measureSession } from './measure.ts'
import { runChild } from './run-child.ts'
import { type CommandWorkspace, runCommand } from './sandboxed-command.ts'
import { holdSession, type SessionWorkspace, sessionFileAt } from './session-child.ts'

/** Where copies are made, by run: the same after a restart. Real, as sessions name their directory. */
export const workFolder = (id: string): string => {
  try {
    return join(privateFolder(tmpdir(), 'capstan-evals'), id)
  } catch (error) {
    if (error instanceof NotPrivateError)
      throw new ExitError(2, evalText('not_private', { path: error.path }))
    throw error
  }
}

/** The sandbox of this machine, or a sentence that says why there is none. */
export const findSandbox = async (
  deps: SessionsDeps,
  wanted: boolean,
): Promise<Pick<CommandWorkspace, 'sandbox'>> => {
  if (!wanted) return {}
  const known = Object.entries(deps.process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const found = await probeSandboxAt({
    platform: process.platform,
    env: Object.fromEntries(known),
    roots: [deps.cwd],
  })
  if (!found.available) throw new ExitError(1, evalText('no_sandbox', { why: found.why, hint: found.hint }))
  return { sandbox: found }
}

/** What runs need of this machine: children for sessions and commands, git, and the session files. */
export const makePorts = (
  deps: SessionsDeps,
  { store, place }: { readonly store: RunStore; readonly place: CommandWorkspace },
): RunPorts => {
  const { env } = deps.process
  const price = pricesFor(deps)
  const sessions: SessionWorkspace = {
    store,
    configHome: deps.configHome,
    env,
    program: selfCommand(deps.process),
  }
  return {
    ...makeTaskPorts(deps, place),
    session: async (wish, signal) => await holdSession(wish, sessions, signal),
    container: async (wish, signal) => await holdInContainer(wish, sessions, signal),
    measure({ key, home, ...at }) {
      const path = sessionFileAt(home ?? deps.configHome, at, home !== undefined)
      return measureSession(path, store.transcriptOf(key), price)
    },
    judge: async (wish, signal) => await judge(wish, sessions, signal),
  }
}

/** Without a session: what sets up and checks. */
export const makeTaskPorts = (deps: SessionsDeps, place: CommandWorkspace): TaskPorts => ({
  command: async (wish, signal) => await runCommand(wish, place, signal),
  git: async (args, at) => await runGitHere(args, at, deps.process.env),
  has: async program => await hasProgram(program, deps.process.env),
  judge: async () => ({ passed: false, why: '' }),
  now: () => Date.now(),
})

const VERDICT = {
  type: 'object',
  required: ['passed', 'why'],
  properties: { passed: { type: 'boolean' }, why: { type: 'string' } },
}

/**
 * A judge sees the changes and the answer as text, has no tools, and stands in an empty directory. Each rubric on each
 * state is a conversation of its own: no answer is taken for another's.
 */
const judge = async (wish: JudgeWish, place: SessionWorkspace, signal: AbortSignal): Promise<Verdict> => {
  const { store } = place
  const { plan } = store
  const { rubric, model, answer, patch } = wish
  const flags = ['--json-schema', JSON.stringify(VERDICT), '--tools', '']
  const judging = { ...store, plan: { ...plan, flags, sandbox: false } }
  const end = await holdSession(
    {
      key: wish.key,
      session: sessionOf(`${plan.id}/${wish.key}/judge/${JSON.stringify([rubric, model, answer, patch])}`),
      index: 0,
      prompt: judgeWords({ ...wish, task: wish.task.prompts.join('\n\n') }),
      cwd: store.fileOf(wish.key, '.'),
      task: { ...wish.task, limits: { seconds: 300, checkSeconds: 1 }, network: 'off' },
      variant: { name: 'judge', values: wish.model === undefined ? {} : { models: wish.model } },
      seconds: 300,
    },
    { ...place, store: judging },
    signal,
  )
  const verdict: unknown = end.answer === '' ? undefined : JSON.parse(end.answer)
  if (typeof field(verdict, 'passed') !== 'boolean')
    throw new Error(`no verdict: ${end.problem ?? end.ended}`)
  const { usd } = end
  return {
    passed: field(verdict, 'passed') === true,
    why: String(field(verdict, 'why') ?? ''),
    ...(usd === undefined ? {} : { usd }),
  }
}

/** Below this nothing more is started: what a session and its commands may take. */
const ROOM_BYTES = 600 * 1024 * 1024
const LOOK_MS = 500

/** Whether the machine has memory for one more session. */
export const memoryRoom = (free: () => number = freemem) => ({
  hasRoom: () => free() > ROOM_BYTES,
  waitForRoom: async () =>
    await new Promise<void>(resolve => {
      setTimeout(resolve, LOOK_MS)
    }),
})

export const runsFolder = (configHome: string): string => join(configHome, 'evals')

export const isThere = (path: string): boolean => existsSync(path)

const VERSION_SECONDS = 20

/** Whether a program can be found; `node>=22` asks it for its version, too. */
const hasProgram = async (wanted: string, env: Env): Promise<boolean> => {
  const [, name = wanted, least] = /^([\w+.-]+)>=(\d+)$/.exec(wanted) ?? []
  const file = findProgram(name, env['PATH'] ?? '')
  if (file === undefined || least === undefined) return file !== undefined
  const start = { file, args: ['--version'], cwd: '/', env, seconds: VERSION_SECONDS }
  const { code, output } = await runChild(start, new AbortController().signal)
  return code === 0 && Number(/\d+/.exec(output)?.[0] ?? 0) >= Number(least)
}
