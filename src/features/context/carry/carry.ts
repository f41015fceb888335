import { roughTokens } from '../../../lib/text/rough-tokens.ts'
import type { Effect } from '../../../protocol/context.ts'
import type { Message } from '../../../protocol/message.ts'
import type { CarryItem } from '../../../protocol/stage.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { textTokens } from '../tokens.ts'
import { chooseReplies } from './choose-replies.ts'
import { cutWords } from './cut-words.ts'
import { effectLines, refusedLines } from './effect-lines.ts'
import { fitWords } from './fit-words.ts'
import { listen, omittedNote, type Said } from './said.ts'
import { type Step, stepLines } from './step-lines.ts'

/** What a session knows that must outlive a compaction, besides what was said. All of it is asked for at that moment. */
export interface CarrySources {
  /** Oldest first. */
  effects(): readonly Effect[]
  steps(): readonly Step[]
  /** The plan that was agreed on, if there is one. */
  plan?(): string | undefined
  /** Tools by which a plan is approved. */
  readonly approvals?: readonly string[]
  /** Paths below it are told without it. */
  cwd(): string
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
}

/** Of the budget; what one does not need is there for the person's words. */
const EFFECT_SHARE = 0.25
const REFUSED_SHARE = 0.08
const STEP_SHARE = 0.1
const PLAN_SHARE = 0.15
const REPLY_SHARE = 0.2
/** Headings and the frame of the block. */
const FRAME_TOKENS = 120

/**
 * What of the messages that go must stay word for word, within so many tokens: what the person said, what the model
 * concluded, the plan, the steps, and what was already done. What an earlier compaction carried is among it again, so a chain of them keeps
 * all of it and grows no further than the budget.
 */
export const createCarry =
  (sources: CarrySources) =>
  (dropped: readonly Message[], budget: number): readonly CarryItem[] => {
    const cwd = sources.cwd()
    const { approvals = [], language } = sources
    const room = Math.max(0, budget - FRAME_TOKENS)
    const plan = sources.plan?.() ?? ''
    const lists: readonly CarryItem[] = [
      ...(plan === '' ? [] : [{ kind: 'plan', text: cutPlan(plan, room * PLAN_SHARE, language) } as const]),
      ...stepLines(sources.steps(), room * STEP_SHARE, language).map(
        text => ({ kind: 'todo', text }) as const,
      ),
      ...effectLines(sources.effects(), { budget: room * EFFECT_SHARE, cwd, language }).map(
        text => ({ kind: 'effect', text }) as const,
      ),
      ...refusedLines(sources.effects(), { budget: room * REFUSED_SHARE, cwd, approvals, language }).map(
        text => ({ kind: 'refused', text }) as const,
      ),
    ]
    const used = lists.reduce((sum, { text }) => sum + textTokens(text) + 1, 0)
    const shares = { room: room - used, replies: room * REPLY_SHARE }
    return [...saidItems(dropped, shares, language), ...lists]
  }

const saidItems = (
  dropped: readonly Message[],
  budget: { readonly room: number; readonly replies: number },
  language: PromptLanguage | undefined,
): readonly CarryItem[] => {
  const heard = listen(dropped, language)
  const replies = chooseReplies(heard.replies, budget.replies, language)
  const used = replies.reduce((sum, { text }) => sum + textTokens(text) + ITEM_TOKENS, 0)
  const fitted = fitWords(heard.requests, budget.room - used, language)
  const omitted = heard.omitted + fitted.omitted
  const items = [
    ...fitted.words.map(said => ({ order: said.order, item: toItem('request', said) })),
    ...replies.map(said => ({ order: said.order, item: toItem('message', said) })),
  ]
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
  return omitted === 0 ? items : [{ kind: 'message', text: omittedNote(omitted, language) }, ...items]
}

const ITEM_TOKENS = 12

const toItem = (kind: CarryItem['kind'], { text, id }: Said): CarryItem => ({
  kind,
  text,
  ...(id === undefined ? {} : { messageUuid: id }),
})

const CHARS_PER_TOKEN = 3
const cutPlan = (plan: string, budget: number, language: PromptLanguage | undefined): string => {
  const tokens = roughTokens(plan, CHARS_PER_TOKEN)
  if (tokens <= budget) return plan
  return cutWords({ text: plan }, Math.floor((budget / tokens) * plan.length), language).text
}
