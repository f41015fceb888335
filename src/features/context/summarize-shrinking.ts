import type { Message, UserBlock, UserMessage } from '../../protocol/message.ts'
import { ModelError } from '../../protocol/model.ts'
import type { StageEnv } from '../../protocol/stage.ts'
import { withoutMedium } from './project.ts'
import { piecesOf } from './safe-cuts.ts'
import { sumTokens } from './tokens.ts'

const MAX_RETRIES = 3
/** The share of the conversation that goes when a request is too long and does not say by how much. */
const DROP_SHARE = 0.25

/**
 * Asks for a summary of the history. What is too long even for that is asked again without pictures and without its
 * oldest rounds, a few times. A refused prompt would be refused again, so then it begins with the smaller one.
 */
export const summarizeShrinking = async (
  view: readonly Message[],
  instruction: string,
  env: StageEnv,
): Promise<string> => {
  let asked = (env.trigger === 'reactive' ? shrink(view, DROP_SHARE) : undefined) ?? view
  for (let retries = 0; ; retries += 1) {
    try {
      return await env.summarize(asked, instruction)
    } catch (error) {
      if (!isTooLong(error) || retries === MAX_RETRIES) throw error
      const smaller = shrink(asked, excessIn(error.message) ?? DROP_SHARE)
      if (!smaller) throw error
      asked = smaller
    }
  }
}

const isTooLong = (error: unknown): error is ModelError =>
  error instanceof ModelError && (error.kind === 'prompt_too_long' || error.kind === 'media_too_large')

/** Which share was too much, from an error like `210000 tokens > 200000 maximum`, with a little to spare. */
const excessIn = (message: string): number | undefined => {
  const [, given, most] = /(\d{3,})\D{1,20}>\s*(\d{3,})/.exec(message) ?? []
  const share = 1 - Number(most) / Number(given)
  return share > 0 ? Math.min(0.9, share + 0.05) : undefined
}

/** `undefined` when nothing can be left out. */
export const shrink = (view: readonly Message[], share: number): readonly Message[] | undefined => {
  const fixed = view.findIndex(message => !isFixed(message))
  const head = fixed === -1 ? view : view.slice(0, fixed)
  const rounds = roundsOf(fixed === -1 ? [] : view.slice(fixed))
  const plain = rounds.map(round => round.map(withoutMedia))
  const enough = sumTokens(plain.flat()) * share
  let gone = 0
  let dropped = 0
  while (dropped < plain.length - 1 && (gone < enough || dropped === 0)) {
    gone += sumTokens(plain[dropped] ?? [])
    dropped += 1
  }
  const same = dropped === 0 && plain.flat().every((message, at) => message === rounds.flat()[at])
  return same ? undefined : [...head, ...plain.slice(dropped).flat()]
}

/** What a history begins with and must not go first: it is what earlier summaries saved. */
const isFixed = (message: Message): boolean =>
  message.type === 'system' ||
  message.type === 'attachment' ||
  (message.type === 'user' && message.isCompactSummary === true)

/** A reply with its results, and what was said before it. */
const roundsOf = (view: readonly Message[]): readonly (readonly Message[])[] => {
  const rounds: Message[][] = []
  let open: Message[] = []
  for (const piece of piecesOf(view)) {
    open.push(...piece)
    if (!piece.some(message => message.type === 'assistant')) continue
    rounds.push(open)
    open = []
  }
  return open.length === 0 ? rounds : [...rounds, open]
}

const withoutMedia = (message: Message): Message => {
  if (message.type !== 'user' || typeof message.message.content === 'string') return message
  const { content } = message.message
  const plain = content.map(plainBlock)
  if (plain.every((block, at) => block === content[at])) return message
  return { ...message, message: { role: 'user', content: plain } } satisfies UserMessage
}

const plainBlock = (block: UserBlock): UserBlock => {
  if (block.type === 'image' || block.type === 'document') return withoutMedium(block)
  if (block.type !== 'tool_result' || typeof block.content === 'string') return block
  if (block.content.every(inner => inner.type === 'text')) return block
  return {
    ...block,
    content: block.content.map(inner => (inner.type === 'text' ? inner : withoutMedium(inner))),
  }
}
