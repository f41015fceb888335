import { randomUUID } from 'node:crypto'
import { plainly } from '../../frontends/plain/paint.ts'
import { startPlain } from '../../frontends/plain/plain-state.ts'
import { showEnding } from '../../frontends/plain/show-ending.ts'
import { showEvent } from '../../frontends/plain/show-event.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { Event } from '../../protocol/event.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { RunOptions } from '../args/run-options.ts'
import { createHost } from '../create-host.ts'
import { openRequestOf } from '../open-request.ts'
import { serveTerminal } from '../serve/serve-terminal.ts'
import type { BackgroundDeps } from './background-deps.ts'
import type { Job } from './jobs.ts'
import { SessionState } from './session-state.ts'

/** A session that nobody follows and that has nothing left to do ends after so long; it can be resumed. */
const IDLE_MS = 60 * 60 * 1000

/** A conversation that runs on without a terminal: its questions wait until somebody attaches. */
export const runSession = async (
  options: RunOptions,
  { from, configHome, signal, note }: BackgroundDeps,
): Promise<Pick<Job, 'state'>> => {
  const write = (text: string): void => void process.stdout.write(text)
  await using host = createHost(from)
  const requested = openRequestOf(options, from)
  await using engine = await host.open({
    ...requested,
    // Nobody is there to ask: a limit that resets is waited for, unless settings say otherwise.
    overrides: { ...requested.overrides, waitForLimit: options.waitForLimit || 'usual' },
    interactive: true,
    presentations: true,
    entrypoint: 'background',
    warn: text => write(`${inEnglish(text)}\n`),
  })
  const { sessionId: session, cwd, initialPrompt } = await engine.query('state')
  const ended = Promise.withResolvers<Pick<Job, 'state'>>()
  signal.addEventListener('abort', () => ended.resolve({ state: 'stopped' }), { once: true })
  if (signal.aborted) ended.resolve({ state: 'stopped' })
  const state = new SessionState({
    note: now => note({ state: now }),
    isBusy: () => isBusy(engine),
    after: (ms, call) => {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    },
    idleMs: Number(from.env['CAPSTAN_BACKGROUND_IDLE_MS']) || IDLE_MS,
    over: () => ended.resolve({ state: 'done' }),
  })
  const followed = follow(engine, { cwd, write, hear: event => state.hear(event) })
  const served = await serveTerminal({
    env: from.env,
    version: from.version,
    configHome,
    cwd,
    engine,
    reach: (options.remoteControl ?? options.rc) === undefined ? 'private' : 'shared',
    // It is the person's own session; only what the command line says loosens it.
    rights: {
      shell: true,
      settings: true,
      bypass: options.allowDangerouslySkipPermissions || options.dangerouslySkipPermissions,
    },
    newId: randomUUID,
    onClients: count => state.followed(count),
  })
  try {
    const first = options.prompt ?? initialPrompt
    note({ state: first === undefined ? 'idle' : 'working', session, url: served.server.url, cwd })
    if (first !== undefined) await engine.send({ type: 'submit', content: first })
    state.begin()
    return await ended.promise
  } finally {
    state[Symbol.dispose]()
    await served.end()
    await engine[Symbol.asyncDispose]()
    await followed
  }
}

/** Something goes on in it, or will by itself. */
const isBusy = async (engine: Engine): Promise<boolean> => {
  const { running } = await engine.query('state')
  const tasks = await engine.query('tasks')
  return (
    running ||
    tasks.some(({ status }) => status === 'running') ||
    (await engine.query('schedules')).length > 0 ||
    (await engine.query('goal')) !== null ||
    (await engine.query('assistant')) !== null
  )
}

/** Writes down what happens, for `capstan logs`. */
const follow = async (
  engine: Engine,
  at: { readonly cwd: string; write(text: string): void; hear(event: Event): void },
): Promise<void> => {
  let plain = startPlain(at.cwd)
  for await (const event of engine.events()) {
    const shown = showEvent(plain, event, plainly)
    plain = shown.state
    if (shown.text !== '') at.write(shown.text)
    if (event.type === 'turn_ended' && !event.agent) at.write(`\n${showEnding(event, plainly)}`)
    at.hear(event)
  }
}
