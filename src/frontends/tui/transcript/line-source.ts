import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import type { Item } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import { gapBefore, isFinished, renderItem } from './render-item.ts'
import type { View } from './render-options.ts'

/** Gives the lines of items for one width; each finished item is made into lines once. */
export interface LineSource {
  /** With the empty line before it, where one belongs. */
  lines(
    item: Item,
    place: { readonly previous: Item['kind'] | undefined; readonly showAll: boolean },
  ): readonly Line[]
  /** It may hold what is searched for: cheap, and without making lines. */
  mentions(item: Item, pattern: RegExp): boolean
}

interface Made {
  readonly lines: readonly Line[]
  /** What it stood behind, by which it has an empty line before it or not. */
  readonly previous: Item['kind'] | undefined
}

export const createLineSource = (view: View): LineSource => {
  const folded = new WeakMap<Item, Made>()
  const unfolded = new WeakMap<Item, Made>()
  return {
    lines: (item, { previous, showAll }) => {
      const known = (showAll ? unfolded : folded).get(item)
      if (known && known.previous === previous) return known.lines
      const lines = renderItem(item, { ...view, verbose: showAll })
      const made = lines.length > 0 && gapBefore(previous, item) ? ['', ...lines] : lines
      if (isFinished(item) && !view.rich?.busy)
        (showAll ? unfolded : folded).set(item, { lines: made, previous })
      return made
    },
    mentions: (item, pattern) => textsOf(item).some(text => text.search(pattern) >= 0),
  }
}

const textsOf = (item: Item): readonly string[] => {
  switch (item.kind) {
    case 'banner':
      return item.lines
    case 'tool':
      return [item.name, item.text ?? '', item.progress?.text ?? '', JSON.stringify(item.input) ?? '']
    case 'command':
      return [item.command, inEnglish(item.text)]
    case 'shell':
      return [item.command, item.output]
    case 'agent':
      return [item.name]
    case 'mention':
      return [item.mention.name]
    case 'ending':
      return item.cause.kind === 'message' ? [inEnglish(item.cause.text)] : []
    default:
      return [inEnglish(item.text)]
  }
}
