import type { Command } from '../../protocol/command.ts'
import { addDirCommand } from './add-dir.ts'
import { autocompactCommand } from './autocompact.ts'
import { backgroundCommand } from './background.ts'
import { branchCommand } from './branch.ts'
import { briefCommand } from './brief.ts'
import { btwCommand } from './btw.ts'
import { budgetCommand } from './budget.ts'
import { cacheCommand } from './cache.ts'
import { cdCommand } from './cd.ts'
import { clearCommand } from './clear.ts'
import { colorCommand } from './color.ts'
import { compactCommand } from './compact.ts'
import { configCommand } from './config.ts'
import { contextCommand } from './context.ts'
import { copyCommand } from './copy.ts'
import { costCommand } from './cost.ts'
import { debugCommand } from './debug.ts'
import { diffCommand } from './diff.ts'
import { doctorCommand } from './doctor.ts'
import { dreamCommand } from './dream.ts'
import { effortCommand } from './effort.ts'
import { exitCommand } from './exit.ts'
import { exportCommand } from './export.ts'
import { fastCommand } from './fast.ts'
import { fewerPromptsCommand } from './fewer-permission-prompts.ts'
import { focusCommand } from './focus.ts'
import { forkCommand } from './fork.ts'
import { helpCommand } from './help.ts'
import { initCommand } from './init.ts'
import { keybindingsCommand } from './keybindings.ts'
import { LATER_COMMANDS } from './later-commands.ts'
import { loginCommand } from './login.ts'
import { logoutCommand } from './logout.ts'
import { memoryCommand } from './memory.ts'
import { modelCommand } from './model.ts'
import { permissionsCommand } from './permissions.ts'
import { planCommand } from './plan.ts'
import { recapCommand } from './recap.ts'
import { releaseNotesCommand } from './release-notes.ts'
import { remoteControlCommand } from './remote-control.ts'
import { renameCommand } from './rename.ts'
import { resumeCommand } from './resume.ts'
import { reviewCommand } from './review.ts'
import { rewindCommand } from './rewind.ts'
import { sandboxCommand } from './sandbox.ts'
import { securityReviewCommand } from './security-review.ts'
import { simplifyCommand } from './simplify.ts'
import { statusCommand } from './status.ts'
import { statuslineCommand } from './statusline.ts'
import { stopCommand } from './stop.ts'
import { subtaskCommand } from './subtask.ts'
import { tasksCommand } from './tasks.ts'
import { terminalSetupCommand } from './terminal-setup.ts'
import { themeCommand } from './theme.ts'
import { thinkingCommand } from './thinking.ts'
import { todosCommand } from './todos.ts'
import { treeCommand } from './tree.ts'
import { verboseCommand } from './verbose.ts'
import { vimCommand } from './vim.ts'

/** Every command a person can type. */
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
  effortCommand,
  thinkingCommand,
  fastCommand,
  configCommand,
  loginCommand,
  logoutCommand,
  themeCommand,
  permissionsCommand,
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
  ...LATER_COMMANDS,
]
