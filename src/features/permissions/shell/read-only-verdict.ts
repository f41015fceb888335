import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { PathUse } from './path-use.ts'

/** What the table says about one simple command; the paths still have to pass. */
export type ReadOnlyVerdict =
  | {
      readonly ok: true
      readonly uses: readonly PathUse[]
      /** Reads files that it does not name. */
      readonly recursive: boolean
      /** Runs git, whose behaviour the repository's configuration can change. */
      readonly git: boolean
      /** Files of the repository whose content git shows: none, these, or any. */
      readonly shows?: readonly PathUse[] | 'anything'
    }
  | {
      readonly ok: false
      readonly why: LocalizedText
      /** The word that is in the way, as it stands in the text. */
      readonly piece?: string
    }

export const no = (why: LocalizedText, piece?: string): ReadOnlyVerdict =>
  piece === undefined ? { ok: false, why } : { ok: false, why, piece }
export const onlyReads = (uses: readonly PathUse[] = []): ReadOnlyVerdict => ({
  ok: true,
  uses,
  recursive: false,
  git: false,
})

/** Every form that a command may have must only look. */
export const allOf = (looked: readonly ReadOnlyVerdict[]): ReadOnlyVerdict => {
  const uses: PathUse[] = []
  let [recursive, git] = [false, false]
  let shows: Shown
  for (const look of looked) {
    if (!look.ok) return look
    uses.push(...look.uses)
    recursive ||= look.recursive
    git ||= look.git
    shows = joinShown(shows, look.shows)
  }
  return { ok: true, uses, recursive, git, ...(shows ? { shows } : {}) }
}

type Shown = Extract<ReadOnlyVerdict, { ok: true }>['shows'] | undefined

const joinShown = (one: Shown, other: Shown): Shown => {
  if (one === 'anything' || other === 'anything') return 'anything'
  return one && other ? [...one, ...other] : (one ?? other)
}
