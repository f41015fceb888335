import { agentRows } from './agents.ts'
import { browserRows } from './browser.ts'
import { budgetRows } from './budgets.ts'
import { computerRows } from './computer.ts'
import { contextRows } from './context.ts'
import { editorRows } from './editor.ts'
import { environmentRows, hookRows } from './hooks.ts'
import { instructionRows, memoryRows } from './memory.ts'
import { modelRows } from './models.ts'
import { permissionRows, planRows } from './permissions.ts'
import { pluginRows } from './plugins.ts'
import { promptRows } from './prompt.ts'
import { pullRequestRows } from './pull-requests.ts'
import { remoteHostRows } from './remote-host.ts'
import type { SettingGroup, SettingRow } from './row.ts'
import { sandboxRows } from './sandbox.ts'
import { scriptRows } from './script.ts'
import { secretRows } from './secrets.ts'
import { serveRows } from './serve.ts'
import { serverRows } from './servers.ts'
import { featureRows, sessionRows, telemetryRows } from './session.ts'
import { skillRows } from './skills.ts'
import { teamRows } from './teams.ts'
import { terminalRows } from './terminal.ts'
import { typingRows } from './typing.ts'
import { webRows } from './web.ts'
import { worktreeRows } from './worktrees.ts'

/** Every setting this program acts on. A key that is not here has no effect. */
export const SETTING_GROUPS = [
  { title: 'Models', page: 'models.md', rows: modelRows },
  { title: 'Permissions', page: 'permissions.md', rows: permissionRows },
  { title: 'Sandbox', page: 'sandbox.md', rows: sandboxRows },
  { title: 'Plans and auto mode', page: 'plan-mode.md', rows: planRows },
  { title: 'Hooks', page: 'hooks.md', rows: hookRows },
  { title: 'MCP servers', page: 'mcp.md', rows: serverRows },
  { title: 'Plugins', page: 'plugins.md', rows: pluginRows },
  { title: 'Variables', rows: environmentRows },
  { title: 'Context', page: 'context.md', rows: contextRows },
  { title: 'Instructions', page: 'instructions.md', rows: instructionRows },
  { title: 'Memory', page: 'memory.md', rows: memoryRows },
  { title: 'Prompt', page: 'prompt.md', rows: promptRows },
  { title: 'Skills', page: 'skills.md', rows: skillRows },
  { title: 'Agents', page: 'agents.md', rows: agentRows },
  { title: 'Scripts', page: 'script.md', rows: scriptRows },
  { title: 'Web', page: 'web.md', rows: webRows },
  { title: 'Pull requests', page: 'pull-requests.md', rows: pullRequestRows },
  { title: 'Browser', page: 'browser.md', rows: browserRows },
  { title: 'Desktop', page: 'desktop.md', rows: computerRows },
  { title: 'Other machines', page: 'remote.md', rows: remoteHostRows },
  { title: 'Secrets', page: 'secrets.md', rows: secretRows },
  { title: 'Spending', page: 'sessions.md', rows: budgetRows },
  { title: 'Sessions', page: 'sessions.md', rows: sessionRows },
  { title: 'Serve', page: 'serve.md', rows: serveRows },
  { title: 'Teams', page: 'teams.md', rows: teamRows },
  { title: 'Worktrees', page: 'worktrees.md', rows: worktreeRows },
  { title: 'Telemetry', page: 'telemetry.md', rows: telemetryRows },
  { title: 'Features', rows: featureRows },
  { title: 'Editor', page: 'editors.md', rows: editorRows },
  { title: 'Terminal', page: 'terminal.md', rows: [...terminalRows, ...typingRows] },
] as const satisfies readonly SettingGroup[]

/** Without their words. */
export const SETTING_ROWS: readonly SettingRow[] = SETTING_GROUPS.flatMap(
  ({ rows }): readonly SettingRow[] => rows,
)
