import type { Claim } from '../../features/claims/find-claims.ts'
import { judgeClaims, type LedgerSoFar, type Unproven } from '../../features/claims/judge-claims.ts'
import { callsIn } from '../../features/sessions/folds/called-commands.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { loadShellReader } from '../../lib/shell/lower.ts'
import type { GoalNews } from '../../protocol/agents/goal.ts'
import type { Effect } from '../../protocol/context.ts'
import type { Event } from '../../protocol/event.ts'
import type { Message } from '../../protocol/message.ts'
import { claimText } from '../../protocol/messages/engine/claims.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { currentEffects } from '../calls/effects.ts'
import { agentWork } from './agent-work.ts'
import type { ClaimsOptions } from './options.ts'

const says = modelTexts('claims', {
  never: { en: 'nothing of the kind was run', zh: '没有运行过相应的检查' },
  failed: { en: 'the last run of {command} failed', zh: '{command} 最近一次运行失败' },
  running: { en: '{command} is still running', zh: '{command} 仍在运行' },
  unclear: {
    en: '{command} does not show how it went: let the line end with its exit code',
    zh: '{command} 看不出结果：请让命令行以它的退出码结束',
  },
  stale: {
    en: '{path} was changed after the last run of {command}',
    zh: '{path} 在 {command} 最近一次运行之后又有改动',
  },
  partial: { en: '{command} runs only a part of it', zh: '{command} 只运行了其中一部分' },
  told: {
    en: 'You said: "{claim}". The record of this session does not show it: {why}. Run what shows it, or correct what you said. (A check of Capstan, not from the person; told once.)',
    zh: '你说：“{claim}”。本会话的记录并不支持：{why}。请运行能证明它的检查，或更正你的说法。（来自 Capstan 的核对，并非用户所说；只提示一次。）',
  },
})

const SHOWN_CLAIM = 120
const SHOWN_COMMAND = 80

/** The first of what was said that the ledger does not show. */
export const checkClaims = async (
  at: ClaimsOptions,
  claims: readonly Claim[],
): Promise<{ readonly news: GoalNews; readonly note: Event } | undefined> => {
  const [unproven] = judgeClaims(claims, ledgerOf(at), await loadShellReader())
  if (!unproven) return undefined
  const { config } = at
  config.runtime.log?.(`a claim is not shown by the ledger: ${unproven.why}`)
  const values = valuesOf(unproven)
  const localized: LocalizedText = claimText(unproven.why, values)
  const why = forModel(says(unproven.why, values), config.prompt.promptLanguage)
  const text = forModel(says('told', { ...values, why }), config.prompt.promptLanguage)
  return { news: { text, localized }, note: notice('warning', localized) }
}

const valuesOf = ({ claim, command = '', path = '' }: Unproven) => ({
  claim: escapeLine(claim.text, SHOWN_CLAIM),
  command: escapeLine(command, SHOWN_COMMAND),
  path: escapeLine(path, SHOWN_COMMAND),
})

const ledgerOf = (at: ClaimsOptions): LedgerSoFar => {
  const { messages, effects, path } = at.config.session
  const last = messages.findLast(isPrompt)
  const agents = agentWork(path, at.config.place.cwd)
  // What an agent did since the person spoke was done in this turn.
  const theirs = agents.effects.map(({ userMessageUuid: _, ...effect }) => ({
    ...effect,
    ...(last && effect.at >= last.timestamp ? { userMessageUuid: last.uuid } : {}),
  }))
  let calls: ReturnType<typeof callsIn> | undefined
  return {
    effects: merged(currentEffects(effects, at.tasks.list()), currentEffects(theirs, at.tasks.list())),
    turn: last?.uuid,
    cwd: at.config.place.cwd,
    call(id) {
      calls ??= callsIn([...messages, ...agents.messages])
      return calls.get(id)
    },
  }
}

/** Those of the conversation in their own order, which not all of them have a time for; those of agents between them. */
const merged = (own: readonly Effect[], theirs: readonly Effect[]): readonly Effect[] => {
  const waiting = theirs.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const all = own.flatMap(effect => {
    const first = effect.at === '' ? 0 : waiting.findIndex(({ at }) => at > effect.at)
    return [...waiting.splice(0, first < 0 ? waiting.length : first), effect]
  })
  return [...all, ...waiting]
}

const isPrompt = (message: Message): boolean =>
  message.type === 'user' &&
  !message.isMeta &&
  (typeof message.message.content === 'string' ||
    message.message.content.some(block => block.type !== 'tool_result'))
