import { Box, Text } from 'ink'
import type { ReactNode } from 'react'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import { markMatches, patternOf } from '../transcript/mark-matches.ts'
import { safeLine } from '../transcript/safe-text.ts'
import { type Press, type Ui, useUi } from '../ui/ui.ts'
import { useKeys } from '../ui/use-keys.ts'
import { type Live, useLive } from '../ui/use-live.ts'
import { Lines } from './lines.tsx'
import { scrollTo } from './scroll-keys.ts'
import type { ScrollLinesProps } from './widget-props.ts'

/** More lines than fit, to be scrolled. */
export const ScrollLines = (props: ScrollLinesProps): ReactNode => {
  const ui = useUi()
  const view = useLive<ScrollState>(() => ({
    from: props.fromEnd ? Number.MAX_SAFE_INTEGER : (props.start ?? 0),
    query: '',
    typing: false,
    found: true,
  }))
  const { lines, rows, keys = 'all' } = props
  const last = Math.max(0, lines.length - rows)
  useKeys('Scroll', press => takeKey(press, { props, last, view }), {
    active: props.active !== false,
    // Letters scroll and search where nothing can be answered.
    takesText: () => keys === 'all',
  })
  const { query } = view.shown
  const from = Math.min(view.shown.from, last)
  const shown = lines.slice(from, from + rows)
  const pattern = query === '' ? undefined : patternOf(query)
  const below = last > 0 || view.shown.typing || query !== ''
  return (
    <Box flexDirection="column">
      <Lines lines={pattern ? shown.map(line => markMatches(line, pattern, ui.theme)) : shown} />
      {below ? (
        <Text wrap="truncate">{statusLine(ui, view.shown, { from, rows, count: lines.length, keys })}</Text>
      ) : null}
    </Box>
  )
}

interface ScrollState {
  readonly from: number
  readonly query: string
  /** The words to look for are being typed. */
  readonly typing: boolean
  readonly found: boolean
}

interface Held {
  readonly props: ScrollLinesProps
  readonly last: number
  readonly view: Live<ScrollState>
}

const takeKey = (press: Press, held: Held): boolean => {
  const { props, last, view } = held
  const now = view.now()
  if (now.typing) return typeQuery(press, held)
  const from = Math.min(now.from, last)
  const to = scrollTo(press, { from, rows: props.rows, last }, props.keys)
  if (to !== undefined) {
    view.set({ ...now, from: to })
    return true
  }
  if (props.keys === 'pages') return false
  const typed = press.key?.text
  if (typed === '/') {
    view.set({ ...now, query: '', typing: true, found: true })
    return true
  }
  if (now.query !== '' && (typed === 'n' || typed === 'N')) {
    const step = typed === 'n' ? 1 : -1
    look(held, { ...now, from }, { from: from + step, step })
    return true
  }
  if (press.key?.name !== 'escape' && typed !== 'q') return false
  if (now.query !== '') view.set({ ...now, query: '' })
  else if (props.onCancel) props.onCancel()
  else return false
  return true
}

const typeQuery = ({ key, paste }: Press, held: Held): boolean => {
  const { view } = held
  const now = view.now()
  const search = (query: string): void =>
    look(held, { ...now, query }, { from: Math.min(now.from, held.last), step: 1 })
  if (paste !== undefined) search(now.query + paste.replaceAll(/\s+/g, ' '))
  else if (key?.name === 'enter') view.set({ ...now, typing: false })
  else if (key?.name === 'escape') view.set({ ...now, typing: false, query: '', found: true })
  else if (key?.name === 'backspace') search([...now.query].slice(0, -1).join(''))
  else if (key && key.text !== '') search(now.query + key.text)
  else return false
  return true
}

const look = (
  { props, last, view }: Held,
  now: ScrollState,
  where: { readonly from: number; readonly step: 1 | -1 },
): void => {
  const at = findLine(props.lines, now.query, where)
  const found = at !== undefined || now.query === ''
  view.set({ ...now, found, from: at === undefined ? now.from : Math.min(last, at) })
}

const statusLine = (
  { theme, words }: Ui,
  { query, typing, found }: ScrollState,
  at: {
    readonly from: number
    readonly rows: number
    readonly count: number
    readonly keys: 'all' | 'pages'
  },
): string => {
  const end = Math.min(at.count, at.from + at.rows)
  const place = theme.paint('dim', `${at.from + 1}–${end} / ${at.count}${end < at.count ? ' ↓' : ''}`)
  if (typing || query !== '') {
    const mark = typing ? theme.paint('accent', '/') : theme.paint('dim', '/')
    const missing = found ? '' : ` ${theme.paint('warn', words.dialogs.notFound)}`
    return `${mark}${safeLine(query)}${missing}  ${place}`
  }
  return at.keys === 'pages' ? `${place} ${theme.paint('dim', words.dialogs.pageHint)}` : place
}

/** The next line that holds the words, from `from` on in the direction, round the end; undefined when none does. */
export const findLine = (
  lines: readonly string[],
  query: string,
  { from, step }: { readonly from: number; readonly step: 1 | -1 },
): number | undefined => {
  if (query === '' || lines.length === 0) return undefined
  const wanted = query.toLowerCase()
  for (let tried = 0; tried < lines.length; tried++) {
    const at = (((from + tried * step) % lines.length) + lines.length) % lines.length
    if (
      stripAnsi(lines[at] ?? '')
        .toLowerCase()
        .includes(wanted)
    )
      return at
  }
  return undefined
}
