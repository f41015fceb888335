import type { Press } from '../ui/ui.ts'

export interface ScrollPosition {
  /** The first row that is shown. */
  readonly from: number
  readonly rows: number
  /** The largest `from`. */
  readonly last: number
}

const MOVES: Readonly<Record<string, (place: ScrollPosition) => number>> = {
  'scroll:lineUp': ({ from }) => from - 1,
  'scroll:lineDown': ({ from }) => from + 1,
  'scroll:halfPageUp': ({ from, rows }) => from - Math.ceil(rows / 2),
  'scroll:halfPageDown': ({ from, rows }) => from + Math.ceil(rows / 2),
  'scroll:pageUp': ({ from, rows }) => from - Math.max(1, rows - 1),
  'scroll:pageDown': ({ from, rows }) => from + Math.max(1, rows - 1),
  'scroll:top': () => 0,
  'scroll:bottom': ({ last }) => last,
}

/** Keys by name, where another context gave them another action. */
const BY_NAME: Readonly<Record<string, string>> = {
  up: 'scroll:lineUp',
  down: 'scroll:lineDown',
  pageup: 'scroll:pageUp',
  pagedown: 'scroll:pageDown',
  home: 'scroll:top',
  end: 'scroll:bottom',
}
const BY_PAGE: ReadonlySet<string> = new Set(['pageup', 'pagedown'])

/** The first row after a key; undefined when the key is about something else. */
export const scrollTo = (
  { key, action }: Press,
  place: ScrollPosition,
  keys: 'all' | 'pages' = 'all',
): number | undefined => {
  if (!key) return undefined
  const half = key.ctrl && action?.startsWith('scroll:') === true
  if (keys === 'pages' && !half && !BY_PAGE.has(key.name)) return undefined
  const known = action !== undefined && Object.hasOwn(MOVES, action) ? action : BY_NAME[key.name]
  const to = known === undefined ? undefined : MOVES[known]?.(place)
  return to === undefined ? undefined : Math.max(0, Math.min(place.last, to))
}
