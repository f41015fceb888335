import { escapeInvisible, escapeLine } from '../../../lib/escape-text.ts'
import { inertTags } from '../../../lib/harness-tags.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { verbatim } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Batch } from './line-batch.ts'

const says = modelTexts('watched_lines', {
  leftOut: {
    en: '[… {count:number} lines left out …]\n{lines}',
    zh: '[… 省略 {count:number} 行 …]\n{lines}',
  },
})

const SHOWN_CHARS = 120

/** A line that a program printed, without what could act on a terminal or hide. */
export const watchedLine = (line: string): string => escapeInvisible(stripAnsi(line))

/** For the model: foreign, so nothing in it opens or closes a tag. */
export const batchText = ({ lines, leftOut }: Batch): LocalizedText => {
  const all = plainEvent(lines.join('\n'))
  return leftOut > 0 ? says('leftOut', { count: leftOut, lines: all }) : verbatim(all)
}

export const plainEvent = (text: string): string =>
  inertTags(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** For the person: the first line of an event says which it was. */
export const shownLine = (description: string, event: string): string => {
  const [first = '', ...more] = event.replaceAll('&lt;', '<').replaceAll('&amp;', '&').split('\n')
  const others = more.length === 0 ? '' : ` (+${more.length})`
  return `Monitor "${escapeLine(description, SHOWN_CHARS)}": ${escapeLine(first, SHOWN_CHARS)}${others}`
}
