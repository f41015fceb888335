import type { Behavior } from '../../protocol/permission.ts'
import type { SettingsLayer } from '../../protocol/settings.ts'
import type { JsoncSpan } from './jsonc.ts'

type Lists = Partial<Record<Behavior, number[]>>

/** Notes where rules stand while the text is read; lines are counted only when somebody asks and there are rules. */
export const createRuleLines = (text: string) => {
  const offsets: Lists = {}
  return {
    visit(path: readonly string[], span: JsoncSpan): void {
      const [part, list] = path
      if (path.length !== 3 || part !== 'permissions' || !isBehavior(list)) return
      const items = offsets[list] ?? []
      offsets[list] = items
      items.push(span.from)
    },
    lines(): Pick<SettingsLayer, 'ruleLines'> {
      const lists = Object.entries(offsets)
      if (lists.length === 0) return {}
      return { ruleLines: Object.fromEntries(lists.map(([list, items]) => [list, linesOf(text, items)])) }
    },
  }
}

const isBehavior = (word: string | undefined): word is Behavior =>
  word === 'allow' || word === 'ask' || word === 'deny'

/** One pass: offsets of one list rise. */
const linesOf = (text: string, offsets: readonly number[]): readonly number[] => {
  let line = 1
  let at = 0
  return offsets.map(offset => {
    for (let end = text.indexOf('\n', at); end >= 0 && end < offset; end = text.indexOf('\n', at)) {
      line++
      at = end + 1
    }
    return line
  })
}
