import type { Press } from '../ui/ui.ts'

const PAGE = 10
const NEXT: ReadonlySet<string> = new Set(['select:next', 'confirm:next', 'messageSelector:down'])
const PREVIOUS: ReadonlySet<string> = new Set(['select:previous', 'confirm:previous', 'messageSelector:up'])
const ACCEPT: ReadonlySet<string> = new Set(['select:accept', 'messageSelector:select'])
const ENDS: Readonly<Record<string, number>> = {
  'messageSelector:top': Number.NEGATIVE_INFINITY,
  'messageSelector:bottom': Number.POSITIVE_INFINITY,
  'select:first': Number.NEGATIVE_INFINITY,
  'select:last': Number.POSITIVE_INFINITY,
  'select:pageUp': -PAGE,
  'select:pageDown': PAGE,
}

/**
 * How far a key moves the pointer of a list; without end: to its first or last row. The dialog around a list may read keys in a context of its own, so that
 * the action is not the list's: what everybody expects of a key by its name counts as well.
 */
export const stepOf = ({ key, action }: Press, filtering: boolean): number | undefined => {
  if (action !== undefined && NEXT.has(action)) return 1
  if (action !== undefined && PREVIOUS.has(action)) return -1
  if (action !== undefined && Object.hasOwn(ENDS, action)) return ENDS[action]
  if (!key) return undefined
  if (key.name === 'down' || (key.ctrl && key.name === 'n')) return 1
  if (key.name === 'up' || (key.ctrl && key.name === 'p')) return -1
  if (key.name === 'pagedown') return PAGE
  if (key.name === 'pageup') return -PAGE
  if (filtering || key.ctrl || key.alt) return undefined
  return key.text === 'j' ? 1 : key.text === 'k' ? -1 : undefined
}

export const isCancel = ({ key, action }: Press): boolean =>
  action === 'select:cancel' || key?.name === 'escape'

export const isAccept = ({ key, action }: Press): boolean =>
  (action !== undefined && ACCEPT.has(action)) ||
  (key?.name === 'enter' && !key.ctrl && !key.alt && !key.shift)
