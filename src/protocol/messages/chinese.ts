import { fill } from './area.ts'
import { accountText } from './cli/accounts.ts'
import { answerText } from './cli/answers.ts'
import { argumentText } from './cli/arguments.ts'
import { bisectText } from './cli/bisect.ts'
import { cliText } from './cli/cli.ts'
import { commandText } from './cli/commands.ts'
import { compatibilityText } from './cli/compatibility.ts'
import { compatibilityReasonText } from './cli/compatibility-reasons.ts'
import { demoText } from './cli/demo.ts'
import { doctorText } from './cli/doctor.ts'
import { doctorEnvironmentText } from './cli/doctor-environment.ts'
import { doctorPolicyText } from './cli/doctor-policy.ts'
import { evalTaskText } from './cli/eval-tasks.ts'
import { evalText } from './cli/evals.ts'
import { fileFieldText } from './cli/file-fields.ts'
import { fleetText } from './cli/fleet.ts'
import { linkText } from './cli/links.ts'
import { noteText } from './cli/notes.ts'
import { pluginOutput } from './cli/plugin-output.ts'
import { profileText } from './cli/profiles.ts'
import { prCommandText } from './cli/pull-requests.ts'
import { codeReviewText } from './cli/reviews.ts'
import { runningText } from './cli/running.ts'
import { storedText } from './cli/session-output.ts'
import { sessionCommandText } from './cli/sessions.ts'
import { surveyText } from './cli/survey.ts'
import { systemText } from './cli/system.ts'
import { terminalText } from './cli/terminal.ts'
import { updateText } from './cli/update.ts'
import { usageText } from './cli/usage.ts'
import { workflowFileText } from './cli/workflow-files.ts'
import { cloudAnswer } from './commands/cloud-setup.ts'
import { codeAnswer } from './commands/code.ts'
import { commandArgumentText } from './commands/command-arguments.ts'
import { contextAnswer } from './commands/context.ts'
import { conversationAnswer } from './commands/conversation.ts'
import { extensionsAnswer } from './commands/extensions.ts'
import { helpAnswer } from './commands/help.ts'
import { importText } from './commands/imports.ts'
import { commandListText } from './commands/list.ts'
import { memoryAnswer } from './commands/memory.ts'
import { notHereText } from './commands/not-here.ts'
import { permissionsAnswer } from './commands/permissions.ts'
import { pluginAnswer } from './commands/plugins.ts'
import { releaseNotesText } from './commands/release-notes.ts'
import { reviewAnswer } from './commands/reviews.ts'
import { ruleCheckAnswer } from './commands/rule-checks.ts'
import { setupAnswer } from './commands/setup.ts'
import { spendingAnswer } from './commands/spending.ts'
import { cellText } from './commands/table-cells.ts'
import { tourText } from './commands/tour.ts'
import { usageAnswer } from './commands/usage.ts'
import { workAnswer } from './commands/work.ts'
import { workflowAnswer } from './commands/workflows.ts'
import { afterEditText } from './engine/after-edit.ts'
import { agentText } from './engine/agents.ts'
import { asideText } from './engine/asides.ts'
import { assistantText } from './engine/assistant.ts'
import { branchText } from './engine/branches.ts'
import { budgetText } from './engine/budgets.ts'
import { channelText } from './engine/channels.ts'
import { claimText } from './engine/claims.ts'
import { contextText } from './engine/context.ts'
import { editorText } from './engine/editor.ts'
import { editText } from './engine/edits.ts'
import { extensionFileText } from './engine/extension-files.ts'
import { extensionText } from './engine/extensions.ts'
import { goalText } from './engine/goals.ts'
import { hookText } from './engine/hooks.ts'
import { instructionText } from './engine/instructions.ts'
import { languageServerText } from './engine/language-servers.ts'
import { memoryText } from './engine/memory.ts'
import { modelText as modelChoiceText } from './engine/model-choice.ts'
import { monitorText } from './engine/monitors.ts'
import { peerText } from './engine/peers.ts'
import { planText } from './engine/plan.ts'
import { pullRequestText } from './engine/pull-requests.ts'
import { remoteHostText } from './engine/remote-host.ts'
import { ruleCheckText } from './engine/rule-checks.ts'
import { scheduleText } from './engine/schedules.ts'
import { sdkHostText } from './engine/sdk-host.ts'
import { serverText } from './engine/servers.ts'
import { settingsText as settingsChangeText } from './engine/settings-changes.ts'
import { skillText } from './engine/skills.ts'
import { taskText } from './engine/tasks.ts'
import { teamText } from './engine/teams.ts'
import { tryFirstText } from './engine/try-first.ts'
import { turnText } from './engine/turn.ts'
import { limitText } from './engine/usage-limits.ts'
import { workflowText } from './engine/workflows.ts'
import { worktreeText } from './engine/worktrees.ts'
import { acpText } from './host/acp.ts'
import { cacheText } from './host/cache.ts'
import { credentialText } from './host/credentials.ts'
import { fileFlagText } from './host/file-flag.ts'
import { fileHistoryText } from './host/file-history.ts'
import { accessText } from './host/model-access.ts'
import { featureText } from './host/model-features.ts'
import { streamText } from './host/model-streams.ts'
import { modelText } from './host/models.ts'
import { openingText } from './host/opening.ts'
import { styleText } from './host/output-styles.ts'
import { packText } from './host/pack.ts'
import { pluginFileText } from './host/plugin-files.ts'
import { partText } from './host/plugin-parts.ts'
import { pluginText } from './host/plugins.ts'
import { policyText } from './host/policy.ts'
import { providerText } from './host/providers.ts'
import { recordingText } from './host/recordings.ts'
import { remoteText } from './host/remote.ts'
import { resumingText } from './host/resuming.ts'
import { serveText } from './host/serve.ts'
import { serverConfigText } from './host/server-config.ts'
import { sessionText } from './host/sessions.ts'
import { settingsText } from './host/settings.ts'
import { settingsWriteText } from './host/settings-writes.ts'
import { storedFileText } from './host/stored-files.ts'
import { telemetryText } from './host/telemetry.ts'
import { voiceText } from './host/voice.ts'
import { layoutText } from './layout.ts'
import type { Localize } from './localized-text.ts'
import { allowListText } from './permissions/allow-list.ts'
import { callText } from './permissions/calls.ts'
import { decisionText } from './permissions/decisions.ts'
import { denialText } from './permissions/denials.ts'
import { explainText } from './permissions/explain.ts'
import { permissionText } from './permissions/permissions.ts'
import { questionText } from './permissions/questions.ts'
import { lookText } from './permissions/read-only-commands.ts'
import { reviewText } from './permissions/review.ts'
import { ruleText } from './permissions/rules.ts'
import { runByText } from './permissions/run-by.ts'
import { sandboxText } from './permissions/sandbox.ts'
import { sandboxSettingText } from './permissions/sandbox-settings.ts'
import { shellText } from './permissions/shell.ts'
import { toolQuestion } from './permissions/tool-questions.ts'
import { lineText } from './plain.ts'
import { localizeTable, TABLE_ID } from './table.ts'
import { toolsText } from './tools.ts'

/** Every area of the catalogue. The build takes the English out of what is imported here, and the Chinese out of the rest. */
const AREAS: readonly {
  readonly area: string
  readonly rows: Readonly<Record<string, { readonly zh: string }>>
}[] = [
  layoutText,
  lineText,
  skillText,
  ruleCheckText,
  remoteHostText,
  hookText,
  serverText,
  tryFirstText,
  turnText,
  claimText,
  contextText,
  budgetText,
  modelText,
  modelChoiceText,
  memoryText,
  monitorText,
  instructionText,
  goalText,
  assistantText,
  limitText,
  linkText,
  profileText,
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
  prCommandText,
  pullRequestText,
  scheduleText,
  settingsText,
  settingsChangeText,
  extensionText,
  editorText,
  sdkHostText,
  afterEditText,
  languageServerText,
  cliText,
  noteText,
  answerText,
  argumentText,
  bisectText,
  accountText,
  commandText,
  sessionCommandText,
  runningText,
  storedText,
  surveyText,
  updateText,
  usageText,
  denialText,
  decisionText,
  demoText,
  pluginOutput,
  packText,
  partText,
  doctorText,
  evalText,
  fleetText,
  evalTaskText,
  fileFieldText,
  pluginFileText,
  serverConfigText,
  extensionFileText,
  workflowFileText,
  codeReviewText,
  doctorEnvironmentText,
  doctorPolicyText,
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
  importText,
  commandArgumentText,
  commandListText,
  tourText,
  usageAnswer,
  cloudAnswer,
  contextAnswer,
  conversationAnswer,
  codeAnswer,
  extensionsAnswer,
  ruleCheckAnswer,
  helpAnswer,
  memoryAnswer,
  notHereText,
  permissionsAnswer,
  pluginAnswer,
  setupAnswer,
  spendingAnswer,
  workAnswer,
  reviewAnswer,
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
  voiceText,
  serveText,
  remoteText,
  fileFlagText,
  releaseNotesText,
  fileHistoryText,
  acpText,
  pluginText,
  policyText,
  styleText,
  systemText,
  terminalText,
  cacheText,
  compatibilityText,
  compatibilityReasonText,
]

const TEMPLATES: ReadonlyMap<string, string> = new Map(
  AREAS.flatMap(({ area, rows }) =>
    Object.entries(rows).map(([row, { zh }]) => [`${area}.${row}`, zh] as const),
  ),
)

/** A text of a newer program, whose row is not known here, stays English. */
export const inChinese: Localize = text => {
  if (typeof text === 'string') return text
  if (text.id === TABLE_ID) return localizeTable(text, inChinese)
  const template = text.zh ?? TEMPLATES.get(text.id)
  return template === undefined
    ? text.text
    : fill(template, text.values, { localize: inChinese, language: 'zh' })
}
