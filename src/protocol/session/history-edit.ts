import type { PromptLanguage } from '../tools/both-languages.ts'

/**
 * What a stage took out of the view without putting it all together anew. It is a message of the history, applied to
 * everything that stands before it: resume comes to the same view, and the file keeps the whole text.
 */
export type HistoryEdit = EditWords &
  /** These messages are not sent any more. */
  (
    | {
        readonly kind: 'snip'
        readonly removed: readonly string[]
        readonly by: 'model' | 'person'
        readonly freed: number
      }
    /** A marker stands in place of the results of these calls, and of the pictures and documents of these messages. */
    | {
        readonly kind: 'clear'
        readonly results: readonly string[]
        readonly media: readonly string[]
        /** `cold`: the prompt cache had expired anyway; `full`: there was no room left; `asked`: somebody wanted it. */
        readonly why: 'cold' | 'full' | 'asked'
        readonly freed: number
      }
    /** One summary stands in place of these messages. */
    | {
        readonly kind: 'collapse'
        readonly replaced: readonly string[]
        readonly summary: string
        readonly freed: number
      }
  )

interface EditWords {
  /** Of what stands in the place of what was taken out; absent: English. */
  readonly language?: PromptLanguage
}
