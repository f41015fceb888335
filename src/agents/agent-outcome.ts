import type { AgentCompleted, AgentLaunched } from '../protocol/agents/agents.ts'
import type { WorkEnd } from '../protocol/agents/task-work.ts'
import type { WorktreeEnd } from '../protocol/agents/worktrees.ts'
import { agentText } from '../protocol/messages/engine/agents.ts'
import {
  inEnglish,
  type Localize,
  type LocalizedText,
  type Text,
} from '../protocol/messages/localized-text.ts'
import { modelTexts } from '../protocol/messages/model-texts.ts'
import { wordsFor } from '../protocol/messages/text-for-model.ts'
import { ToolError } from '../protocol/tool.ts'
import type { PromptLanguage } from '../protocol/tools/both-languages.ts'
import type { AgentRun, RunEnd } from './agent-run.ts'
import type { Farewell } from './team/farewells.ts'

const says = modelTexts('agent_outcome', {
  keptIn: {
    en: '{message} What it did is kept in {path}. {reason}',
    zh: '{message}它所做的保留在 {path}。{reason}',
  },
  lastCalls: { en: '[Its last calls: {calls}]', zh: '[它最后的调用：{calls}]' },
  failed: { en: 'The agent {name} ({id}) failed: {why}', zh: '智能体 {name}（{id}）失败：{why}' },
})

/** An agent could not do its work at all; what it left of it is known all the same. */
export class AgentFailure extends ToolError {
  /** Where its work is, when that is a tree of its own. */
  readonly worktree: string | undefined

  constructor(message: LocalizedText, left: WorktreeEnd | undefined) {
    super(left?.kept ? says('keptIn', { message, path: left.path, reason: left.reason }) : message)
    this.worktree = left?.kept ? left.path : undefined
  }
}

/** How an agent that was waited for ended. Throws {@link AgentFailure} when it could not do its work at all. */
export const completedOf = async (
  run: AgentRun,
  ended: RunEnd,
  { prompt, language }: { readonly prompt: string; readonly language: PromptLanguage | undefined },
): Promise<AgentCompleted> => {
  const { info, record } = run
  const { end, failure, durationMs } = ended
  const why = failure ?? whyStopped(ended, info.lastAction)
  const words = await wordsFor(language)
  const text = record.text.trim()
  if (text === '' && record.actions.length === 0 && why !== undefined && info.status === 'failed')
    throw new AgentFailure(says('failed', { name: info.name, id: info.id, why }), run.left)
  return {
    status: 'completed',
    agentId: info.id,
    agentType: info.type,
    content: [{ type: 'text', text: told(record, { ended, isCut: why !== undefined, words }) }],
    resolvedModel: info.model,
    totalToolUseCount: info.toolUses,
    totalDurationMs: Math.round(durationMs),
    totalTokens: info.tokens,
    usage: record.usage,
    prompt,
    ...(run.left?.kept
      ? { worktreePath: run.left.path, worktreeBranch: run.left.branch, worktreeNote: run.left.reason }
      : {}),
    ...(end?.output === undefined ? {} : { output: end.output }),
    ...(why === undefined ? {} : { stoppedBy: words(why), ...dataOf(why) }),
  }
}

export const launchedOf = (
  { info, output }: AgentRun,
  prompt: string,
  moved?: AgentLaunched['moved'],
): AgentLaunched => ({
  status: 'async_launched',
  agentId: info.id,
  agentType: info.type,
  description: info.description,
  prompt,
  outputFile: output.path,
  ...(moved === undefined ? {} : { moved }),
})

/** The same for the list of background work. */
export const workEndOf = async (
  { info, record, left, farewell }: AgentRun,
  ended: RunEnd,
  language?: PromptLanguage,
): Promise<WorkEnd> => {
  const why = ended.failure ?? whyStopped(ended, info.lastAction)
  const { status } = info
  const words = await wordsFor(language)
  const result = told(record, { ended, isCut: why !== undefined, words, farewell })
  return {
    status: status === 'completed' || status === 'failed' ? status : 'stopped',
    // What a member had said it has sent already, turn by turn.
    ...(farewell && result === '' ? {} : { result }),
    ...(farewell
      ? memberEnd({ ...farewell, isKnown: status === 'completed' && result === '' && !left?.kept })
      : {}),
    usage: { tokens: info.tokens, toolUses: info.toolUses },
    ...(left?.kept ? { worktree: { path: left.path, branch: left.branch } } : {}),
    ...(why === undefined ? {} : { reason: inEnglish(why), ...dataOf(why) }),
  }
}

const dataOf = (why: Text): { readonly localized?: LocalizedText } =>
  typeof why === 'string' ? {} : { localized: why }

/** `isKnown`: it did as it was asked, and there is nothing more to say of it. */
export const memberEnd = ({
  released,
  awaited,
  mail,
  onRecorded,
  isKnown,
}: Farewell & { readonly isKnown: boolean }): Pick<WorkEnd, 'note' | 'released'> => ({
  ...(released.length === 0 ? {} : { released }),
  note: {
    ...(mail === undefined ? {} : { mail }),
    ...(onRecorded ? { onRecorded } : {}),
    ...(isKnown && !awaited && released.length === 0 ? { startsNone: true } : {}),
  },
})

const LAST_CALLS = 8

/** What whoever started it reads. One that did not come to its end has told nobody what it did. */
const told = (
  { text, news, actions }: AgentRun['record'],
  {
    ended,
    isCut,
    words,
    farewell,
  }: {
    readonly ended: RunEnd
    readonly isCut: boolean
    readonly words: Localize
    readonly farewell?: Farewell | undefined
  },
): string =>
  [
    ...(ended.warning === undefined ? [] : [ended.warning]),
    ...(farewell ? [farewell.words, news] : [text]).map(each => each.trim()).filter(each => each !== ''),
    ...(isCut && actions.length > 0
      ? [words(says('lastCalls', { calls: actions.slice(-LAST_CALLS).map(words).join('; ') }))]
      : []),
  ].join('\n\n')

/** Undefined: it came to its end by itself. */
const whyStopped = ({ end, stopped }: RunEnd, action = 'unknown'): Text | undefined => {
  if (!end || end.terminal.kind === 'completed') return undefined
  const { terminal } = end
  if (terminal.kind === 'max_turns') return agentText('turn_limit', { count: terminal.limit })
  if (terminal.kind === 'aborted_streaming' || terminal.kind === 'aborted_tools')
    return stopped ? agentText('was_stopped') : agentText('declined', { action })
  return 'message' in terminal
    ? (terminal.localized ?? terminal.message)
    : agentText('ended_early', { kind: terminal.kind })
}
