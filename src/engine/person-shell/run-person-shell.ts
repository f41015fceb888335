import { constants } from 'node:os'
import { escapeLine } from '../../lib/escape-text.ts'
import { inertInFrame } from '../../lib/harness-tags.ts'
import { bashQuote } from '../../lib/shell/bash-quote.ts'
import type { CallEffect } from '../../protocol/context.ts'
import { PERSON_SHELL, type UserMessage } from '../../protocol/message.ts'
import { turnText } from '../../protocol/messages/engine/turn.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import { type ShellEnd, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { callFor } from '../../protocol/tools/rule-names.ts'
import type { WatchedCall } from '../file-history/part.ts'
import type { PersonShellOptions } from './options.ts'

const says = modelTexts('person_shell', {
  moved: { en: 'It goes on in the background as {id}.', zh: '它作为 {id} 在后台继续运行。' },
  respond: {
    en: 'The person ran the command above in their own shell. Answer to what it gave: say what matters in it, and go on with the work it belongs to where there is some.',
    zh: '以上命令由用户在自己的 shell 中运行。请针对其输出作答：说明其中要点；若有相关工作，继续进行。',
  },
  leftOut: {
    en: '{head}\n[… {left:number} characters left out …]\n{tail}',
    zh: '{head}\n[… 省略 {left:number} 个字符 …]\n{tail}',
  },
})

/** A person ends it when it takes too long; a timer needs some number. */
const NO_LIMIT_MS = 7 * 24 * 3_600_000
const MAX_SHOWN = 4_000
const MAX_TOLD = 30_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const INTERRUPTED = 130

/**
 * Runs a command the person typed, as they would in their own shell: nobody is asked and no sandbox holds it. What it
 * was and what it said joins the conversation, for the model to know at the next turn.
 */
export const runPersonShell = async (
  at: PersonShellOptions,
  asked: Pick<Extract<Op, { type: 'shell' }>, 'command' | 'id' | 'terminal'>,
  { signal, onEnd }: { readonly signal: AbortSignal; onEnd(): void },
): Promise<void> => {
  const { id, command } = asked
  if (command.trim() === '') throw new OpError(turnText('no_command'))
  if (asked.terminal === 'always' && !at.config.terminal) throw new OpError(turnText('no_terminal'))
  const inTerminal = await getsTerminal(at, asked)
  const uuid = UUID.test(id) ? id : at.config.runtime.newId()
  const tell = (event: { phase: 'started' | 'output' | 'ended'; text: string; exitCode?: number }) =>
    at.emit({ type: 'shell', id, command, ...event })
  await tell({ phase: 'started', text: '' })
  const { redact } = await at.ports.secrets.ready()
  // What it changes in files belongs to it, not to what was said before it.
  at.ports.history.see(messageOf(at, uuid, { command }))
  const onTail = (text: string): void => void tell({ phase: 'output', text })
  const end = await at.ports.history.watch(await callOf(at, command), () =>
    run(at, command, { signal, inTerminal, onTail }).finally(onEnd),
  )
  const language = at.config.prompt.promptLanguage
  const text = wordsOf(end)
  const exitCode = exitCodeOf(end)
  const said = { command, text: redact(wordsOf(end, language)), exitCode, effect: effectOf(command, end) }
  await at.record(messageOf(at, uuid, said))
  await tell({ phase: 'ended', text: text.slice(-MAX_SHOWN), exitCode })
  // What was stopped was not waited for, and what goes on by itself is told when it ends.
  const isOver = end.ended !== 'abort' && end.taskId === undefined
  if (!at.config.shell?.respond || !isOver) return
  const content = forModel(says('respond'), language)
  const uuidOfNext = at.config.runtime.newId()
  await at.submit({ type: 'submit', content, uuid: uuidOfNext, when: 'end', isMeta: true })
}

/** A program of a kind that wants one, where there is one to give; and whatever somebody wants there. */
const getsTerminal = async (
  { config }: PersonShellOptions,
  { command, terminal }: Parameters<typeof runPersonShell>[1],
): Promise<boolean> => {
  if (!config.terminal || terminal === undefined) return false
  if (terminal === 'always') return true
  const [{ wantsTerminal }, { loadShellReader }, { loadPty }] = await Promise.all([
    import('../../features/shell/wants-terminal.ts'),
    import('../../lib/shell/lower.ts'),
    import('../../lib/pty/open-pty.ts'),
  ])
  return wantsTerminal(await loadShellReader(), command) && (await loadPty()) !== undefined
}

/** What it printed, and what became of it. */
const wordsOf = ({ output, notice, taskId }: ShellEnd, language?: PromptLanguage): string => {
  const moved = taskId === undefined ? [] : [says('moved', { id: taskId })]
  return [output, ...[notice ?? '', ...moved].map(said => forModel(said, language))]
    .filter(Boolean)
    .join('\n')
}

/** As a shell would say it. */
const exitCodeOf = ({ code, signal, ended, taskId }: ShellEnd): number => {
  if (taskId !== undefined) return 0
  if (ended === 'abort') return INTERRUPTED
  return code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0)
}

/** A command that only looks needs no look at the files before and after it. */
const callOf = async ({ gate }: PersonShellOptions, command: string): Promise<WatchedCall> => {
  const call = callFor({ kind: 'shell', command })
  const { readOnly } = await gate.judge(call, gate.policy())
  return { readOnly, accesses: call.accesses }
}

const run = async (
  { ports, config }: PersonShellOptions,
  command: string,
  how: { readonly signal: AbortSignal; readonly inTerminal: boolean; onTail(text: string): void },
): Promise<ShellEnd> => {
  try {
    const { person = 'bash' } = config.shell ?? {}
    return await ports.processes.shell({
      command: person === 'bash' ? command : `exec ${bashQuote(person)} -c ${bashQuote(command)}`,
      timeoutMs: NO_LIMIT_MS,
      signal: how.signal,
      ...(how.inTerminal ? { inTerminal: true } : {}),
      hardened: false,
      unsandboxed: true,
      description: escapeLine(command, 60),
      onOutput: ({ tail }) => how.onTail(tail),
    })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { code: 127, signal: null, output: error.message, outputBytes: 0, ended: 'exit' }
  }
}

const messageOf = (
  { config }: PersonShellOptions,
  uuid: string,
  said: {
    readonly command: string
    readonly text?: string
    readonly exitCode?: number
    readonly effect?: CallEffect
  },
): UserMessage => ({
  type: 'user',
  uuid,
  timestamp: config.runtime.now().toISOString(),
  message: {
    role: 'user',
    content: [
      `<bash-input>${inert(said.command)}</bash-input>`,
      `<bash-stdout>${inert(forModel(bounded(said.text ?? '', config.shell?.maxOutputChars), config.prompt.promptLanguage))}</bash-stdout>`,
      '<bash-stderr></bash-stderr>',
      `<bash-exit-code>${said.exitCode ?? 0}</bash-exit-code>`,
    ].join(''),
  },
  origin: { kind: PERSON_SHELL },
  ...(said.effect ? { effects: [said.effect] } : {}),
})

/** Output that says it is over is still output. */
const inert = (text: string): string => inertInFrame(text, 'bash-')

const bounded = (text: string, most = MAX_TOLD): Text => {
  if (text.length <= most) return text
  const half = Math.floor(most / 2)
  return says('leftOut', { head: text.slice(0, half), left: text.length - 2 * half, tail: text.slice(-half) })
}

const effectOf = (command: string, end: ShellEnd): CallEffect => {
  const about = { kind: 'command', text: escapeLine(command, 200) } as const
  if (end.taskId !== undefined) return { ...about, outcome: 'running', taskId: end.taskId }
  if (end.ended === 'abort') return { ...about, outcome: 'interrupted', detail: 'by the person' }
  return end.code === 0
    ? { ...about, outcome: 'done', detail: 'by the person' }
    : { ...about, outcome: 'failed', detail: `by the person; exit code ${end.code ?? end.signal}` }
}
