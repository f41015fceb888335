import { ansiWidth, padAnsi, truncateAnsi } from '../../../lib/ansi-text.ts'
import { escapeLine } from '../../../lib/escape-text.ts'
import type { Suggestion } from '../input/completion-source.ts'
import type { PromptState } from '../state/ui-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Theme, Tone } from '../theme/theme.ts'

interface MenuView {
  readonly theme: Theme
  readonly width: number
}

const MENU_ROWS = 8
/** Of the names, where something is said about them beside. */
const MOST_NAME = 34
/** In fewer columns the arguments are left to the line itself. */
const ROOM_FOR_HINTS = 70

/** What is offered below the prompt, around the one that is chosen. */
export const menuLines = (
  { items, chosen }: NonNullable<PromptState['completion']>,
  view: MenuView,
): readonly Line[] => {
  const { theme, width } = view
  const from = Math.max(0, Math.min(chosen - (MENU_ROWS >> 1), items.length - MENU_ROWS))
  const shown = items.slice(from, from + MENU_ROWS)
  const names = shown.map((item, at) => nameOf(item, { ...view, pointed: from + at === chosen }))
  const widest = Math.max(...names.map(name => ansiWidth(name)))
  const column = shown.some(item => item.detail !== undefined)
    ? Math.min(widest, MOST_NAME, Math.floor(width / 2))
    : width - 2
  const lines = shown.map((item, at) => {
    const sign = from + at === chosen ? theme.paint('accent', '❯') : ' '
    const name = truncateAnsi(names[at] ?? '', column)
    if (item.detail === undefined) return `${sign} ${name}`
    return truncateAnsi(
      `${sign} ${padAnsi(name, column)}  ${theme.paint('dim', escapeLine(item.detail))}`,
      width,
    )
  })
  return items.length <= shown.length
    ? lines
    : [...lines, theme.paint('faint', `  ${chosen + 1} / ${items.length}`)]
}

const nameOf = (item: Suggestion, view: MenuView & { readonly pointed: boolean }): string => {
  const { theme, width, pointed } = view
  const label = paintMatches(item, theme, pointed ? 'selected' : 'text')
  const hint = item.hint === undefined || width < ROOM_FOR_HINTS ? '' : ` ${escapeLine(item.hint)}`
  return hint === '' ? label : `${label}${theme.paint('faint', hint)}`
}

const paintMatches = ({ label, matched = [] }: Suggestion, theme: Theme, tone: Tone): string => {
  const text = escapeLine(label)
  // What had to be escaped has other offsets.
  if (matched.length === 0 || text !== label) return theme.paint(tone, text)
  const at = new Set(matched)
  let line = ''
  for (let index = 0; index < text.length; ) {
    const marked = at.has(index)
    let end = index + 1
    while (end < text.length && at.has(end) === marked) end++
    line += theme.paint(marked ? 'match' : tone, text.slice(index, end))
    index = end
  }
  return line
}
