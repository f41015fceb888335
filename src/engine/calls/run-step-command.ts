import type { StepCommand } from '../../agents/workflow/do-step.ts'
import { escapeText } from '../../lib/escape-text.ts'
import { declinedWords, refusalReason } from '../../lib/refusal.ts'
import { plainText, type ToolResultBlock } from '../../protocol/message.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { RequestDetails } from '../../protocol/permission.ts'
import { ToolError } from '../../protocol/tool.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import type { ThreadParts } from '../thread.ts'
import { assembleCalls } from './assemble-calls.ts'
import { type CallDeps, createCallRunner } from './call-runner.ts'
import { LastReply } from './last-reply.ts'

const says = modelTexts('step_command', {
  denied: { en: 'Permission denied: {rule}', zh: '权限被拒绝：{rule}' },
  declined: { en: 'The command was declined.', zh: '命令被用户拒绝。' },
  declinedWith: { en: 'The command was declined: {words}', zh: '命令被用户拒绝：{words}' },
  moved: { en: 'The command was moved to the background as {id}.', zh: '命令已移到后台，任务 {id}。' },
})

interface CommandOutput {
  readonly stdout: string
  readonly exitCode: number | null
  readonly backgroundTaskId?: string
}

/** A hook, a rule, the mode or the person said no; the message says which. */
export class CommandDenied extends ToolError {}

/**
 * A command of a workflow or a goal, decided like one of the model's own: hooks, rules, the person. Values come as
 * variables of its process. Throws CommandDenied when it was refused, ToolError when it could not run.
 */
export const runStepCommand = async (
  thread: ThreadParts,
  { command, env, title, timeoutMs, of = 'workflow' }: StepCommand & { readonly of?: Asker },
  signal: AbortSignal,
): Promise<{ readonly exitCode: number | null; readonly text: string }> => {
  const controller = new AbortController()
  const deps = assembleCalls(
    { thread, controller, attach: async () => [], queued: () => 0 },
    { denials: [], last: new LastReply() },
  )
  let denied: string | undefined
  const runner = createCallRunner({
    ...deps,
    mayDefer: false,
    ...(deps.ask ? { ask: askFrom(of, deps.ask) } : {}),
    // What the model would be told on top is not for people.
    onDenied(_, { because }) {
      denied = because.text
      return undefined
    },
    call(id, how) {
      const call = deps.call(id, how)
      const { processes } = call
      const shell: typeof processes.shell = ({ foregroundMs: _, ...run }) =>
        processes.shell({ ...run, env, atTimeout: 'end' })
      return { ...call, processes: { ...processes, shell } }
    },
  })
  const input = {
    command: withValues(command, env),
    description: title,
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  }
  const block = {
    type: 'tool_use',
    id: `${of}_${thread.config.runtime.newId()}`,
    name: RULE_NAMES.shell,
    input,
  } as const
  const both = AbortSignal.any([signal, controller.signal])
  const { result, output } = await runner.run({ block }, both)
  signal.throwIfAborted()
  if (denied !== undefined) throw new CommandDenied(whyDenied(denied, textOf(result.content)))
  const ran = output as CommandOutput | undefined
  if (ran?.backgroundTaskId !== undefined) throw new ToolError(says('moved', { id: ran.backgroundTaskId }))
  if (ran && typeof ran.stdout === 'string') return { exitCode: ran.exitCode, text: ran.stdout }
  throw new ToolError(verbatim(textOf(result.content)))
}

type Asker = NonNullable<RequestDetails['asker']>

/** Whoever answers is told where the command comes from: the model did not write what it is for. */
const askFrom =
  (asker: Asker, ask: NonNullable<CallDeps['ask']>): NonNullable<CallDeps['ask']> =>
  async (request, signal) =>
    await ask(request.details ? { ...request, details: { ...request.details, asker } } : request, signal)

const textOf = (content: ToolResultBlock['content']): string =>
  typeof content === 'string' ? content : plainText(content ?? [])

/** A no of the person is theirs, and no rule's: that it was asked about says nothing of why it was refused. */
const whyDenied = (rule: string, result: string): LocalizedText => {
  const words = declinedWords(refusalReason(result))
  if (words === undefined) return says('denied', { rule })
  return words === '' ? says('declined') : says('declinedWith', { words })
}

const MOST_SHOWN = 300

/**
 * Whoever approves the command, and every hook and rule, sees what its variables hold: in comments, which run nothing.
 * Of a long value its beginning, and how long it is.
 */
const withValues = (command: string, env: StepCommand['env']): string => {
  const lines = Object.entries(env).map(([name, value]) => {
    const rest = value.length > MOST_SHOWN ? `… (${value.length} characters)` : ''
    return `# ${name}=${plainly(value.slice(0, MOST_SHOWN))}${rest}\n`
  })
  return `${lines.join('')}${command}`
}

/** On one line, in signs that are seen. */
const plainly = (value: string): string =>
  escapeText(JSON.stringify(value)).replace(
    /[^\x20-\x7e\p{L}\p{M}\p{N}\p{P}\p{S}]/gu,
    sign => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`,
  )
