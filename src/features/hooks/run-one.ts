import type { HookReport } from '../../protocol/event.ts'
import type { HookHandler, HookVerdict } from '../../protocol/hook.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { capped } from './capped.ts'
import type { HookEventRow } from './event-row.ts'
import { HOOK_EVENTS } from './events.ts'
import type { HookEnvironment, HookRequest } from './hook-environment.ts'
import { labelOf, sourceName } from './label.ts'
import { outcomeOf } from './outcome.ts'
import type { CommandEnd } from './runners/command.ts'
import { notStarted, type Runner } from './runners/runner.ts'
import { type Chosen, timeoutSeconds } from './select.ts'

interface Running {
  readonly request: HookRequest
  readonly env: HookEnvironment
  readonly stdin: string
  readonly name: string
}

interface HookEnd {
  readonly verdict: HookVerdict
  readonly reports: readonly HookReport[]
}

const NOTHING: HookEnd = { verdict: { context: [], messages: [] }, reports: [] }
/** From here on a hook that everything waits for is named. */
const SLOW_MS = 10_000

/** Runs one hook to its end, or until it goes on by itself. */
export const runOne = async (chosen: Chosen, running: Running): Promise<HookEnd> => {
  const { handler } = chosen
  const { request, env } = running
  const controller = new AbortController()
  const stop = (): void => controller.abort(request.signal.reason)
  if (request.signal.aborted) stop()
  request.signal.addEventListener('abort', stop, { once: true })
  const { promise: left, resolve: leave } = Promise.withResolvers<'left'>()
  let isLeft = false
  const detach = (): void => {
    if (!env.background || isLeft) return
    isLeft = true
    request.signal.removeEventListener('abort', stop)
    leave('left')
  }
  const slow = watchSlow(chosen, running)
  if (handler.async || handler.asyncRewake) detach()
  const work = execute(chosen, running, {
    signal: controller.signal,
    isLeft: () => isLeft,
    onFirstLine: line => {
      if (/^\s*\{.*"async"\s*:\s*true/.test(line)) detach()
    },
  }).finally(() => request.signal.removeEventListener('abort', stop))
  const end = await Promise.race([work, left])
  clearTimeout(slow)
  if (end !== 'left') return end
  const done = work.then(({ verdict, end: ended }) => {
    const wake = handler.asyncRewake && ended.code === 2 ? wakingWords(ended, handler) : undefined
    env.background?.deliver({ event: request.event, verdict, ...(wake === undefined ? {} : { wake }) })
  })
  const waking = handler.asyncRewake && { waking: { event: request.event, label: labelOf(handler) } }
  env.background?.adopt({ controller, done, ...waking })
  return NOTHING
}

const wakingWords = ({ stderr, stdout }: CommandEnd, handler: HookHandler): string =>
  capped(stderr.trim() || stdout.trim() || `The background hook ${labelOf(handler)} asks for attention.`)

const watchSlow = ({ handler }: Chosen, { request, env }: Running): NodeJS.Timeout | undefined => {
  const { onSlow, slowMs = SLOW_MS } = env
  if (!onSlow || handler.async || handler.asyncRewake) return undefined
  const timer = setTimeout(
    () => onSlow({ event: request.event, label: labelOf(handler), ms: slowMs }),
    slowMs,
  )
  timer.unref()
  return timer
}

interface Life {
  readonly signal: AbortSignal
  isLeft(): boolean
  onFirstLine(line: string): void
  onOutput?(stdout: string, stderr: string): void
}

const execute = async (
  chosen: Chosen,
  running: Running,
  life: Life,
): Promise<HookEnd & { readonly end: CommandEnd }> => {
  const { handler } = chosen
  const { request, env, name } = running
  const { event } = request
  const identity = {
    id: env.newId(),
    name: `${event}:${name}`,
    event,
    label: labelOf(handler),
    from: sourceName(chosen.source),
  }
  const status = handler.statusMessage
  const started: HookReport = {
    ...identity,
    phase: 'started',
    ...(status === undefined ? {} : { statusMessage: status }),
  }
  env.onReport?.(started, chosen)
  const began = env.elapsed?.()
  const onOutput = (stdout: string, stderr: string): void =>
    env.onReport?.({ ...identity, phase: 'progress', stdout: capped(stdout), stderr: capped(stderr) }, chosen)
  const end = await run(chosen, running, { ...life, onOutput })
  // What says that it goes on by itself is no answer.
  const spoken = life.isLeft()
    ? { ...end, stdout: end.stdout.replace(/^\s*\{.*"async"\s*:\s*true.*\n?/, '') }
    : end
  const { verdict, outcome, hint } = outcomeOf(spoken, {
    event,
    label: labelOf(handler),
    ...(handler.failClosed ? { failClosed: true } : {}),
    ...(timeoutBlocks(chosen, event) ? { timeoutBlocks: true } : {}),
    ...(env.keep ? { keep: env.keep } : {}),
  })
  const decision = verdict.stop === undefined ? verdict.permission : 'stop'
  const ended: HookReport = {
    ...identity,
    phase: 'ended',
    stdout: capped(end.stdout),
    stderr: capped(end.stderr),
    ...(end.code !== null && { exitCode: end.code }),
    outcome,
    ...(began !== undefined && env.elapsed && { durationMs: Math.round(env.elapsed() - began) }),
    ...(decision !== undefined && { decision }),
    ...(life.isLeft() && { background: true }),
  }
  env.onReport?.(ended, chosen)
  return { verdict: withHint(verdict, hint, env.said), reports: [started, ended], end }
}

/** Once in a session. */
const withHint = (verdict: HookVerdict, hint: LocalizedText | undefined, said: Set<string>): HookVerdict => {
  if (hint === undefined || said.has(hint.text)) return verdict
  said.add(hint.text)
  return { ...verdict, messages: [...verdict.messages, hint] }
}

/** A program that guards calls and prompts and does not answer must not be passed by waiting. */
const timeoutBlocks = ({ handler }: Chosen, event: string): boolean =>
  handler.type === 'callback' && (event === 'PreToolUse' || event === 'UserPromptSubmit')

const run = async ({ handler, variables }: Chosen, running: Running, life: Life): Promise<CommandEnd> => {
  const { request, env, stdin } = running
  const load = Object.hasOwn(RUNNERS, handler.type) ? RUNNERS[handler.type] : undefined
  if (!load) return notStarted(`there is no hook type ${handler.type}`)
  const row: HookEventRow = HOOK_EVENTS[request.event]
  const own = {
    CLAUDECODE: '1',
    CLAUDE_PROJECT_DIR: env.projectDir,
    CAPSTAN_PROJECT_DIR: env.projectDir,
    ...named(variables),
  }
  const seconds = timeoutSeconds(handler, row)
  const runner = await load()
  return await runner({
    handler,
    row,
    input: request.input,
    stdin,
    projectDir: env.projectDir,
    ...(env.prefix === undefined ? {} : { prefix: env.prefix }),
    places: { ...variables, ...own },
    variables: { ...env.variables, ...own },
    ports: env.ports ?? {},
    http: env.http ?? {},
    timeoutMs: Math.min(seconds * 1000, env.mostMs ?? Number.POSITIVE_INFINITY),
    signal: life.signal,
    onFirstLine: life.onFirstLine,
    ...(life.onOutput ? { onOutput: life.onOutput } : {}),
  })
}

/** Those that can be the name of a variable. */
const named = (variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => /^[A-Za-z_]\w*$/.test(name)))

/** One line for each kind of hook; what it needs loads with its first run. */
const RUNNERS: Readonly<Record<string, () => Promise<Runner>>> = {
  command: async () => (await import('./runners/process.ts')).runProcess,
  http: async () => (await import('./runners/http.ts')).runHttp,
  prompt: async () => (await import('./runners/judge.ts')).runPrompt,
  agent: async () => (await import('./runners/judge.ts')).runVerifier,
  mcp_tool: async () => (await import('./runners/call.ts')).runServerTool,
  callback: async () => (await import('./runners/call.ts')).runCallback,
  function: async () => (await import('./runners/call.ts')).runFunction,
}
