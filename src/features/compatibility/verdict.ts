import { compatibilityText } from '../../protocol/messages/cli/compatibility.ts'
import { compatibilityReasonText } from '../../protocol/messages/cli/compatibility-reasons.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'

type Row = keyof typeof compatibilityText.rows
type Reason = keyof typeof compatibilityReasonText.rows

/** What a public name of another program does here. `differs`: it is read, and this is what is different. */
export type Verdict =
  | { readonly verdict: 'works' }
  | { readonly verdict: 'differs' | 'absent'; readonly text: LocalizedText }

/** The names of one surface, each with its verdict. */
export type Names = Readonly<Record<string, Verdict>>

export const works: Verdict = { verdict: 'works' }

export const differs = (how: Row): Verdict => ({ verdict: 'differs', text: compatibilityText(how) })

/** `why` says the reason, and what to use instead. */
export const absent = (why: Row | Reason): Verdict => ({
  verdict: 'absent',
  text: isReason(why) ? compatibilityReasonText(why) : compatibilityText(why),
})

const isReason = (row: string): row is Reason => Object.hasOwn(compatibilityReasonText.rows, row)
