import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { textTokens } from '../tokens.ts'
import { cutWords } from './cut-words.ts'
import { type Conversation, markOnTheWay, type Said } from './said.ts'

/** What a model concludes is rarely longer; code belongs in files. */
const MAX_CHARS = 900
/** Of what it said on the way only the beginning. */
const MAX_ON_THE_WAY = 240
const ITEM_TOKENS = 12

/**
 * What the model said itself, oldest first, within so many tokens: decisions and findings that no summary may have.
 * The words it ended its turns with come first, then what it said on the way; of both the newest.
 */
export const chooseReplies = (
  replies: Conversation['replies'],
  budget: number,
  language?: PromptLanguage,
): readonly Said[] => {
  const kept: Said[] = []
  let left = budget
  for (const last of [true, false])
    for (const reply of replies.toReversed()) {
      if (reply.last !== last) continue
      const said = last ? cutWords(plain(reply), MAX_CHARS, language) : startOf(plain(reply), language)
      left -= textTokens(said.text) + ITEM_TOKENS
      if (left < 0) break
      kept.push(said)
    }
  return kept.toSorted((a, b) => a.order - b.order)
}

const plain = ({ last: _, ...said }: Conversation['replies'][number]): Said => said

const startOf = ({ text, order }: Said, language: PromptLanguage | undefined): Said => ({
  order,
  text: markOnTheWay(text.length > MAX_ON_THE_WAY ? `${text.slice(0, MAX_ON_THE_WAY - 1)}…` : text, language),
})
