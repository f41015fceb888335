import type { Item } from '../state/item.ts'
import type { Line } from '../terminal/screen-port.ts'
import type { AgentGroup } from './agent-group.ts'
import type { Group } from './groups.ts'
import { isFinished, renderItem } from './render-item.ts'
import type { View } from './render-options.ts'

interface Made {
  readonly lines: readonly Line[]
  readonly view: View
}

/** Of a reply that is not at its turn yet, so much is shown. */
const MAX_CHARS = 8_000

/** Lines of finished items that cannot be printed yet: they stand in every frame and are made once. */
export const createTailCache = () => {
  const made = new WeakMap<Item, Made>()
  return {
    lines: (item: Item | Group | AgentGroup, view: View): readonly Line[] => {
      if (item.kind === 'group' || item.kind === 'agents') return renderItem(item, view)
      if (item.kind === 'assistant' && !item.ended && item.text.length > MAX_CHARS)
        return renderItem({ ...item, text: item.text.slice(-MAX_CHARS) }, view)
      if (!isFinished(item)) return renderItem(item, view)
      const known = made.get(item)
      if (known && looksAlike(known.view, view)) return known.lines
      const lines = renderItem(item, view)
      if (!view.rich?.busy) made.set(item, { lines, view })
      return lines
    },
  }
}

const looksAlike = (a: View, b: View): boolean =>
  a.width === b.width &&
  a.theme === b.theme &&
  a.words === b.words &&
  a.verbose === b.verbose &&
  a.focus === b.focus &&
  a.brief === b.brief &&
  a.plain === b.plain &&
  a.rich === b.rich &&
  a.hyperlinks === b.hyperlinks &&
  a.references === b.references &&
  a.cwd === b.cwd
