import { EFFORTS, type Effort, type ModelFacts, SMALL_WINDOW, type Thinking } from '../../protocol/model.ts'

/** What was asked for, whatever the model. */
export interface ReasoningOptions {
  /** Absent: as the makers of the model recommend. */
  readonly thinking: Thinking | undefined
  readonly effort: Effort | undefined
  /** Summaries of the thinking are to be shown. */
  readonly summaries?: boolean
}

/** What is asked of the model, in the form it takes. */
export interface Reasoning {
  readonly thinking?: Thinking
  readonly effort?: Effort
}

/** When thinking is on and nobody said how much. */
const DEFAULT_BUDGET = 10_000

/** How much a model without levels of effort may think for each of them. */
const BUDGETS: Readonly<Record<Effort, number | undefined>> = {
  low: undefined,
  medium: 4_000,
  high: DEFAULT_BUDGET,
  xhigh: 20_000,
  max: 31_999,
}

// One object each: what a request says is compared by identity before it is compared by value.
const ADAPTIVE: Thinking = { type: 'adaptive' }
const ADAPTIVE_SHOWN: Thinking = { type: 'adaptive', display: 'summarized' }
const USUAL_BUDGET: Thinking = { type: 'enabled', budget_tokens: DEFAULT_BUDGET }

/** The same wish for every model of a session; each is asked in its own way. */
export const reasoningFor = (facts: ModelFacts, wish: ReasoningOptions): Reasoning => {
  const effort = fitEffort(facts, wish.effort)
  const thinking = fitThinking(facts, wish)
  return { ...(thinking ? { thinking } : {}), ...(effort ? { effort } : {}) }
}

/** The highest level it has that is not above the one wanted; its lowest, where all are. */
const fitEffort = ({ effort: levels }: ModelFacts, wanted: Effort | undefined): Effort | undefined => {
  if (wanted === undefined || levels === undefined) return wanted
  const most = EFFORTS.indexOf(wanted)
  return levels.findLast(level => EFFORTS.indexOf(level) <= most) ?? levels[0]
}

const fitThinking = (facts: ModelFacts, wish: ReasoningOptions): Thinking | undefined => {
  const { thinking, effort } = wish
  if (thinking?.type === 'disabled') return thinking
  if (facts.thinking === 'none') return undefined
  const usual = facts.thinksByDefault === true && facts.window >= SMALL_WINDOW
  if (facts.thinking === 'adaptive')
    return thinking || usual || asksToThink(effort)
      ? facts.hidesThinking && wish.summaries
        ? ADAPTIVE_SHOWN
        : ADAPTIVE
      : undefined
  if (thinking?.type === 'enabled') return thinking
  if (facts.effort?.length === 0 && effort) {
    const budget = BUDGETS[effort]
    if (budget !== undefined) return { type: 'enabled', budget_tokens: budget }
    return thinking ? USUAL_BUDGET : undefined
  }
  return thinking || usual ? USUAL_BUDGET : undefined
}

const asksToThink = (effort: Effort | undefined): boolean => effort !== undefined && effort !== 'low'

/** The higher of two levels; the default of a model counts as none. */
export const higherEffort = (a: Effort | undefined, b: Effort | undefined): Effort | undefined => {
  if (a === undefined || b === undefined) return a ?? b
  return EFFORTS.indexOf(a) >= EFFORTS.indexOf(b) ? a : b
}

/** As a request: "I think hard-coded values are bad" asks for nothing. */
const asked = (how: string): RegExp =>
  new RegExp(`(?:^|[.!?,;:(\\n]|\\b(?:please|and|then|now|to|must|should))\\s*think (?:${how})\\b(?!-)`, 'i')

/** Words in a message that ask for more thought on it, the strongest first. */
const WORDS: readonly (readonly [RegExp, Effort])[] = [
  [/\bultrathink\b/i, 'max'],
  [/\bmegathink\b/i, 'xhigh'],
  [asked('harder|very hard|really hard|intensely'), 'xhigh'],
  [asked('hard|deeply'), 'high'],
]

/** Code is quoted, not said. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g

/** The effort that the words of a message ask for; nothing for most messages. */
export const effortAskedFor = (text: string): Effort | undefined => {
  const said = text.replace(CODE, ' ')
  return WORDS.find(([words]) => words.test(said))?.[1]
}
