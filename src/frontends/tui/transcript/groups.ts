import { truncateAnsi } from '../../../lib/ansi-text.ts'
import { type Folded, foldsAs, foldsOnlyLooks } from '../state/call-kind.ts'
import type { Item, ToolItem } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import { callName, callSubject, linkedSubject } from './call-title.ts'
import { hang } from './hang.ts'
import type { View } from './render-options.ts'

/** Calls in a row that only looked at things, folded into one. */
export interface Group {
  readonly kind: 'group'
  readonly calls: readonly ToolItem[]
  /** Spent thinking between them. */
  readonly thoughtMs: number
}

const foldOf = (item: Item): Folded | undefined => {
  if (item.kind !== 'tool' || item.state !== 'done' || item.asked) return undefined
  const folded = foldsAs(item.presentation)
  return folded !== undefined && foldsOnlyLooks(folded) && !item.look ? undefined : folded
}

/** A finished call that may become part of a group with what comes after it. */
export const isFoldable = (item: Item): boolean => foldOf(item) !== undefined

/** Thoughts between two folded calls are folded with them. */
export const isBridge = (item: Item): boolean => item.kind === 'thinking' && item.ended

/** Items with those folded that belong together. A call that stands alone stays as it is. */
export const groupItems = (items: readonly Item[]): readonly (Item | Group)[] => {
  const grouped: (Item | Group)[] = []
  for (let at = 0; at < items.length; ) {
    const end = groupEnd(items, at)
    const members = items.slice(at, end)
    const calls = members.filter(item => item.kind === 'tool')
    if (calls.length > 1) grouped.push({ kind: 'group', calls, thoughtMs: thoughtIn(members) })
    else for (const item of members) grouped.push(item)
    at = end
  }
  return grouped
}

/** Where the group that begins at `from` ends; one behind it when there is none. */
export const groupEnd = (items: readonly Item[], from: number): number => {
  const first = items[from]
  if (!first || !isFoldable(first)) return from + 1
  let end = from + 1
  for (let at = from + 1; at < items.length; at++) {
    const item = items[at]
    if (item && isFoldable(item)) end = at + 1
    else if (!item || !isBridge(item)) break
  }
  return end
}

const thoughtIn = (items: readonly Item[]): number =>
  items.reduce((sum, item) => (item.kind === 'thinking' ? sum + (item.ms ?? 0) : sum), 0)

export const renderGroup = ({ calls, thoughtMs }: Group, view: View): readonly Line[] => {
  const { transcript } = view.words
  const of = (kind: Folded): readonly ToolItem[] => calls.filter(call => foldOf(call) === kind)
  const files = new Set(of('read').map(call => callSubject(call, view)))
  const [searches, commands, asked] = [of('search').length, of('command').length, of('server').length]
  const parts = [
    ...(files.size > 0 ? [transcript.groupRead(files.size)] : []),
    ...(searches > 0 ? [transcript.groupSearched(searches)] : []),
    ...(commands > 0 ? [transcript.groupRan(commands)] : []),
    ...(asked > 0 ? [transcript.groupAsked(asked)] : []),
    ...(thoughtMs >= 1_000 ? [transcript.groupThought(thoughtMs)] : []),
  ]
  const text = transcript.groupParts(parts)
  const title = text.charAt(0).toUpperCase() + text.slice(1)
  const mark = view.plain ? '' : `${view.theme.paint('good', '●')} `
  const names = calls.map(call => nameOf(call, view))
  return [
    ...hang({ mark }, view, ({ width }) => [truncateAnsi(title, width)]),
    ...hang({ mark: view.plain ? '  ' : view.theme.paint('dim', '  └ ') }, view, ({ width, theme }) => [
      truncateAnsi(theme.paint('dim', [...new Set(names)].join(', ')), width),
    ]),
  ]
}

/** What was looked at; of a server's tool also which one it was. */
const nameOf = (call: ToolItem, view: View): string => {
  const about = linkedSubject(call, view)
  return foldOf(call) === 'server' ? `${callName(call, view)} ${about}`.trim() : about
}
