import type { TeammateFile } from '../../agents/team/member-process.ts'
import { isObject } from '../../lib/is-object.ts'
import type { Engine } from '../../protocol/engine.ts'
import type { OpenRequest } from '../../protocol/host.ts'
import { plainText, toolUses } from '../../protocol/message.ts'
import { emptyOptions } from '../args/run-options.ts'
import { createHost } from '../create-host.ts'
import { problemSayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { say } from '../say.ts'
import { takeStartFile } from '../start-file.ts'
import { listenForSignals } from '../terminal.ts'
import { type MemberLine, openMemberLine } from './report-member.ts'

/** This program as a member of a team: it works until it is asked to stop. */
export const teammate = async (path: string, started: Process): Promise<number> => {
  const file = takeStartFile<TeammateFile>(path, {
    purpose: 'a member of a team',
    fits: ({ secret, overrides }) => typeof secret === 'string' && isObject(overrides),
  })
  const from = { ...started, env: environmentOf(file, started.env) }
  const over = new AbortController()
  const left = (): void => over.abort('SIGTERM')
  const line = openMemberLine({
    path: file.line,
    secret: file.secret,
    name: file.name,
    now: () => Date.now(),
    lost: left,
  })
  const request = requestOf(file, { env: from.env, left, resting: () => line.resting() })
  if (!file.shown) return await work(request, from, { line, over })
  return await showMember(request, from, { line, over: over.signal })
}

/** What is about the terminal is that of the pane. */
const OF_TERMINAL = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'TERM_PROGRAM_VERSION', 'TMUX', 'TMUX_PANE']

const environmentOf = ({ env }: TeammateFile, own: Process['env']): Process['env'] =>
  env ? { ...env, ...Object.fromEntries(OF_TERMINAL.map(name => [name, own[name]])) } : own

interface Leaving {
  readonly env: Process['env']
  left(): void
  resting(): void
}

const requestOf = (file: TeammateFile, { env, left, resting }: Leaving): OpenRequest => {
  const { overrides, line: _, shown: __, env: ___, ...member } = file
  return {
    env,
    session: { kind: 'new' },
    // The folder is the leader's, who has trusted it or not: what is kept says so.
    overrides,
    interactive: true,
    presentations: true,
    teammate: { ...member, left, resting },
  }
}

/** Without a screen: what it says is written for whoever looks on. */
const work = async (
  request: OpenRequest,
  from: Process,
  { line, over }: { readonly line: MemberLine; readonly over: AbortController },
): Promise<number> => {
  const signal = listenForSignals()
  signal.addEventListener('abort', () => over.abort(), { once: true })
  await using host = createHost(from)
  await using engine = await host.open({
    ...request,
    warn: await problemSayer(from.env),
  })
  line.follow(engine)
  const shown = writeDown(engine)
  await aborted(over.signal)
  await engine[Symbol.asyncDispose]()
  await shown
  await line.close()
  return 0
}

const writeDown = async (engine: Engine): Promise<void> => {
  for await (const event of engine.events()) {
    if (event.type !== 'entry' || event.entry.type !== 'assistant') continue
    const { content } = event.entry.message
    const text = plainText(content).trim()
    if (text !== '') say(text)
    for (const { name } of toolUses(content)) say(`[${name}]`)
  }
}

const aborted = async (signal: AbortSignal): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve(), { once: true })
  if (signal.aborted) resolve()
  // While it waits for messages nothing else keeps the process.
  const stays = setInterval(() => undefined, 60_000)
  await promise
  clearInterval(stays)
}

/** A member with a terminal of its own: a session like any other, which ends when its work does. */
const showMember = async (
  request: OpenRequest,
  { env, version, argv }: Process,
  { line, over }: { readonly line: MemberLine; readonly over: AbortSignal },
): Promise<number> => {
  const { startTui } = await import('../tui/start.ts')
  const { trust = false } = request.overrides
  const member = { request, follow: line.follow, over }
  const code = await startTui({ options: { ...emptyOptions(), trust }, env, version, argv, member })
  await line.close()
  return over.aborted ? 0 : code
}
