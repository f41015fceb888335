import type { CaseRule } from '../lib/case-rule.ts'
import type { AgentOrigin } from './agents/agent-origin.ts'
import type { DecisionReasonType } from './context.ts'
import type { LocalizedText } from './messages/localized-text.ts'
import type { Presentation } from './messages/presentation.ts'
import type { ScriptAsking } from './tools/script-call.ts'

/** The words of permission: modes, rules, decisions and the questions they raise. */

export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const
export type PermissionMode = (typeof PERMISSION_MODES)[number]

/** The mode of a word: `manual` is another one for `default`. */
export const modeNamed = (word: unknown): PermissionMode | undefined =>
  word === 'manual' ? 'default' : PERMISSION_MODES.find(mode => mode === word)

export type RuleSource = 'managed' | 'cli' | 'session' | 'local' | 'project' | 'user'
export type Behavior = 'allow' | 'ask' | 'deny'

/** One rule string with where it came from, so that a decision can name it. */
export interface Rule {
  readonly text: string
  readonly behavior: Behavior
  readonly source: RuleSource
  /** Directory that `/path` patterns of this source are relative to. */
  readonly anchor: string
  /** The file it stands in, with the 1-based line; absent for flags and answers given in the session. */
  readonly place?: { readonly file: string; readonly line: number }
}

/** Everything a decision depends on besides the call; frozen for a turn. */
export interface Policy {
  readonly mode: PermissionMode
  readonly rules: readonly Rule[]
  /** In auto mode no rule allows a shell command: all of them go to the reviewer. */
  readonly reviewsShell?: boolean
  /** Real paths: the start directory and the directories the person added. */
  readonly roots: readonly string[]
  /** Real paths: what this session keeps for the model to read, such as long results. Never a place a model chose. */
  readonly ownRoots?: readonly string[]
  /** Real paths below which the session's own notes are kept: written without asking. Never a place a model chose. */
  readonly ownWrites?: readonly string[]
  /** One of them that commands may write to, too: what the threads of the session give each other. */
  readonly scratchpad?: string
  /** One of them that holds memories: files directly in it may be removed by a plain `rm`. */
  readonly memory?: string
  /** Where this program keeps its settings and sessions, whatever the directory is called: protected as a whole. */
  readonly configHomes?: readonly string[]
  /** What the settings in force make this program, or one it starts, run; the same array until they change. */
  readonly runs?: () => readonly RunCommand[]
  /** The real path of this session's plan: the one file that may be written in plan mode. */
  readonly planFile?: string
  /** Present when shell commands really run in a sandbox. */
  readonly sandbox?: SandboxPolicy
  readonly keepOut?: KeepOut
  /** Nothing outside the working directories is read or written, whatever allows it. Holds in every mode. */
  readonly confined?: true
  readonly cwd: string
  readonly home: string
  /** Whether names that differ in case alone are different files. */
  readonly caseSensitive: CaseRule
}

/** Something that settings make run. The files it names are protected as the settings are. */
export interface RunCommand {
  /** A line for a shell, or a program and its words; absent: only `path` counts. */
  readonly command?: string | readonly string[]
  /** A file, or a directory with all that is in it. */
  readonly path?: string
  /** What counts instead of `path` where that is, or holds, a working directory. */
  readonly parts?: readonly string[]
  /** Of the directories that the command names, nothing counts. */
  readonly filesOnly?: true
  /** Who runs it, as part of a sentence: "the PostToolUse hook". */
  readonly by: LocalizedText
  /** A command in the text of a skill. */
  readonly ofSkill?: true
  /** What `$NAME` stands for in it. */
  readonly variables?: Readonly<Record<string, string>>
}

/** Real paths: nothing below `root` is changed, except what is below `except`. Holds in every mode. */
export interface KeepOut {
  readonly root: string
  readonly except: string
}

/** What the sandbox means for a decision. */
export interface SandboxPolicy {
  /** A sandboxed command runs without asking, unless a rule says otherwise. */
  readonly autoAllow: boolean
  /** Commands that always run outside, as the content of a Bash rule; such a command is decided as if there were none. */
  readonly excluded: readonly string[]
  /** False: a command cannot even ask to run outside. */
  readonly mayLeave?: boolean
}

export interface Decision {
  readonly verdict: Behavior
  readonly because: {
    readonly type: DecisionReasonType
    /** English. */
    readonly text: string
    readonly localized: LocalizedText
    readonly rule?: Rule
  }
  /** The narrowest useful rules that would have allowed the call; empty when none should be offered. */
  readonly offer: readonly PermissionUpdate[]
  /** Why none is offered for a command, as a part of a sentence. */
  readonly noRule?: LocalizedText
  /** The call only looks: it may run beside others and needs no snapshot. */
  readonly readOnly: boolean
  /** Of a command line that a rule or the mode allowed in part: the commands whose names alone speak for them. */
  readonly hardened?: readonly HardenedCommand[]
  /** The memory directory, of a command line that only removes memories from it and looks: a sandbox lets it write there. */
  readonly memoryWrites?: string
  readonly blockedPath?: string
  /** Of a command line that is allowed in part: the commands that are asked about. */
  readonly undecided?: readonly string[]
  /** Of what is asked: the paths in it that lead elsewhere than their name says, and where. A yes is for these. */
  readonly leads?: readonly string[]
}

/** The reason of a decision, in English and as data. */
export const because = (
  type: DecisionReasonType,
  localized: LocalizedText,
  rule?: Rule,
): Decision['because'] => ({
  type,
  // Of most verdicts nobody reads why.
  get text() {
    return localized.text
  },
  localized,
  ...(rule ? { rule } : {}),
})

/** Why somebody is asked, in English and as data. */
export const askedBecause = (localized: LocalizedText): Pick<RequestDetails, 'why' | 'localized'> => ({
  why: localized.text,
  localized,
})

/** What a question is about, in English and as data. */
export const titled = (localizedTitle: LocalizedText): Pick<RequestDetails, 'title' | 'localizedTitle'> => ({
  title: localizedTitle.text,
  localizedTitle,
})

/** A simple command that runs hardened beside others that do not. */
export interface HardenedCommand {
  /** Where its name begins in the line. */
  readonly at: number
  /**
   * `program`: only looks, so nothing of the project, the person's shell or the environment may change what it is.
   * `builtin`: the same, of a command that the shell itself carries out.
   * `path`: a plain file command; it comes from outside the working directories.
   */
  readonly how: 'program' | 'builtin' | 'path'
}

/** Where the paths that a call names led when it was decided; `undefined` where that could not be found out. */
export type ResolvedPaths = ReadonlyMap<string, string | undefined>

export type PermissionDestination =
  | 'userSettings'
  | 'projectSettings'
  | 'localSettings'
  | 'session'
  | 'cliArg'
  /** The rest of the script whose call is asked about. */
  | 'script'
export type PermissionUpdate =
  | {
      readonly type: 'addRules' | 'replaceRules' | 'removeRules'
      readonly rules: readonly { readonly toolName: string; readonly ruleContent?: string }[]
      readonly behavior: Behavior
      readonly destination: PermissionDestination
    }
  | { readonly type: 'setMode'; readonly mode: PermissionMode; readonly destination: PermissionDestination }
  | {
      readonly type: 'addDirectories' | 'removeDirectories'
      readonly directories: readonly string[]
      readonly destination: PermissionDestination
    }

/** What a person or host is asked, with all a front end needs to show it. */
export interface PermissionRequest {
  readonly id: string
  readonly toolName: string
  readonly toolUseId: string
  readonly input: unknown
  /** What people are shown of the call, for a front end that asked for it. */
  readonly presentation?: Presentation
  readonly decision: Decision
  readonly details?: RequestDetails
  /** A yes changes what this machine allows or runs later: only who may change settings may say it. */
  readonly needs?: 'settings'
  /** The editor that shows the change as well, and can answer. */
  readonly editor?: string
  /** Who wants to make the call; absent: the conversation. */
  readonly agent?: AgentOrigin
  /** The script that makes it; absent: the model itself does. */
  readonly script?: ScriptAsking
}

/** What a front end shows with a question; all text is foreign and still to be escaped for the screen. */
export interface RequestDetails {
  /** One line: what would happen; English. */
  readonly title: string
  /** The same as data, where `about` does not say it. */
  readonly localizedTitle?: LocalizedText
  /** What kind of thing that is, for who says it in other words; absent: only the title tells. */
  readonly about?: RequestAbout
  /** Why it asks, in a sentence; English. */
  readonly why: string
  /** The same as data. */
  readonly localized: LocalizedText
  /** What is dangerous about it, the worst first. */
  readonly dangers?: readonly Danger[]
  /** What the model says it is for, or a server its tool does: foreign words. */
  readonly description?: string
  /** The server whose words the description is; absent: they are the model's. */
  readonly saidBy?: string
  /** It is no call of the model's: the goal's check or a step of a workflow wants it, and the description is theirs. */
  readonly asker?: 'goal' | 'rule' | 'workflow'
  /** It would go on by itself. */
  readonly background?: true
  /** The whole command or path; `risky` are the spans that made it ask, as character offsets into `text`. */
  readonly subject?: {
    readonly text: string
    readonly risky: readonly {
      readonly from: number
      readonly to: number
      /** English. */
      readonly why: string
      readonly localized: LocalizedText
    }[]
  }
  /** It runs a program that wants a terminal, and may have the one the person sits at. */
  readonly terminal?: true
  /** What an edit would change, as a unified diff; `cut` when it was too long to carry whole. `divisible`: an answer can take some of its hunks. */
  readonly diff?: {
    readonly path: string
    readonly text: string
    readonly cut: boolean
    readonly divisible?: true
  }
  /** It ran in a copy already. */
  readonly tried?: TriedFirst
  /** What each offered update would save, literally, and the file it would be saved in. */
  readonly saves: readonly { readonly rule: string; readonly file?: string }[]
  /** Other files that offered rules could be saved in, if the person prefers one of them. */
  readonly places?: readonly { readonly destination: PermissionDestination; readonly file: string }[]
}

/** What a command did in a copy of the directories; nothing of it counts yet. */
export interface TriedFirst {
  /** A yes leaves the files as they are in the copy; otherwise it runs the command. */
  readonly canKeep: boolean
  /** What came of it, in sentences. */
  readonly said: readonly LocalizedText[]
  /** The first of the paths that it changed, as lines. */
  readonly listed: readonly LocalizedText[]
  /** The same for programs. */
  readonly files: readonly { readonly path: string; readonly change: TriedKind }[]
  /** How many there are in all. */
  readonly count: number
  /** What it asked for of the network, which was closed. */
  readonly hosts: readonly string[]
  readonly exitCode: number | null
  /** The end of what it printed. */
  readonly output: string
}

/** `rights`: only its mode or its owner; `time`: only when it was changed; `left`: stays as it is outside, whatever the answer. */
export type TriedKind = 'made' | 'changed' | 'removed' | 'rights' | 'time' | 'left'

/** What a person should be told in plain words before they say yes. */
export type Danger =
  /** It gets a program from elsewhere and runs it unseen. */
  | 'runs_download'
  | 'private_key'
  | 'deletes_tree'
  | 'as_root'
  /** Changes that are not committed go. */
  | 'loses_work'
  /** What others may have is replaced. */
  | 'rewrites_remote'
  | 'secrets'
  /** The server says that its tool destroys things. */
  | 'destructive_tool'
  /** Settings that decide what runs later. */
  | 'protected'

export type RequestAbout =
  | { readonly kind: 'create' | 'write' | 'read' | 'search' | 'network' | 'web-search' }
  | { readonly kind: 'shell'; readonly unsandboxed: boolean }
  /** Many at once. */
  | { readonly kind: 'agents'; readonly count: number }
  | { readonly kind: 'mcp'; readonly server: string; readonly tool: string }
  /** `server`: an MCP server of the project would start; `page`: one wants a page opened; `schedule`: one of the project; `browser`: a site. */
  | {
      readonly kind:
        | 'agent'
        | 'skill'
        | 'tool'
        | 'server'
        | 'page'
        | 'schedule'
        | 'message'
        | 'browser'
        | 'application'
      readonly name: string
    }

/** Why a call is decided as it is, for a person who has never seen the rules. */
export interface Explanation {
  readonly verdict: Behavior
  /** One sentence. */
  readonly summary: LocalizedText
  readonly parts: readonly ExplainedPart[]
}
export interface ExplainedPart {
  /** The simple command, path or address as written. */
  readonly text: string
  readonly verdict: Behavior
  readonly why: LocalizedText
  /** The rule that decided, when one did. */
  readonly rule?: Rule
  /** Redirects, paths, flags and the commands inside it. */
  readonly parts?: readonly ExplainedPart[]
}

/** A hunk of the change that was shown, by its number; `text`: other lines in the place of the new ones. */
export interface AcceptedHunk {
  readonly at: number
  readonly text?: string
}

export type PermissionAnswer =
  | {
      readonly behavior: 'allow'
      readonly updatedInput?: unknown
      /** Of a change that can be divided only these; absent: all of it. */
      readonly hunks?: readonly AcceptedHunk[]
      /** Whoever answered may say yes or no, but not choose what is run: a changed input has to be allowed by itself. */
      readonly limited?: true
      /** Of what was tried first nothing is kept: the command runs. */
      readonly forReal?: true
      /** With the person's terminal, which was offered. */
      readonly inTerminal?: true
      /** For the model, with the result: what came of its call. */
      readonly told?: string
      /** What the person says with it, for the model: it stands in the result of the call. */
      readonly note?: string
      readonly updatedPermissions?: readonly PermissionUpdate[]
      /** The channel that it came through. */
      readonly channel?: string
    }
  | {
      readonly behavior: 'deny'
      /** What the person says with it, for the model; may be empty. */
      readonly message: string
      readonly interrupt?: boolean
      /** Nobody answered: the message says why. */
      readonly failed?: boolean
      /** The message as data, where a front end says it. */
      readonly localized?: LocalizedText
    }

export interface PermissionDenial {
  readonly tool_name: string
  readonly tool_use_id: string
  readonly tool_input: unknown
}

/**
 * Whose words these are, said by the front end that heard them and never by the words: `owner` sits at this machine's
 * terminal, or was given the same rights; `client` is somebody a server lets in. Absent: nobody knows who wrote the text
 * (a prompt of a program, a schedule, an Action), so its slash commands change nothing beyond the conversation.
 */
export type Authority = 'owner' | 'client'
