import { tokensAskedFor } from '../../features/budgets/token-words.ts'
import { effortAskedFor, higherEffort, type ReasoningOptions } from '../../features/models/reasoning.ts'
import { isOn } from '../../protocol/features.ts'
import type { Message } from '../../protocol/message.ts'
import type { TaskBudget } from '../../protocol/model.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { TurnOptions } from '../calls/turn-options.ts'
import { spokenIn } from './spoken.ts'

/** What a turn asks of the model beside its words: as the session has it, and as the message itself says. */
export interface TurnRequestOptions {
  readonly wish: ReasoningOptions
  readonly fast: boolean
  readonly tokenBudget: number | undefined
  taskBudget(): TaskBudget | undefined
}

/** For the whole turn: another effort in between would be another prefix. */
export const turnRequestOptions = ({ thread, said = [] }: TurnOptions): TurnRequestOptions => {
  const { config, live, agent } = thread
  const features: Settings['features'] = config.features
  const words = agent ? '' : said.map(spokenIn).join('\n')
  return {
    wish: {
      thinking: live.thinking,
      effort: isOn('effortWords', features) ? higherEffort(live.effort, effortAskedFor(words)) : live.effort,
      summaries: live.summaries ?? config.models.summaries === true,
    },
    fast: live.fast === true,
    tokenBudget: agent
      ? undefined
      : ((isOn('tokenWords', features) ? tokensAskedFor(words) : undefined) ?? live.tokenBudget),
    taskBudget: createTaskBudget(config.limits.taskBudget, config.session.messages),
  }
}

/** A compaction hides from the model what it used so far: then it is told what is left. */
const createTaskBudget = (
  total: number | undefined,
  messages: readonly Message[],
): (() => TaskBudget | undefined) => {
  const counted = new Set(messages.filter(isBoundary).map(({ uuid }) => uuid))
  let told: TaskBudget | undefined = total === undefined ? undefined : { total }
  return () => {
    for (const { uuid, compactMetadata } of messages.filter(isBoundary)) {
      if (counted.has(uuid) || told === undefined) continue
      counted.add(uuid)
      const left = (told.remaining ?? told.total) - compactMetadata.preTokens
      told = { total: told.total, remaining: Math.max(0, left) }
    }
    return told
  }
}

type Boundary = Message & { readonly compactMetadata: { readonly preTokens: number } }

const isBoundary = (message: Message): message is Boundary =>
  message.type === 'system' && message.subtype === 'compact_boundary' && message.compactMetadata !== undefined
