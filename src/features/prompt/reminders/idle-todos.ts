import { escapeLine } from '../../../lib/escape-text.ts'
import type { AttachmentSource } from '../../../protocol/attachment.ts'
import type { PromptContent } from '../content.ts'

/** Rounds without a change of the list before it is brought to mind. */
const IDLE_ROUNDS = 10
const MAX_ITEMS = 20
const MAX_ITEM = 200

/** Brings the to-do list back to mind when it has been left alone. `list` returns the same array until it is written. */
export const idleTodos = (list: () => unknown, content: () => PromptContent): AttachmentSource => {
  let last = list()
  let idle = 0
  return {
    name: 'todos',
    collect({ when }) {
      const now = list()
      if (now !== last) {
        last = now
        idle = 0
        return []
      }
      if (when === 'turn') return []
      idle += 1
      if (idle < IDLE_ROUNDS) return []
      idle = 0
      const open = openItems(now)
      if (open.length === 0) return []
      const { todo: words } = content()
      const lines = open.slice(0, MAX_ITEMS).map(item => `- ${escapeLine(item, MAX_ITEM)}`)
      const more = open.length > MAX_ITEMS ? [words.more(open.length - MAX_ITEMS)] : []
      return [{ kind: 'todo_reminder', text: [words.heading, ...lines, ...more].join('\n') }]
    },
  }
}

/** The list of a resumed session is whatever its file holds. */
const openItems = (list: unknown): readonly string[] =>
  (Array.isArray(list) ? (list as readonly unknown[]) : []).flatMap(item => {
    const { content, status } = (item ?? {}) as { readonly content?: unknown; readonly status?: unknown }
    return typeof content === 'string' && status !== 'completed' ? [content] : []
  })
