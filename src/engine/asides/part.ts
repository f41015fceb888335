import { hasTalk } from '../../features/asides/spoken.ts'
import { hasHard } from '../../features/budgets/judge-budgets.ts'
import type { Event } from '../../protocol/event.ts'
import { asideText } from '../../protocol/messages/engine/asides.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ModelError } from '../../protocol/model.ts'
import { OpError } from '../../protocol/op.ts'
import type { Side } from '../../protocol/tool.ts'
import {
  type BothLanguages,
  inPromptLanguage,
  type PromptLanguage,
} from '../../protocol/tools/both-languages.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Limits } from '../options/limits.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Accounts } from '../spending/accounts.ts'

/** Of the values of a conversation, what is needed here. */
interface AsidesConfig {
  readonly session: SessionHandle
  readonly models: ModelChoice
  readonly limits: Limits
  readonly asides?: { readonly suggestions: boolean }
  readonly prompt: { readonly promptLanguage?: PromptLanguage }
  readonly runtime: Runtime
}

type Kind = Extract<Event, { readonly type: 'aside' }>['kind']

/** Small things said beside the conversation: a guess at the next prompt, a recap. */
export interface AsidesOptions {
  readonly config: AsidesConfig
  readonly side: Side
  readonly accounts: Pick<Accounts, 'cost'>
  emit(event: Event): void
}

export const createAsides = (at: AsidesOptions): Part => {
  const { config, emit } = at
  const running = new Map<Kind, { readonly controller: AbortController; readonly done: Promise<void> }>()
  let isOff = !mayAsk(config)
  const work = async (kind: Kind, controller: AbortController): Promise<void> => {
    try {
      const text = await ask(at, kind, controller.signal)
      if (text !== undefined && !controller.signal.aborted) emit({ type: 'aside', kind, text })
      await noteCost(at)
    } catch (error) {
      // Nobody asked, so nobody is told; a small model that is not there is not asked again.
      if (error instanceof ModelError && LASTING.has(error.kind)) isOff = true
      config.runtime.log?.(`${kind} failed: ${String(error)}`)
    }
  }
  /** Never waits and never fails: what cannot be had is left out. */
  const want = (kind: Kind): void => {
    if (isOff || running.has(kind) || (kind === 'suggestion' && config.asides?.suggestions === false)) return
    if (!hasTalk(config.session.messages)) return
    const controller = new AbortController()
    const done = work(kind, controller).finally(() => running.delete(kind))
    running.set(kind, { controller, done })
  }
  return {
    ops: { aside: ({ kind }) => want(kind) },
    commandHost: signal => ({ recap: () => recap(at, signal) }),
    // The conversation goes on: a guess that is still on its way is of no use any more.
    turnStarts: () => running.get('suggestion')?.controller.abort(),
    async [Symbol.asyncDispose]() {
      isOff = true
      for (const { controller } of running.values()) controller.abort()
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

/** Because a person asked for it. Throws OpError with words. */
const recap = async (at: AsidesOptions, signal: AbortSignal): Promise<LocalizedText> => {
  if (!hasTalk(at.config.session.messages)) throw new OpError(asideText('nothing_yet'))
  try {
    const text = await ask(at, 'recap', signal)
    await noteCost(at)
    if (text !== undefined) return verbatim(text)
    return (await import('../../protocol/messages/commands/conversation.ts')).conversationAnswer(
      'nothing_to_recap',
    )
  } catch (error) {
    if (error instanceof ModelError) throw new OpError(asideText('no_recap', { reason: error.localized }))
    throw error
  }
}

/** Errors that come again every time. */
const LASTING: ReadonlySet<string> = new Set(['model_not_found', 'authentication_failed', 'billing_error'])

/** What nobody asked for must cost little, and nothing where spending is limited. */
const mayAsk = ({ limits }: AsidesConfig): boolean =>
  limits.maxBudgetUsd === undefined && !hasHard(limits.budgets ?? {})

const ask = async (
  { config, side }: AsidesOptions,
  kind: Kind,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const { ASIDE_KINDS } = await import('../../features/asides/aside-kinds.ts')
  const { system, prompt, maxTokens, read } = ASIDE_KINDS[kind]
  const inLanguage = (text: BothLanguages): string => inPromptLanguage(text, config.prompt.promptLanguage)
  const words = { system: inLanguage(system), prompt: inLanguage(prompt(config.session.view())) }
  return read(await side.ask({ source: kind, ...words, maxTokens, signal }))
}

const noteCost = async ({ config, accounts }: AsidesOptions): Promise<void> => {
  const { session } = config
  await session.note({ type: 'cost-state', cost: accounts.cost, sessionId: session.id })
}
