import { agentText } from './agents.ts'

import { allowListText } from './allow-list.ts'
import { fill } from './area.ts'
import { asideText } from './asides.ts'
import { assistantText } from './assistant.ts'
import { branchText } from './branches.ts'
import { budgetText } from './budgets.ts'
import { callText } from './calls.ts'
import { channelText } from './channels.ts'
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
import { contextText } from './context.ts'
import { cliText } from './cli.ts'
import { accountText } from './cli-accounts.ts'
import { commandText } from './cli-commands.ts'
import { sessionCommandText } from './cli-sessions.ts'
import { updateText } from './cli-update.ts'
import { usageText } from './cli-usage.ts'
import { decisionText } from './decisions.ts'
import { denialText } from './denials.ts'
import { doctorText } from './doctor.ts'
import { doctorEnvironmentText } from './doctor-environment.ts'
import { editorText } from './editor.ts'
import { editText } from './edits.ts'
import { extensionText } from './extensions.ts'
import { goalText } from './goals.ts'
import { hookText } from './hooks.ts'
import { languageServerText } from './language-servers.ts'
import { layoutText } from './layout.ts'
import type { Localize } from './localized-text.ts'
import { memoryText } from './memory.ts'
import { modelText as modelChoiceText } from './model-choice.ts'
import { peerText } from './peers.ts'
import { ruleText } from './permission-rules.ts'
import { permissionText } from './permissions.ts'
import { explainText } from './permissions-explain.ts'
import { shellText } from './permissions-shell.ts'
import { planText } from './plan.ts'
import { questionText } from './questions.ts'
import { lookText } from './read-only-commands.ts'
import { reviewText } from './review.ts'
import { runByText } from './run-by.ts'
import { sandboxText } from './sandbox.ts'
import { sandboxSettingText } from './sandbox-settings.ts'
import { scheduleText } from './schedules.ts'
import { sdkHostText } from './sdk-host.ts'
import { serverText } from './servers.ts'
import { settingsText as settingsChangeText } from './settings-changes.ts'
import { skillText } from './skills.ts'
import { localizeTable, TABLE_ID } from './table.ts'
import { cellText } from './table-cells.ts'
import { taskText } from './tasks.ts'
import { teamText } from './teams.ts'
import { toolsText } from './tools.ts'
import { toolQuestion } from './tool-questions.ts'
import { turnText } from './turn.ts'
import { workflowText } from './workflows.ts'
import { worktreeText } from './worktrees.ts'
import { credentialText } from './credentials.ts'
import { accessText } from './model-access.ts'
import { featureText } from './model-features.ts'
import { streamText } from './model-streams.ts'
import { modelText } from './models.ts'
import { openingText } from './opening.ts'
import { providerText } from './providers.ts'
import { recordingText } from './recordings.ts'
import { remoteText } from './remote.ts'
import { resumingText } from './resuming.ts'
import { serveText } from './serve.ts'
import { sessionText } from './sessions.ts'
import { settingsText } from './settings.ts'
import { settingsWriteText } from './settings-writes.ts'
import { storedFileText } from './stored-files.ts'
import { telemetryText } from './telemetry.ts'


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
  modelChoiceText,
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
  settingsChangeText,
  extensionText,
  editorText,
  sdkHostText,
  languageServerText,
  cliText,
  accountText,
  commandText,
  sessionCommandText,
  updateText,
  usageText,
  denialText,
  decisionText,
  doctorText,
  doctorEnvironmentText,
  sandboxSettingText,
  allowListText,
  callText,
  ruleText,
  explainText,
  shellText,
  permissionText,
  questionText,
  lookText,
  reviewText,
  runByText,
  sandboxText,
  toolQuestion,
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
  toolsText,
  streamText,
  accessText,
  featureText,
  providerText,
  credentialText,
  recordingText,
  openingText,
  sessionText,
  resumingText,
  telemetryText,
  settingsWriteText,
  storedFileText,
  serveText,
  remoteText,
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
    if (text.id === TABLE_ID) return localizeTable(text, localize)
    const template = TEMPLATES.get(text.id)
    return template === undefined ? text.text : fill(template, text.values, { localize, language: 'zh' })
  }
  return localize
}

export const inChinese: Localize = chineseWith(text => text)
