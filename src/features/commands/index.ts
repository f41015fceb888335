import type { Command } from '../../protocol/command.ts'
import { cacheCommand } from './context/cache.ts'
import { autocompactCommand, compactCommand, snipCommand } from './context/compaction.ts'
import { contextCommand, filesCommand } from './context/context.ts'
import { dreamCommand, memoryCommand } from './context/memory.ts'
import { budgetCommand, costCommand, insightsCommand } from './context/spending.ts'
import { btwCommand, copyCommand, recapCommand } from './conversation/answers.ts'
import { branchCommand, forkCommand, subtaskCommand, treeCommand } from './conversation/branches.ts'
import { rewindCommand } from './conversation/rewind.ts'
import { clearCommand, renameCommand, resumeCommand, tagCommand } from './conversation/sessions.ts'
import { exportCommand, remoteControlCommand, shareCommand } from './conversation/sharing.ts'
import { debugCommand } from './help/debug.ts'
import { exitCommand, helpCommand, releaseNotesCommand } from './help/help.ts'
import { powerupCommand } from './help/powerup.ts'
import { feedbackCommand, heapdumpCommand } from './help/reports.ts'
import { doctorCommand, statusCommand } from './help/status.ts'
import { envCommand, versionCommand } from './help/version.ts'
import { hooksCommand } from './permissions/hooks.ts'
import { rulesCommand } from './permissions/rule-checks.ts'
import { fewerPromptsCommand, permissionsCommand } from './permissions/rules.ts'
import { addDirCommand, sandboxCommand } from './permissions/sandbox.ts'
import { pluginAuthoringCommand, workflowAuthoringCommand } from './setup/authoring.ts'
import { autoModeSetupCommand } from './setup/auto-mode-setup.ts'
import { setupBedrockCommand, setupVertexCommand } from './setup/cloud.ts'
import { configCommand } from './setup/config.ts'
import { statuslineCommand, updateConfigCommand } from './setup/config-prompts.ts'
import { extensionsCommand } from './setup/extensions.ts'
import { installGithubAppCommand } from './setup/github-app.ts'
import { ideCommand } from './setup/ide.ts'
import { mcpCommand } from './setup/mcp.ts'
import { advisorCommand, effortCommand, fastCommand, modelCommand, thinkingCommand } from './setup/model.ts'
import { importCommand, pluginCommand, reloadPluginsCommand } from './setup/plugins.ts'
import { profileCommand } from './setup/profile.ts'
import { loginCommand, logoutCommand } from './setup/sign-in.ts'
import { agentsCommand, reloadSkillsCommand, skillsCommand } from './setup/skills-and-agents.ts'
import { outputStyleCommand, themeCommand } from './setup/styles.ts'
import { keybindingsCommand, terminalSetupCommand } from './setup/terminal.ts'
import {
  briefCommand,
  buddyCommand,
  colorCommand,
  focusCommand,
  verboseCommand,
  vimCommand,
  voiceCommand,
} from './setup/view.ts'
import { batchCommand } from './work/batch.ts'
import { bisectCommand } from './work/bisect.ts'
import { browserCommand } from './work/browser.ts'
import { codeCommand } from './work/code.ts'
import { deepResearchCommand } from './work/deep-research.ts'
import { cdCommand, diffCommand } from './work/directory.ts'
import { commitCommand, prCommand } from './work/git.ts'
import { goalCommand } from './work/goal.ts'
import { listAgentsCommand } from './work/list-agents.ts'
import { loopCommand } from './work/loop.ts'
import { assistantCommand, coordinatorCommand, planCommand } from './work/modes.ts'
import { initCommand, skillifyCommand } from './work/project.ts'
import { autofixPrCommand, prCommentsCommand } from './work/pull-requests.ts'
import { reviewCommand, securityReviewCommand, simplifyCommand, verifyCommand } from './work/review.ts'
import { runCommand, runSkillGeneratorCommand } from './work/run-project.ts'
import { scheduleCommand } from './work/schedule.ts'
import { scriptCommand } from './work/script.ts'
import { backgroundCommand, stopCommand, tasksCommand, todosCommand } from './work/tasks.ts'
import { teamOnboardingCommand } from './work/team-onboarding.ts'
import { ultraplanCommand } from './work/ultraplan.ts'
import { ultrareviewCommand } from './work/ultrareview.ts'
import { workflowCommand } from './work/workflow.ts'

/** Every command a person can type, in the order of /help and of completion. */
export const COMMANDS: readonly Command[] = [
  helpCommand,
  statusCommand,
  clearCommand,
  compactCommand,
  autocompactCommand,
  contextCommand,
  cacheCommand,
  costCommand,
  budgetCommand,
  memoryCommand,
  dreamCommand,
  modelCommand,
  advisorCommand,
  profileCommand,
  effortCommand,
  thinkingCommand,
  fastCommand,
  configCommand,
  loginCommand,
  logoutCommand,
  themeCommand,
  permissionsCommand,
  rulesCommand,
  bisectCommand,
  planCommand,
  resumeCommand,
  rewindCommand,
  branchCommand,
  forkCommand,
  subtaskCommand,
  treeCommand,
  renameCommand,
  remoteControlCommand,
  exportCommand,
  copyCommand,
  recapCommand,
  btwCommand,
  diffCommand,
  todosCommand,
  tasksCommand,
  stopCommand,
  backgroundCommand,
  initCommand,
  reviewCommand,
  securityReviewCommand,
  simplifyCommand,
  addDirCommand,
  cdCommand,
  sandboxCommand,
  fewerPromptsCommand,
  statuslineCommand,
  keybindingsCommand,
  terminalSetupCommand,
  vimCommand,
  verboseCommand,
  focusCommand,
  briefCommand,
  colorCommand,
  doctorCommand,
  debugCommand,
  releaseNotesCommand,
  exitCommand,
  outputStyleCommand,
  snipCommand,
  buddyCommand,
  voiceCommand,
  shareCommand,
  tagCommand,
  commitCommand,
  prCommand,
  verifyCommand,
  loopCommand,
  goalCommand,
  assistantCommand,
  coordinatorCommand,
  ultraplanCommand,
  workflowCommand,
  batchCommand,
  deepResearchCommand,
  ultrareviewCommand,
  runCommand,
  runSkillGeneratorCommand,
  prCommentsCommand,
  autofixPrCommand,
  scheduleCommand,
  teamOnboardingCommand,
  updateConfigCommand,
  autoModeSetupCommand,
  pluginAuthoringCommand,
  workflowAuthoringCommand,
  installGithubAppCommand,
  setupBedrockCommand,
  setupVertexCommand,
  powerupCommand,
  versionCommand,
  envCommand,
  skillifyCommand,
  scriptCommand,
  skillsCommand,
  agentsCommand,
  listAgentsCommand,
  reloadSkillsCommand,
  hooksCommand,
  mcpCommand,
  codeCommand,
  ideCommand,
  browserCommand,
  filesCommand,
  insightsCommand,
  feedbackCommand,
  heapdumpCommand,
  extensionsCommand,
  reloadPluginsCommand,
  pluginCommand,
  importCommand,
]
