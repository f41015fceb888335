import type { Reasoning } from '../../features/models/reasoning.ts'
import { CONTINUATION, type Message } from '../../protocol/message.ts'
import { type ModelFacts, SMALL_WINDOW } from '../../protocol/model.ts'

/** Where nothing else is known, and where room for a reply is reserved whether it is used or not. */
const USUAL_CAP = 8_000
/** After a reply was cut. */
const RAISED_CAP = 64_000
/** Where the model decides how much it thinks: thoughts count as output. */
const THINKING_CAP = 32_000
/** Room for an answer beside a thinking budget. */
const ANSWER_ROOM = 4_096
/** Less is no room for a reply: something else has to make place. */
const LEAST_ROOM = 4_000
/** Caps differ by whole steps: each another one is another beginning of the body. */
const STEP = 1_000

export interface OutputCap {
  readonly normal: number
  readonly escalated?: number
}

interface CapFacts {
  readonly facts: ModelFacts
  readonly thinking: Reasoning['thinking']
  /** Said in settings or environment: then that is the cap. */
  readonly configured: number | undefined
  /** The provider reserves, or bills, what is asked for. */
  readonly reserves: boolean
  /** What the next request is estimated to hold. */
  readonly tokens: number
}

/** How long the next reply may be: what the makers recommend, what the conversation needed so far, and what the window still holds. */
export const outputCap = (view: readonly Message[], now: CapFacts): OutputCap => {
  const { facts, configured } = now
  const room = Math.max(LEAST_ROOM, Math.floor((facts.window - now.tokens) / STEP) * STEP)
  // In a small window what is said must leave room for what is read.
  const share = facts.window < SMALL_WINDOW ? Math.floor(facts.window / 4) : facts.maxOutput
  const most = Math.min(facts.maxOutput, share, room)
  if (configured !== undefined) return { normal: Math.min(configured, most) }
  const usual = now.reserves ? longestReply(view) : (facts.recommendedOutput ?? 0)
  const wanted = wasCut(view) ? RAISED_CAP : Math.max(USUAL_CAP, usual, roomToThink(now))
  const normal = Math.min(wanted, most)
  const escalated = Math.min(RAISED_CAP, most)
  return escalated > normal ? { normal, escalated } : { normal }
}

const roomToThink = ({ facts, thinking, reserves }: CapFacts): number => {
  if (thinking?.type === 'enabled') return thinking.budget_tokens + ANSWER_ROOM
  if (thinking?.type === 'adaptive') return THINKING_CAP
  // Some think by themselves, unasked.
  return facts.thinking === 'adaptive' && thinking === undefined && !reserves ? THINKING_CAP : 0
}

/** A conversation in which a reply was too long for the usual cap has more of that kind. */
const wasCut = (view: readonly Message[]): boolean =>
  view.some(
    message =>
      message.type === 'user' &&
      message.origin?.kind === CONTINUATION &&
      message.origin.cause === 'output_limit',
  )

const CHARACTERS_PER_TOKEN = 3

/** About what the longest reply so far would need, and half as much again. */
const longestReply = (view: readonly Message[]): number => {
  const sizes = new Map<string, number>()
  for (const message of view) {
    if (message.type !== 'assistant') continue
    const { id, content } = message.message
    sizes.set(id, (sizes.get(id) ?? 0) + JSON.stringify(content).length)
  }
  const longest = Math.max(0, ...sizes.values()) / CHARACTERS_PER_TOKEN
  return Math.ceil((longest * 1.5) / STEP) * STEP
}
