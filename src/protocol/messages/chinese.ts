import { fill } from './area.ts'
import { commandListText } from './command-list.ts'
import { contextAnswer } from './commands-context.ts'
import { conversationAnswer } from './commands-conversation.ts'
import { extensionsAnswer } from './commands-extensions.ts'
import { helpAnswer } from './commands-help.ts'
import { memoryAnswer } from './commands-memory.ts'
import { permissionsAnswer } from './commands-permissions.ts'
import { pluginAnswer } from './commands-plugins.ts'
import { setupAnswer } from './commands-setup.ts'
import { spendingAnswer } from './commands-spending.ts'
import { usageAnswer } from './commands-usage.ts'
import { workAnswer } from './commands-work.ts'
import { workflowAnswer } from './commands-workflows.ts'
import { layoutText } from './layout.ts'
import type { Localize } from './localized-text.ts'
import { localizeTable, TABLE_ID } from './table.ts'
import { cellText } from './table-cells.ts'

interface AnyArea {
  readonly area: string
  readonly rows: Readonly<Record<string, { readonly zh: string }>>
}

/** Every area of the catalogue. The build takes the English out of what is imported here, and the Chinese out of the rest. */
const AREAS: readonly AnyArea[] = [
  layoutText,
  commandListText,
  usageAnswer,
  contextAnswer,
  conversationAnswer,
  extensionsAnswer,
  helpAnswer,
  memoryAnswer,
  permissionsAnswer,
  pluginAnswer,
  setupAnswer,
  spendingAnswer,
  workAnswer,
  workflowAnswer,
  cellText,
]

const TEMPLATES: ReadonlyMap<string, string> = new Map(
  AREAS.flatMap(({ area, rows }) =>
    Object.entries(rows).map(([row, { zh }]) => [`${area}.${row}`, zh] as const),
  ),
)

/** A text of a newer program, whose row is not known here, stays English. */
export const inChinese: Localize = text => {
  if (typeof text === 'string') return text
  if (text.zh !== undefined) return text.zh
  if (text.id === TABLE_ID) return localizeTable(text, inChinese)
  const template = TEMPLATES.get(text.id)
  return template === undefined
    ? text.text
    : fill(template, text.values, { localize: inChinese, language: 'zh' })
}
