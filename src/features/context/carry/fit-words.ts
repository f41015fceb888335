import { roughTokens } from '../../../lib/text/rough-tokens.ts'
import type { PromptLanguage } from '../../../protocol/tools/both-languages.ts'
import { cutWords, type Words } from './cut-words.ts'

/** A message is cut no further while anything else can be. */
const KEPT_CHARS = 4_096
/** Of messages between the first and the newest, when there are very many. */
const LEAST_CHARS = 400
/** A cut may come out a little shorter than was asked for. */
const MARK_SLACK = 100
/** The frame of an item. */
const ITEM_TOKENS = 12
/** As texts are counted everywhere in this folder. */
const CHARS_PER_TOKEN = 3

export interface FittedWords<W extends Words> {
  readonly words: readonly W[]
  /** How many are not there at all. */
  readonly omitted: number
}

/**
 * What a person said, oldest first, within so many tokens. While there is room all of it stays as it is; then the
 * longest messages between the first and the newest lose their middle, then those two. Only then do whole messages
 * go, cut ones before short ones and older ones before newer ones. The first and the newest keep at least 4 KB each, whatever the
 * budget.
 */
export const fitWords = <W extends Words>(
  words: readonly W[],
  budget: number,
  language?: PromptLanguage,
): FittedWords<W> => {
  const longest = Math.max(0, ...words.map(({ text }) => text.length))
  const all = { ends: longest, middle: longest }
  const sizes = words.map(sizeOf)
  const fits = (caps: Caps): boolean => cost(sizes, caps) <= budget
  if (fits(all)) return { words, omitted: 0 }
  const caps = chooseCaps(longest, fits)
  const cut = words.map((each, at) => cutWords(each, capAt(words, at, caps), language))
  return fits(caps) ? { words: cut, omitted: 0 } : omitMiddle(cut, budget)
}

interface Caps {
  readonly ends: number
  readonly middle: number
}

const chooseCaps = (longest: number, fits: (caps: Caps) => boolean): Caps => {
  const kept = { ends: KEPT_CHARS, middle: KEPT_CHARS }
  if (fits({ ...kept, ends: longest }))
    return { ends: longest, middle: largest(KEPT_CHARS, longest, middle => fits({ ends: longest, middle })) }
  if (fits(kept)) return { ...kept, ends: largest(KEPT_CHARS, longest, ends => fits({ ...kept, ends })) }
  return { ...kept, middle: largest(LEAST_CHARS, KEPT_CHARS, middle => fits({ ...kept, middle })) }
}

const capAt = (words: readonly unknown[], at: number, caps: Caps): number =>
  at === 0 || at === words.length - 1 ? caps.ends : caps.middle

interface Size {
  readonly chars: number
  readonly tokens: number
}

/** Counted once: a text is cut to many lengths before one fits. */
const sizeOf = ({ text }: Words): Size => ({
  chars: text.length,
  tokens: roughTokens(text, CHARS_PER_TOKEN),
})

const cost = (sizes: readonly Size[], caps: Caps): number =>
  sizes.reduce((sum, size, at) => sum + costOf(size, capAt(sizes, at, caps)), 0)

/** Of what is left of a text; which part that is makes no difference. */
const costOf = ({ chars, tokens }: Size, cap = chars): number =>
  Math.ceil(chars > cap ? (tokens * cap) / chars : tokens) + ITEM_TOKENS

/** The largest number up to `high` that fits; `low` when none does. */
const largest = (low: number, high: number, fits: (value: number) => boolean): number => {
  let [least, most] = [low, Math.max(low, high)]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle - 1
  }
  return least
}

/** Short ones stay longest: a cut paste has the rest of it where Recall looks anyway. */
const omitMiddle = <W extends Words>(words: readonly W[], budget: number): FittedWords<W> => {
  const middle = [...words.entries()].slice(1, -1)
  const isCut = ({ text }: Words): boolean => text.length >= LEAST_CHARS - MARK_SLACK
  const order = [...middle.filter(([, each]) => isCut(each)), ...middle.filter(([, each]) => !isCut(each))]
  const gone = new Set<number>()
  let over = words.reduce((sum, each) => sum + costOf(sizeOf(each)), 0) - budget
  for (const [at, each] of order) {
    if (over <= 0) break
    over -= costOf(sizeOf(each))
    gone.add(at)
  }
  return { words: words.filter((_, at) => !gone.has(at)), omitted: gone.size }
}
