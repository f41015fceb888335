import type { HookReport } from '../../protocol/event.ts'
import type { HookHandler, HookInput, HookSettings, HookVerdict } from '../../protocol/hook.ts'
import { capped } from './capped.ts'
import { HOOK_EVENTS, type HookEvent } from './events.ts'
import { selectHandlers } from './select.ts'

interface HookRequest {
  readonly event: HookEvent
  /** Matchers are compared with the field of this that the event's row names. */
  readonly input: HookInput
  readonly signal: AbortSignal
}

export interface HookEnvironment {
  readonly projectDir: string
  /** What hook processes get as environment, credentials already removed. */
  readonly variables: Readonly<Record<string, string>>
  newId(): string
  /** Keys of faults already told in this session; added to here, owned by the caller. */
  readonly said: Set<string>
  /** Whether a permission rule covers the call at hand; undefined when that cannot be told. Absent: never can. */
  matchesRule?(rule: string): boolean | undefined
  /** Hears of each hook as it starts and ends. */
  onReport?(report: HookReport): void
}

interface HooksEnd {
  readonly verdict: HookVerdict
  readonly reports: readonly HookReport[]
}

const DEFAULT_TIMEOUT_S = 600

/**
 * Runs every hook that matches, in parallel, identical ones once. Never rejects for what a hook does; a hook that
 * fails, times out or cannot be run decides nothing. Without a match nothing is loaded or started.
 */
export const runHooks = async (
  request: HookRequest,
  hooks: HookSettings,
  env: HookEnvironment,
): Promise<HooksEnd> => {
  const row = HOOK_EVENTS[request.event]
  const name = String(request.input[row.matcherField] ?? '')
  const { handlers, faults } = selectHandlers(hooks, { event: request.event, name }, rule =>
    env.matchesRule?.(rule),
  )
  const news = [...faults].filter(([key]) => !env.said.has(key))
  for (const [key] of news) env.said.add(key)
  const messages = news.map(([, fault]) => fault)
  if (handlers.length === 0) return { verdict: { context: [], messages }, reports: [] }
  const { combineVerdicts } = await import('./combine.ts')
  const stdin = JSON.stringify(request.input)
  const ends = await Promise.all(handlers.map(handler => runOne(handler, { request, env, stdin, name })))
  const verdict = combineVerdicts(
    ends.map(end => end.verdict),
    row,
  )
  return {
    verdict: { ...verdict, messages: [...messages, ...verdict.messages] },
    reports: ends.flatMap(end => end.reports),
  }
}

interface Running {
  readonly request: HookRequest
  readonly env: HookEnvironment
  readonly stdin: string
  readonly name: string
}

const runOne = async (handler: HookHandler, { request, env, stdin, name }: Running): Promise<HooksEnd> => {
  const { runCommand } = await import('./runners/command.ts')
  const { outcomeOf } = await import('./outcome.ts')
  const { event, signal, input } = request
  const identity = { id: env.newId(), name: `${event}:${name}`, event }
  const started: HookReport = { ...identity, phase: 'started' }
  env.onReport?.(started)
  const command = handler.command ?? ''
  const end = await runCommand({
    ...(handler.args
      ? {
          command: placed(command, env.projectDir),
          args: handler.args.map(arg => placed(arg, env.projectDir)),
        }
      : { command }),
    stdin,
    cwd: input.cwd,
    variables: {
      ...env.variables,
      CLAUDECODE: '1',
      CLAUDE_PROJECT_DIR: env.projectDir,
      CAPSTAN_PROJECT_DIR: env.projectDir,
    },
    timeoutMs: (handler.timeout ?? DEFAULT_TIMEOUT_S) * 1000,
    signal,
  })
  const { verdict, outcome } = outcomeOf(end, { event, label: labelOf(command) })
  const ended: HookReport = {
    ...identity,
    phase: 'ended',
    stdout: capped(end.stdout),
    stderr: capped(end.stderr),
    ...(end.code !== null && { exitCode: end.code }),
    outcome,
  }
  env.onReport?.(ended)
  return { verdict, reports: [started, ended] }
}

/** Without a shell nobody else would expand these. */
const placed = (text: string, projectDir: string): string =>
  text.replace(/\$\{(?:CLAUDE|CAPSTAN)_PROJECT_DIR\}/g, () => projectDir)

const labelOf = (command: string): string => {
  const line = command.trim().replace(/\s+/g, ' ')
  return `\`${line.length > 80 ? `${line.slice(0, 80)}…` : line}\``
}
