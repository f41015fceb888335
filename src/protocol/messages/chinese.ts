import { agentText } from './agents.ts'
import { fill } from './area.ts'
import { asideText } from './asides.ts'
import { assistantText } from './assistant.ts'
import { branchText } from './branches.ts'
import { budgetText } from './budgets.ts'
import { channelText } from './channels.ts'
import { contextText } from './context.ts'
import { editorText } from './editor.ts'
import { editText } from './edits.ts'
import { extensionText } from './extensions.ts'
import { goalText } from './goals.ts'
import { hookText } from './hooks.ts'
import { languageServerText } from './language-servers.ts'
import { layoutText } from './layout.ts'
import type { Localize } from './localized-text.ts'
import { memoryText } from './memory.ts'
import { modelText } from './model-choice.ts'
import { peerText } from './peers.ts'
import { planText } from './plan.ts'
import { scheduleText } from './schedules.ts'
import { sdkHostText } from './sdk-host.ts'
import { serverText } from './servers.ts'
import { settingsText } from './settings-changes.ts'
import { skillText } from './skills.ts'
import { taskText } from './tasks.ts'
import { teamText } from './teams.ts'
import { turnText } from './turn.ts'
import { workflowText } from './workflows.ts'
import { worktreeText } from './worktrees.ts'

/** Every area of the catalogue. The build takes the English out of what is imported here, and the Chinese out of the rest. */
const AREAS: readonly {
  readonly area: string
  readonly rows: Readonly<Record<string, { readonly zh: string }>>
}[] = [
  layoutText,
  skillText,
  hookText,
  serverText,
  turnText,
  contextText,
  budgetText,
  modelText,
  memoryText,
  goalText,
  assistantText,
  editText,
  agentText,
  worktreeText,
  taskText,
  planText,
  asideText,
  branchText,
  teamText,
  workflowText,
  peerText,
  channelText,
  scheduleText,
  settingsText,
  extensionText,
  editorText,
  sdkHostText,
  languageServerText,
]

const TEMPLATES: ReadonlyMap<string, string> = new Map(
  AREAS.flatMap(({ area, rows }) =>
    Object.entries(rows).map(([row, { zh }]) => [`${area}.${row}`, zh] as const),
  ),
)

/**
 * In Chinese, with `foreign` for the strings inside. A text of a newer program, whose row is not known here, stays
 * English.
 */
export const chineseWith = (foreign: (text: string) => string): Localize => {
  const localize: Localize = text => {
    if (typeof text === 'string') return foreign(text)
    if (text.zh !== undefined) return text.zh
    const template = TEMPLATES.get(text.id)
    return template === undefined ? text.text : fill(template, text.values, { localize, language: 'zh' })
  }
  return localize
}

export const inChinese: Localize = chineseWith(text => text)
