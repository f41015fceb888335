import type { LineRanges } from '../../lib/line-ranges.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'

const says = modelTexts('line_ranges', {
  more: { en: '{said:list} and {count:number} more', zh: '{said:list}，另有 {count:number} 段' },
  all: { en: '{said:list}', zh: '{said:list}' },
})

const MAX_SAID = 6

/** `1–20, 35–35, 40–60`. */
export const sayRanges = (ranges: LineRanges): Text => {
  const said = ranges.slice(0, MAX_SAID).map(({ from, to }) => `${from}–${to}`)
  const count = ranges.length - MAX_SAID
  return count > 0 ? says('more', { said, count }) : says('all', { said })
}
