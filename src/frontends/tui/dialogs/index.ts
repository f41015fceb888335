import type { Panel } from '../ui/panel.ts'
import { AgentPanel } from './agent/agent-panel.tsx'
import { AgentsPanel } from './agents/agents-panel.tsx'
import { BusySessionPanel } from './busy-session.tsx'
import { CloudPanel } from './cloud/cloud-panel.tsx'
import { ConfigPanel } from './config/config-panel.tsx'
import { DamagedSettingsPanel } from './damaged-settings.tsx'
import { DiffPanel } from './diff/diff-panel.tsx'
import { DoctorPanel } from './doctor/doctor-panel.tsx'
import { EditorPanel } from './editor/editor-panel.tsx'
import { EffortPanel } from './effort.tsx'
import { ExportPanel } from './export/export-panel.tsx'
import { HelpPanel } from './help/help-panel.tsx'
import { McpPanel } from './mcp/mcp-panel.tsx'
import { MemoryPanel } from './memory/memory-panel.tsx'
import { ModelPanel } from './model/model-panel.tsx'
import { OnboardingPanel } from './onboarding/onboarding-panel.tsx'
import { PermissionsPanel } from './permissions/permissions-panel.tsx'
import { PluginPanel } from './plugin/plugin-panel.tsx'
import { RememberPanel } from './remember.tsx'
import { CachePanel, ContextPanel, CostPanel, StatusPanel } from './report-panels.tsx'
import { ResumePanel } from './resume/resume-panel.tsx'
import { RewindPanel } from './rewind/rewind-panel.tsx'
import { SkillsPanel } from './skills/skills-panel.tsx'
import { TasksPanel } from './tasks/tasks-panel.tsx'
import { ThemePanel } from './theme/theme-panel.tsx'
import { TranscriptPanel } from './transcript/transcript-panel.tsx'
import { TreePanel } from './tree/tree-panel.tsx'
import { TrustPanel } from './trust/trust-panel.tsx'

/** Whoever opens a dialog knows what it takes; in the list they are all the same. */
const panel = <P>(one: Panel<P>): Panel<unknown> => one as Panel<unknown>

/** Every dialog the person can open, by name. */
export const PANELS: readonly Panel<unknown>[] = [
  panel({ name: 'model', layout: 'inline', component: ModelPanel }),
  panel({ name: 'effort', layout: 'inline', component: EffortPanel }),
  panel({ name: 'theme', layout: 'inline', component: ThemePanel }),
  panel({ name: 'resume', layout: 'inline', component: ResumePanel }),
  panel({ name: 'rewind', layout: 'inline', component: RewindPanel }),
  panel({ name: 'tree', layout: 'inline', component: TreePanel }),
  panel({ name: 'permissions', layout: 'inline', component: PermissionsPanel }),
  panel({ name: 'config', layout: 'inline', component: ConfigPanel }),
  panel({ name: 'cloud-setup', layout: 'inline', component: CloudPanel }),
  panel({ name: 'context', layout: 'inline', component: ContextPanel }),
  panel({ name: 'cache', layout: 'inline', component: CachePanel }),
  panel({ name: 'cost', layout: 'inline', component: CostPanel }),
  panel({ name: 'status', layout: 'inline', component: StatusPanel }),
  panel({ name: 'tasks', layout: 'inline', component: TasksPanel }),
  panel({ name: 'agent', layout: 'full', component: AgentPanel }),
  panel({ name: 'agents', layout: 'inline', component: AgentsPanel }),
  panel({ name: 'mcp', layout: 'inline', component: McpPanel }),
  panel({ name: 'ide', layout: 'inline', component: EditorPanel }),
  panel({ name: 'skills', layout: 'inline', component: SkillsPanel }),
  panel({ name: 'memory', layout: 'inline', component: MemoryPanel }),
  panel({ name: 'doctor', layout: 'inline', component: DoctorPanel }),
  panel({ name: 'plugin', layout: 'inline', component: PluginPanel }),
  panel({ name: 'help', layout: 'inline', component: HelpPanel }),
  panel({ name: 'remember', layout: 'inline', component: RememberPanel }),
  panel({ name: 'export', layout: 'inline', component: ExportPanel }),
  panel({ name: 'diff', layout: 'full', component: DiffPanel }),
  panel({ name: 'transcript', layout: 'full', component: TranscriptPanel }),
  panel({ name: 'busy-session', layout: 'inline', component: BusySessionPanel }),
  panel({ name: 'damaged-settings', layout: 'inline', component: DamagedSettingsPanel }),
  panel({ name: 'trust', layout: 'inline', component: TrustPanel }),
  panel({ name: 'onboarding', layout: 'inline', component: OnboardingPanel }),
]
