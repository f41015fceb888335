import type { AgentSettings } from '../agents/agent-settings.ts'
import type { ChangeReviews, ReviewLocation } from '../protocol/agents/change-review.ts'
import type { FleetChoice } from '../protocol/agents/fleet-work.ts'
import type { Editor } from '../protocol/editor/editor.ts'
import type { CustomizationPart } from '../protocol/extensions/policy-settings.ts'
import type { ExtensionRoots } from '../protocol/extensions/roots.ts'
import type { Features } from '../protocol/features.ts'
import type { HookSettings } from '../protocol/hook.ts'
import type { SecretSettings } from '../protocol/settings.ts'
import type { SessionWatch } from '../protocol/telemetry/session-watch.ts'
import type { PersonTerminal } from '../protocol/tools/person-terminal.ts'
import type { ScriptListener } from '../protocol/tools/script.ts'
import type { ShellSettings } from '../protocol/tools/shell-settings.ts'
import type { AssistantChoice } from './assistant/options.ts'
import type { BrowserChoice } from './browser/options.ts'
import type { ContextChoice } from './context/options.ts'
import type { DesktopChoice } from './desktop/options.ts'
import type { EditorChoice } from './editor/options.ts'
import type { HookChoice } from './hooks/options.ts'
import type { InstructionChoice } from './instructions/options.ts'
import type { LanguageServerChoice } from './language-servers/options.ts'
import type { MemoryChoice } from './memory/options.ts'
import type { ModelChoice } from './models/options.ts'
import type { Limits } from './options/limits.ts'
import type { Runtime } from './options/runtime.ts'
import type { SessionEnvironment } from './options/session-environment.ts'
import type { SettingsPort } from './options/settings-port.ts'
import type { Toolbox } from './options/toolbox.ts'
import type { PermissionChoice } from './permissions/options.ts'
import type { PlansChoice } from './plan/options.ts'
import type { PromptSettings } from './prompt/options.ts'
import type { PullRequestsChoice } from './pull-requests/options.ts'
import type { RemoteHosts } from './remote-host/options.ts'
import type { ReviewChoice } from './review/options.ts'
import type { SandboxChoice } from './sandbox/options.ts'
import type { SchedulesChoice } from './schedules/options.ts'
import type { ServersChoice } from './servers/options.ts'
import type { SessionHandle } from './session-file/session-handle.ts'
import type { SkillChoice } from './skills/options.ts'
import type { JoinedTeams } from './teams/team-member.ts'
import type { WebChoice } from './web/options.ts'
import type { WorkflowWish } from './workflows/asked-workflows.ts'
import type { WorktreeChoice } from './worktrees/options.ts'

/** Everything a conversation is made of, as values. Composition roots build it; nothing below reads the environment. */
export interface EngineConfig {
  readonly place: SessionEnvironment
  readonly session: SessionHandle
  readonly models: ModelChoice
  readonly tools: Toolbox
  readonly permissions: PermissionChoice
  readonly hooks: HookSettings
  readonly hookChoice?: HookChoice
  /** What comes only from plugins and the administrator; absent: nothing. */
  readonly locked?: readonly CustomizationPart[]
  readonly prompt: PromptSettings
  readonly limits: Limits
  readonly autoCompact: boolean
  readonly context?: ContextChoice
  readonly memory?: MemoryChoice
  /** Absent: no instruction files are looked for. */
  readonly instructions?: InstructionChoice
  /** Where skills, agents and what else the person or the project brings are; absent: nowhere. */
  readonly extensions?: ExtensionRoots
  /** MCP servers; absent: none. */
  readonly servers?: ServersChoice
  readonly skills?: SkillChoice
  /** An editor that runs beside the session; absent: none is looked for. */
  readonly ide?: EditorChoice
  /** Absent: those of plugins. */
  readonly languageServers?: LanguageServerChoice
  readonly agents?: AgentSettings
  /** The conversation begins in coordinator mode. */
  readonly coordinator?: boolean
  /** Raw stream events are wanted by the front end. */
  readonly partials: boolean
  /** When a message comes during a turn: as a turn of its own, or into the running one. */
  readonly queued: 'next-turn' | 'attach'
  /** Name of the credential in use, never its value. */
  readonly credential: string
  /** The editor the session was opened from lends its buffers and terminals; absent: there is none. */
  readonly editor?: Editor
  /** The one somebody sits at; absent: nobody does. */
  readonly terminal?: PersonTerminal
  /** Tokens of text that one read may show. */
  readonly readTokens?: number
  /** What files and output are in that do not tell it themselves. */
  readonly fileEncoding?: string
  /** Hears what scripts print and give back. */
  readonly scripts?: ScriptListener
  /** What the person chose for commands. */
  readonly shell?: ShellSettings
  /** News from background work starts a turn of its own when none runs. */
  readonly wake?: boolean
  /** So does what a hook or a channel wants heard at once, where other news waits for the next message. */
  readonly wakeForUrgent?: boolean
  readonly web?: WebChoice
  readonly browser?: BrowserChoice
  readonly desktop?: DesktopChoice
  /** Where teams are; absent: in files beside the task list. */
  readonly teams?: JoinedTeams
  /** Absent: as usual, in a folder nobody trusts. */
  readonly worktree?: WorktreeChoice
  /** Keys of settings files that nothing goes by: hosts are told. */
  readonly withoutEffect?: readonly { readonly file: string; readonly keys: readonly string[] }[]
  /** Where schedules are kept; absent: only in the session. */
  readonly schedules?: SchedulesChoice
  readonly assistant?: AssistantChoice
  /** Other machines that threads may work on; absent: none. */
  readonly remoteHosts?: RemoteHosts
  /** Absent: no pull requests are followed. */
  readonly pullRequests?: PullRequestsChoice
  /** Commands run in a sandbox; absent: they do not. */
  readonly sandbox?: SandboxChoice
  /** Commands that are asked about run in a copy first, under this sandbox; absent: they do not. */
  readonly tryFirst?: SandboxChoice
  /** Decides in auto mode; absent: there is no such mode. */
  readonly review?: ReviewChoice
  /** Where plans are kept; absent: among the passing output. */
  readonly plans?: PlansChoice
  /** The files behind permissions, hooks and variables; absent: answers last as long as the session. */
  readonly settings?: SettingsPort
  /** What may be said beside the conversation by itself; absent: whatever a front end asks for. */
  readonly asides?: { readonly suggestions: boolean; readonly labels?: boolean }
  /** What is new in this version, as Markdown; absent: nobody knows. */
  releaseNotes?(): Promise<string>
  /** Reviews of changes; absent: there are none. */
  reviews?(at: Omit<ReviewLocation, 'env'>): Promise<ChangeReviews>
  /** Agents may work on machines of a fleet; absent: there is none. */
  readonly fleet?: FleetChoice
  /** A request that does not begin as the one before for a reason nobody gave fails: for tests. */
  readonly cacheLint?: boolean
  readonly features?: Features
  /** How long a question of the model waits; absent: until it is answered. */
  readonly questionMs?: number
  /** What the person chose about secrets in results. */
  readonly secrets?: SecretSettings
  /** Counts what happens; absent: nobody does. */
  readonly watch?: SessionWatch
  /** Keys and tokens that the program keeps by itself: looked for in results by value. */
  readonly ownSecrets?: readonly string[]
  /** No workflows are run. */
  readonly workflowsOff?: boolean
  /** Absent: the word in a message asks for one. */
  readonly workflowWish?: WorkflowWish
  readonly runtime: Runtime
}
