import type { FleetUse } from './agents/fleet-work.ts'
import type { Teammate, TeammateMode } from './agents/teammate.ts'
import type { InitializeFields } from './control/inbound.ts'
import type { Editor } from './editor/editor.ts'
import type { Engine } from './engine.ts'
import type { ServerHost } from './extensions/server.ts'
import { LocalizedError, type LocalizedText, type Warn } from './messages/localized-text.ts'
import type { Effort, Model } from './model.ts'
import type { PermissionMode } from './permission.ts'
import type { SettingsSource } from './settings.ts'
import type { PersonTerminal } from './tools/person-terminal.ts'
import type { ScriptListener } from './tools/script.ts'

/** Many sessions in one process; what they can share they share. Disposing it ends them all. */
export interface Host extends AsyncDisposable {
  /** Throws HostError when it cannot be. */
  open(request: OpenRequest): Promise<Engine>
  /** Those that are open, in the order they were opened. */
  sessions(): readonly OpenSession[]
  /** Those that are kept, the one written last first. */
  list(query: ListQuery): Promise<readonly SessionSummary[]>
}

export interface OpenSession {
  readonly id: string
  /** Real path of the directory it was opened in. */
  readonly cwd: string
  readonly engine: Engine
}

export interface ListQuery {
  readonly env: Env
  /** Only those of this directory. */
  readonly cwd?: string
}

/** One session as a list shows it. Text from a file: escape it before it goes to a terminal. */
export interface SessionSummary {
  readonly id: string
  readonly path: string
  readonly size: number
  /** Of the file, milliseconds since the epoch. */
  readonly modifiedAt: number
  /** ISO 8601, of the first message. */
  readonly createdAt?: string
  /** Where it was begun. */
  readonly cwd?: string
  readonly gitBranch?: string
  /** Who launched the program. */
  readonly entrypoint?: string
  /** The name a person gave it, else a made one, else its first prompt. */
  readonly title?: string
  /** The name a person gave it. */
  readonly name?: string
  readonly firstPrompt?: string
  readonly tag?: string
  /** The leader of this team started it as this member; no person opened it. */
  readonly member?: { readonly name: string; readonly team: string }
  /** Addresses of pull requests it worked on. */
  readonly pullRequests?: readonly string[]
}

export type Env = Readonly<Record<string, string | undefined>>

/** Everything a session is opened with that settings files do not say, as values. */
export interface OpenRequest extends ServerHost {
  /** Where to work; the directory of the process when absent. */
  readonly cwd?: string
  readonly env: Env
  readonly session: SessionChoice
  readonly overrides: Overrides
  readonly prompt?: PromptOverrides
  /** What a program that speaks the control protocol said first; counts more than the rest of the request. */
  readonly initialize?: InitializeFields
  /** A person sits at a screen of ours: can be asked, sees text as it comes, may speak in between. */
  readonly interactive?: boolean
  /** A resumed conversation is shown from its beginning: what can be read there is no warning. */
  readonly showsTranscript?: boolean
  /** What kind of program opens it, as others are told of it: `serve`, `background`; absent: a terminal or a run. */
  readonly entrypoint?: string
  /** News of background work begins a turn by itself; absent: where a person sits there. */
  readonly wakes?: boolean
  /** One message and its answer: nothing is done for later ones. */
  readonly oneShot?: boolean
  /** Somebody answers questions about permissions, although nobody sits there. */
  readonly canAsk?: boolean
  /** Raw pieces of a reply are wanted as they come. */
  readonly partials?: boolean
  /** What people are shown of calls is wanted with them; absent: nothing is made or loaded for it. */
  readonly presentations?: boolean
  /** Lends its buffers and terminals; absent: there is none. */
  readonly editor?: Editor
  /** The terminal the person sits at, for programs that want one; absent: there is none to give away. */
  readonly terminal?: PersonTerminal
  /** Stands in for the provider. */
  readonly model?: Model
  /** Whom that model stands in for: the vendor's own service, or another. Decides what is offered to it. */
  readonly vendor?: boolean
  /** The session is a member of a team that another process leads. */
  readonly teammate?: Teammate
  /** How the program was started, for a recording. */
  readonly recorded?: { readonly argv: readonly string[]; readonly prompt?: string }
  /** Hears what scripts print and give back; absent: only the conversation does. */
  readonly scripts?: ScriptListener
  /** Hears what the person should know; absent: nobody is told. */
  readonly warn?: Warn
  /** Keeps the session somewhere else as well; absent: its file is all there is. */
  readonly replica?: Replica
  /** Tells of every key that is pressed at the screen, until it is told to stop; absent: nobody knows. */
  attended?(listener: () => void): () => void
}

/**
 * A second place for what a session writes down. Nothing goes on before it has it: a call starts only when it is there,
 * too. Called in order, one at a time.
 */
export interface Replica {
  /** Lines of the session's file (`name` absent) or of that of an agent. Rejects: they don't count here either. */
  append(text: string, name?: string): Promise<void>
}

/** A new session, or one that is there already: gone on with, or copied. */
export type SessionChoice = SessionKeeping &
  (
    | { readonly kind: 'new'; readonly id?: string }
    | {
        readonly kind: 'resume' | 'fork'
        /** An id or a name. */
        readonly which: string | { readonly newest: true }
        /** Id of the message to go on behind; absent: the last one. */
        readonly at?: string
        /** With `at`: id of the prompt of the only turn that may be left behind by it. */
        readonly dropsTurn?: string
        /** Of a copy. */
        readonly id?: string
      }
  )

interface SessionKeeping {
  /** False: nothing is written down. */
  readonly persist?: boolean
  /** When another program has the session open: `take_over` asks it to let go; absent: that is an error. */
  readonly whenBusy?: 'refuse' | 'fork' | 'take_over'
}

/** What the model is told in the place of, or behind, our own words. */
export interface PromptOverrides {
  readonly custom?: string
  readonly append?: string
}

/** What counts for this session before settings and environment; what is absent is left to them. */
export interface Overrides {
  readonly model?: string
  /** In the order to try. */
  readonly fallbackModel?: readonly string[]
  /** Asked for advice by the model; `off`: none is. */
  readonly advisor?: string
  /** The model is offered a browser, or is not whatever settings say. */
  readonly browser?: boolean
  /** The same for the person's desktop. */
  readonly computer?: boolean
  /** Address of the machine that commands and file tools of the conversation are on. */
  readonly remote?: string
  readonly effort?: Effort
  readonly thinking?: 'adaptive' | 'disabled'
  /** Zero turns thinking off. */
  readonly maxThinkingTokens?: number
  readonly betas?: readonly string[]
  readonly maxTurns?: number
  readonly maxBudgetUsd?: number
  /** The end of a usage limit is waited for; `usual`: unless settings say otherwise. */
  readonly waitForLimit?: boolean | 'usual'
  /** Output tokens each turn should use up, and not more. */
  readonly tokenBudget?: number
  /** Tokens the model is told it has for the task of a turn, where it can be told. */
  readonly taskBudget?: number
  readonly permissionMode?: PermissionMode
  /** It is expected to be there: that it is not is said. */
  readonly enableAutoMode?: boolean
  /** The session never gets into bypassPermissions, whoever asks for it. */
  readonly noBypass?: boolean
  readonly allowedTools?: readonly string[]
  readonly disallowedTools?: readonly string[]
  /** Calls that are asked about, whatever allows them. */
  readonly askTools?: readonly string[]
  /** Absent: the default set. Empty: no tools. */
  readonly tools?: readonly string[]
  /** Name the model calls → name of the tool that runs; not followed any further. */
  readonly toolAliases?: Readonly<Record<string, string>>
  /** JSON text that the answer must follow. */
  readonly jsonSchema?: string
  /** Further working directories. */
  readonly directories?: readonly string[]
  /** Plugins for this session only: directories or archives; of the second kind without their servers. */
  readonly pluginDir?: readonly string[]
  readonly pluginDirNoMcp?: readonly string[]
  readonly pluginUrl?: readonly string[]
  /** Files kept at the provider, each with the path it gets below the working directory: `<id>:<path>`. */
  readonly file?: readonly string[]
  /** What comes with the folder may be used. */
  readonly trust?: boolean
  /** Only what was asked for: a few tools, a few lines of prompt, nothing that is found by looking around. */
  /** No skills, and no commands from files. */
  readonly disableSlashCommands?: boolean
  /** Absent: the model may call every skill that is found. Else these, by whole name or by what follows its colon. */
  readonly skills?: readonly string[]
  /** Guesses at the next prompt, although settings do not ask for them. */
  readonly promptSuggestions?: boolean
  /** What differs between people and places goes into the first message, behind a prompt that is the same for all. */
  readonly excludeDynamicSections?: boolean
  /** The prompt of an earlier run is not sent again. */
  readonly freshPrompt?: boolean
  /** In the place of our own steps of plan mode. */
  readonly planModeInstructions?: string
  /** Agents as JSON. */
  readonly agents?: string
  /** Name of the agent that runs the conversation. */
  readonly agent?: string
  /** Behind the prompt of every agent but forks. */
  readonly appendSubagentSystemPrompt?: string
  readonly bare?: boolean
  /** Setup hooks run before the session begins. */
  readonly init?: boolean
  readonly maintenance?: boolean
  /** A path, or JSON text. */
  readonly settings?: string
  /** Of what is said to the model, where no settings say it. */
  readonly promptLanguage?: 'zh'
  /** The person knows that rules of a damaged settings file may be missing, and goes on without them. */
  readonly acceptDamagedSettings?: boolean
  /** JSON text of whoever started the program: what restricts counts as an administrator's, where there is none. */
  readonly managedSettings?: string
  /** Where settings and extensions of the project are, when not in its directory: the checkout that is trusted. */
  readonly projectConfigRoot?: string
  /** Nothing that anybody added counts, but what the administrator and this run say. */
  readonly safeMode?: boolean
  /**
   * For code of strangers: no tool that runs commands or code or fetches pages unless `tools` names it, nothing of
   * files but what the administrator and this run say, and no file outside the working directories.
   */
  readonly restricted?: boolean
  /** Whether summaries of what the model thinks are asked for. */
  readonly thinkingDisplay?: 'summarized' | 'omitted'
  /** Tokens at which the conversation is compacted as if that were the window; `auto`: as the model has it. */
  readonly autocompact?: number | 'auto'
  /** Absent: all. Empty: none. */
  readonly settingSources?: readonly Extract<SettingsSource, 'user' | 'project' | 'local'>[]
  /** Files with MCP servers, or JSON text. */
  readonly mcpConfig?: readonly string[]
  /** JSON text with MCP servers that an editor brings to one session. */
  readonly editorServers?: readonly string[]
  /** MCP servers that may push messages into the session: `server:<name>`, `plugin:<name>@<marketplace>`. */
  readonly channels?: readonly string[]
  /** No other MCP servers count. */
  readonly strictMcpConfig?: boolean
  /** The session looks around by itself while nobody talks to it. */
  readonly assistant?: boolean
  /** Connects to the person's editor. */
  readonly ide?: boolean
  /** What the session is called. */
  readonly name?: string
  /** File that every exchange with the model is written to. */
  readonly record?: string
  /** File that answers instead of a provider. */
  readonly replay?: string
  /** Agents work on machines of the fleet. */
  readonly fleet?: FleetUse
  /** Where members of a team work. */
  readonly teammateMode?: TeammateMode
  /** Where the conversation begins: a name, `#123` or the address of a pull request; `true`: a new worktree. */
  readonly worktree?: string | true
  /** Categories; empty means all of them, absent means no debug log. */
  readonly debug?: readonly string[]
  readonly debugFile?: string
}

export type HostErrorKind =
  /** The request contradicts itself or names what does not exist. */
  | 'request'
  | 'directory'
  | 'settings'
  /** Deny or ask rules of a settings file may be missing; `acceptDamagedSettings` goes on with those that were understood. */
  | 'damaged_settings'
  | 'session'
  /** Another program has the session open. */
  | 'session_busy'
  /** Nothing opens the way to a model. */
  | 'no_credentials'
  | 'credentials'
  | 'provider'
  | 'permissions'
  | 'sandbox'
  /** A recording or a log cannot be read or written. */
  | 'file'

export interface SessionHolder {
  readonly sessionId: string
  /** Who launched it: `cli`, `serve`, `background`, `sdk-cli` … */
  readonly kind?: string
}

/** A session cannot be opened, in words for the person. Nothing went wrong inside. */
export class HostError extends LocalizedError<LocalizedText> {
  override readonly name = 'HostError'
  readonly kind: HostErrorKind
  /** With `session_busy`: which session it is, and what kind of program has it open. */
  readonly holder?: SessionHolder
  constructor(kind: HostErrorKind, message: LocalizedText, holder?: SessionHolder) {
    super(message)
    this.kind = kind
    if (holder) this.holder = holder
  }
}
