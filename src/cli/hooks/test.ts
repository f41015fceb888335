import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FieldKind, HookEventRow } from '../../features/hooks/event-row.ts'
import { HOOK_EVENTS, type HookEvent } from '../../features/hooks/events.ts'
import { runHooks } from '../../features/hooks/run-hooks.ts'
import { childEnvironment } from '../../features/shell/child-environment.ts'
import { errorText } from '../../lib/error-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import type { HookReport } from '../../protocol/event.ts'
import type { HookInput, HookVerdict } from '../../protocol/hook.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { knownCell } from '../../protocol/messages/commands/table-cells.ts'
import { lines } from '../../protocol/messages/layout.ts'
import { inEnglish, type LocalizedText, type Text } from '../../protocol/messages/localized-text.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { findHooksHere } from './hooks-here.ts'

export const TEST = {
  name: 'hooks test',
  usage: usageOf(
    `Usage: capstan hooks test <event> [--input <file.json>] [--json]   run the hooks of an event, without a session

  --input <file>   fields of the event as JSON, e.g. {"tool_name": "${RULE_NAMES.shell}", "tool_input": {"command": "ls"}}; - reads stdin
  --json           what each hook did and what they decide together, as JSON

The hooks really run; what they decide has no effect. Hooks of type prompt, agent and mcp_tool need a session.
A hook with "if" runs whether or not the input fits it.
Exit code 1: the event or the input is wrong, or a hook failed.`,
    `用法：capstan hooks test <事件> [--input <文件.json>] [--json]   不启动会话，运行某个事件的钩子

  --input <文件>   以 JSON 给出事件的字段，例如 {"tool_name": "${RULE_NAMES.shell}", "tool_input": {"command": "ls"}}；- 表示从 stdin 读取
  --json           以 JSON 输出每个钩子做了什么，以及合起来的决定

钩子会真的运行，但其决定不起作用。prompt、agent 和 mcp_tool 类型的钩子需要会话。
带 "if" 的钩子无论输入是否符合都会运行。
事件或输入有误，或有钩子失败时，退出码为 1。`,
  ),
  flags: { input: { type: 'string' }, json: { type: 'boolean' } },
} as const

/** `capstan hooks test <event>` */
export const test = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(TEST, argv)
  const [name, ...more] = given.words
  if (name === undefined || more.length > 0)
    throw wrongUsage(TEST, argumentText('name_one', { what: argumentText('one_event') }))
  const event = eventOf(name)
  const here = await findHooksHere(deps.process)
  const input = inputFor(event, readInput(given.text('input')), here.start.cwd)
  const { env } = deps.process
  const { verdict, reports } = await runHooks(
    { event, input, signal: new AbortController().signal },
    here.sets,
    {
      projectDir: here.start.cwd,
      variables: childEnvironment(env, { secretNames: [], projectDir: here.start.cwd }),
      newId: randomUUID,
      elapsed: () => performance.now(),
      said: new Set(),
      http: {
        ...(here.settings.allowedHttpHookUrls ? { allowedUrls: here.settings.allowedHttpHookUrls } : {}),
        ...(here.settings.httpHookAllowedEnvVars
          ? { allowedVariables: here.settings.httpHookAllowedEnvVars }
          : {}),
      },
    },
  )
  const ends = reports.flatMap(report => (report.phase === 'ended' ? [report] : []))
  await deps.write(
    given.is('json')
      ? `${JSON.stringify({ input, hooks: ends, verdict: { ...verdict, ...inWords(verdict) } })}\n`
      : `${deps.localize(render(ends, verdict))}\n`,
  )
  return ends.some(({ outcome, decision }) => outcome !== 'success' && decision !== 'deny') ? 1 : 0
}

export const eventOf = (name: string): HookEvent => {
  if (Object.hasOwn(HOOK_EVENTS, name)) return name as HookEvent
  const nearest = nearestName(name, Object.keys(HOOK_EVENTS))
  const given = { name: JSON.stringify(name) }
  throw new ExitError(
    1,
    nearest === undefined
      ? commandText('no_hook_event', given)
      : commandText('no_hook_event_near', { ...given, near: nearest }),
  )
}

const readInput = (file: string | undefined): Readonly<Record<string, unknown>> => {
  if (file === undefined) return {}
  try {
    const value: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
    if (isObject(value)) return value
  } catch (error) {
    throw new ExitError(
      1,
      commandText('hook_input_json', { file: escapeLine(file, 300), error: errorText(error) }),
    )
  }
  throw new ExitError(1, commandText('hook_input_object', { file: escapeLine(file, 300) }))
}

/** What a hook of the event is told, from the fields that are given. Throws ExitError for wrong ones. */
export const inputFor = (
  event: HookEvent,
  fields: Readonly<Record<string, unknown>>,
  cwd: string,
): HookInput => {
  const row: HookEventRow = HOOK_EVENTS[event]
  const wrong = Object.entries(row.input ?? {}).flatMap(([key, kind]) => {
    const value = fields[key]
    const wanted = kind.replace('?', '') as FieldKind
    const named = { key, kind: answerText(`kind_${wanted}`) }
    if (value === undefined) return kind.endsWith('?') ? [] : [answerText('field_missing', named)]
    return isOf(value, wanted) ? [] : [answerText('field_wrong', named)]
  })
  if (wrong.length > 0) throw new ExitError(1, commandText('hook_input', { event, problems: wrong }))
  return {
    session_id: '00000000-0000-4000-8000-000000000000',
    transcript_path: '',
    cwd,
    permission_mode: 'default',
    ...fields,
    hook_event_name: event,
  }
}

const isOf = (value: unknown, kind: FieldKind): boolean => {
  if (kind === 'any') return true
  if (kind === 'list') return Array.isArray(value)
  return typeof value === { text: 'string', flag: 'boolean', number: 'number' }[kind]
}

/** What hooks said, for programs. */
const inWords = ({ reason, stop }: HookVerdict): { readonly reason?: string; readonly stop?: string } => ({
  ...(reason === undefined ? {} : { reason: inEnglish(reason) }),
  ...(stop === undefined ? {} : { stop: inEnglish(stop) }),
})

type Ended = Extract<HookReport, { readonly phase: 'ended' }>

const render = (ends: readonly Ended[], verdict: HookVerdict): LocalizedText => {
  const messages = verdict.messages.map(({ text }) => `! ${escapeLine(text, 500)}`)
  if (ends.length === 0) return lines([answerText('no_hook_matches'), ...messages])
  const told = ends.flatMap(({ label = '', from = '', stdout, stderr, ...end }) => [
    `${escapeLine(label, 120)}  (${from})`,
    answerText('facts', { facts: outcomeFacts(end) }),
    ...printed('stdout', stdout),
    ...printed('stderr', stderr),
  ])
  const { messages: _, ...rest } = verdict
  const together = JSON.stringify({ ...rest, ...inWords(verdict) }, undefined, 2)
  return lines([...told, ...messages, answerText('together', { verdict: together })])
}

type Outcome = Pick<Ended, 'outcome' | 'exitCode' | 'durationMs'> & { readonly decision?: string }

/** How a hook ended. */
export const outcomeFacts = ({ outcome, exitCode, durationMs, decision }: Outcome): readonly Text[] => [
  answerText(`hook_${outcome}`),
  ...(exitCode === undefined ? [] : [answerText('exit_code', { code: String(exitCode) })]),
  ...(durationMs === undefined ? [] : [answerText('milliseconds', { count: Math.round(durationMs) })]),
  ...(decision === undefined ? [] : [answerText('decides', { decision: knownCell(decision) })]),
]

const printed = (name: string, text: string): readonly string[] =>
  text.trim() === ''
    ? []
    : text
        .trimEnd()
        .split('\n')
        .slice(0, 20)
        .map(line => `  ${name}: ${escapeLine(line, 300)}`)
