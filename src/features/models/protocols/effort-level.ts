import { EFFORTS, type Effort } from '../../../protocol/model.ts'

/** The highest level that a family of models is known to take; what no row names takes `high`. */
const HIGHEST: readonly (readonly [RegExp, Effort])[] = [
  [/(?:^|\/)gpt-(?:5\.6-sol|[6-9]|\d{2})/i, 'max'],
  [/(?:^|\/)gpt-5\.[2-9]/i, 'xhigh'],
  [/(?:^|\/)grok-4\.[6-9]/i, 'xhigh'],
]

/** The level as this model takes it: the one that is wanted, or the highest there is below it. */
export const effortLevel = (model: string, wanted: Effort): Effort => {
  const highest = HIGHEST.find(([family]) => family.test(model))?.[1] ?? 'high'
  return EFFORTS.indexOf(wanted) > EFFORTS.indexOf(highest) ? highest : wanted
}
