import { findModel } from '../../features/models/catalogue.ts'
import { type ReasoningOptions, reasoningFor } from '../../features/models/reasoning.ts'
import { withoutImages } from '../../features/models/without-images.ts'
import { type NormalizeMemo, normalize } from '../../loop/normalize.ts'
import { type Message, toolUses } from '../../protocol/message.ts'
import {
  type ApiMessage,
  baseOf,
  type ClearResults,
  type ModelRequest,
  type SystemPart,
  type TaskBudget,
  type Thinking,
} from '../../protocol/model.ts'
import type { ToolSpec } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ModelChoice } from '../models/options.ts'

export interface RequestOptions {
  system(): readonly SystemPart[]
  tools(): readonly ToolSpec[]
  /** Definitions that a provider may load where a result refers to them. */
  deferredTools?(): readonly ToolSpec[]
  readonly models: Pick<ModelChoice, 'betas' | 'cache' | 'uncached' | 'cacheHour' | 'rows'>
  /** How hard the model is asked to think, whichever it is. */
  readonly wish: ReasoningOptions
  /** Faster answers are wanted, where the model has them. */
  readonly fast: boolean
  /** What the task may use up, where the model can be told. */
  taskBudget?(): TaskBudget | undefined
  /** Lives as long as the session: what was sent once is sent again as the same object. */
  readonly memo: NormalizeMemo
  readonly hasFallback: boolean
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  /** Nobody is shown raw events. */
  readonly quiet: boolean
  /** What the provider is asked to leave out by itself. */
  clearResults?(model: string, view: readonly Message[]): ClearResults | undefined
}

const OVERLOADS_BEFORE_FALLBACK = 3

/** History → request. With an instruction it is appended to the last message; everything before stays byte-equal. */
export const buildRequest = (
  place: RequestOptions,
  view: readonly Message[],
  want: { readonly model: string; readonly maxTokens: number; readonly instruction?: string },
): ModelRequest => {
  const { betas, rows } = place.models
  const { facts } = findModel(want.model, rows)
  const { thinking: wished, effort } = reasoningFor(facts, place.wish)
  const thinking = wished?.type === 'enabled' && breaksThinking(view, want.model) ? undefined : wished
  const taskBudget = facts.taskBudget ? place.taskBudget?.() : undefined
  const deferredTools = facts.toolReferences ? place.deferredTools?.() : undefined
  const clearResults = place.clearResults?.(want.model, view)
  const sent = normalize(view, {
    model: want.model,
    memo: place.memo,
    language: place.language,
    // An instruction is what stands last: nobody asked to go on.
    ...(want.instruction === undefined ? {} : { open: true }),
  })
  const messages = facts.images === false ? withoutImages(sent, place.language) : sent
  return {
    model: want.model,
    system: place.system(),
    tools: place.tools(),
    messages: want.instruction === undefined ? messages : withInstruction(messages, want.instruction),
    maxTokens: want.maxTokens,
    source: 'main',
    ...(place.language === 'zh' ? { language: place.language } : {}),
    quiet: place.quiet,
    cache: isCached(place.models, want.model),
    ...(want.instruction === undefined ? {} : { endsAside: true }),
    ...(place.models.cacheHour === 'wanted' ? { cacheLifetime: '1h' } : {}),
    ...(facts.tools ? { toolsAs: facts.tools } : {}),
    ...(thinking ? { thinking: fitThinking(thinking, want.maxTokens) } : {}),
    ...(effort ? { effort } : {}),
    ...(place.fast && facts.fast ? { speed: 'fast' } : {}),
    ...(taskBudget ? { taskBudget } : {}),
    ...(deferredTools?.length ? { deferredTools } : {}),
    ...(betas ? { betas } : {}),
    ...(clearResults ? { clearResults } : {}),
    ...(place.hasFallback ? { overloadLimit: OVERLOADS_BEFORE_FALLBACK } : {}),
  }
}

/** Whether requests to this model carry cache marks; a family is part of the name at every provider. */
export const isCached = (
  { cache, uncached = [] }: Pick<ModelChoice, 'cache' | 'uncached'>,
  model: string,
): boolean => cache && !uncached.some(family => model.toLowerCase().includes(family))

const withInstruction = (messages: readonly ApiMessage[], instruction: string): readonly ApiMessage[] => {
  const last = messages.at(-1)
  if (last?.role !== 'user')
    return [...messages, { role: 'user', content: [{ type: 'text', text: instruction }] }]
  return [
    ...messages.slice(0, -1),
    { role: 'user', content: [...last.content, { type: 'text', text: instruction }] },
  ]
}

/** The API wants room for an answer beside the thinking. */
const fitThinking = (thinking: Thinking, maxTokens: number): Thinking =>
  thinking.type === 'enabled'
    ? { ...thinking, budget_tokens: Math.max(1_024, Math.min(thinking.budget_tokens, maxTokens - 1_024)) }
    : thinking

/**
 * Calls that wait for the model to go on were made by another one, whose thoughts are left out. With a thinking budget
 * the API wants them to begin with thoughts, so this round is done without; from the next prompt on it thinks again.
 */
export const breaksThinking = (view: readonly Message[], model: string): boolean => {
  const last = view.findLastIndex(message => message.type === 'assistant' && !message.isApiErrorMessage)
  const from = view.slice(0, last + 1).findLastIndex(isPrompt) + 1
  const round = view.slice(from).filter(message => message.type === 'assistant')
  const lastId = round.at(-1)?.message.id
  const calls = round.some(({ message }) => message.id === lastId && toolUses(message.content).length > 0)
  return calls && round.some(({ message }) => baseOf(message.model) !== baseOf(model))
}

/** Somebody said something: the round before is over. */
const isPrompt = (message: Message): boolean =>
  message.type === 'user' &&
  (typeof message.message.content === 'string' ||
    message.message.content.every(block => block.type !== 'tool_result'))
