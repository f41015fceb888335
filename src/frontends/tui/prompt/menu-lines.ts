import { ansiWidth, padAnsi, truncateAnsi } from '../../../lib/ansi-text.ts'
import { escapeLine } from '../../../lib/escape-text.ts'
import type { Suggestion } from '../input/completion-source.ts'
import type { PromptState } from '../input/prompt-state.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { Words } from '../text/words.ts'
import type { Theme, Tone } from '../theme/theme.ts'
import { listWindow, windowByHeight } from '../widgets/list-window.ts'

interface MenuView {
  readonly theme: Theme
  readonly words: Pick<Words, 'prompt'>
  readonly width: number
}

const MENU_ROWS = 8
/** Headings take rows, too. */
const GROUPED_ROWS = 11
/** Of the names, where something is said about them beside. */
const MOST_NAME = 34
/** In fewer columns the arguments are left to the line itself. */
const ROOM_FOR_HINTS = 70

/** What is offered below the prompt, around the one that is chosen. */
export const menuLines = (
  { items, chosen }: NonNullable<PromptState['completion']>,
  view: MenuView,
): readonly Line[] => {
  const { theme, width, words } = view
  const { from, to } = windowAround(items, chosen)
  const shown = items.slice(from, to)
  const names = shown.map((item, at) => nameOf(item, { ...view, pointed: from + at === chosen }))
  const widest = Math.max(...names.map(name => ansiWidth(name)))
  const column = shown.some(item => item.detail !== undefined)
    ? Math.min(widest, MOST_NAME, Math.floor(width / 2))
    : width - 2
  const lines = shown.flatMap((item, at) => {
    const above = startsGroup(items, from + at) ? headingLines(item, view) : []
    const sign = from + at === chosen ? theme.paint('accent', '❯') : ' '
    const name = truncateAnsi(names[at] ?? '', column)
    const detail = item.folded === undefined ? item.detail : words.prompt.foldedCommands(item.folded)
    if (detail === undefined) return [...above, `${sign} ${name}`]
    const line = `${sign} ${padAnsi(name, column)}  ${theme.paint('dim', escapeLine(detail))}`
    return [...above, truncateAnsi(line, width)]
  })
  return items.length <= shown.length
    ? lines
    : [...lines, theme.paint('faint', `  ${chosen + 1} / ${items.length}`)]
}

const startsGroup = (items: readonly Suggestion[], at: number): boolean =>
  items[at]?.group !== undefined && items[at]?.group !== items[at - 1]?.group

const headingLines = ({ group }: Suggestion, { theme, width, words }: MenuView): readonly Line[] =>
  group === undefined ? [] : [truncateAnsi(theme.paint('heading', words.prompt.commandGroups[group]), width)]

/** As many as fit around the chosen one, with the headings that stand between them. */
const windowAround = (
  items: readonly Suggestion[],
  chosen: number,
): { readonly from: number; readonly to: number } =>
  items.some(({ group }) => group !== undefined)
    ? windowByHeight(
        chosen,
        { count: items.length, heightOf: at => (startsGroup(items, at) ? 2 : 1) },
        GROUPED_ROWS,
      )
    : listWindow(chosen, items.length, MENU_ROWS)

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
