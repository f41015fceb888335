import type { ZodType } from 'zod'
import type { PinnedPath } from '../lib/files/pinned-path.ts'
import type { LineRanges } from '../lib/line-ranges.ts'
import type { Access } from './access.ts'
import type { Advisor } from './agents/advisor.ts'
import type { Agents } from './agents/agents.ts'
import type { BackgroundWork } from './agents/background-work.ts'
import type { NoteOptions } from './agents/note-options.ts'
import type { BesideCalls } from './agents/pull-requests.ts'
import type { TaskList } from './agents/task-list.ts'
import type { TaskOutcome } from './agents/task-outcome.ts'
import type { WorktreeVisit } from './agents/worktree-visit.ts'
import type { CallEffect, ContextUsage } from './context.ts'
import type { ServerToolName } from './extensions/server-tool-name.ts'
import type { SkillPort } from './extensions/skill-port.ts'
import type { StartingServers } from './extensions/starting-servers.ts'
import type { ResultBlock } from './message.ts'
import { LocalizedError, type LocalizedText, type Text } from './messages/localized-text.ts'
import type { Present } from './messages/presentation.ts'
import type { HardenedCommand } from './permission.ts'
import type { Ask, Person } from './person.ts'
import type { PlanMode } from './plan.ts'
import type { SettingsAccess } from './settings-access.ts'
import type { BothLanguages, PromptLanguage } from './tools/both-languages.ts'
import type { WithBrowser } from './tools/browser.ts'
import type { CodeHelp } from './tools/code-help.ts'
import type { SandboxReach } from './tools/command-sandbox.ts'
import type { WithComputer } from './tools/computer.ts'
import type { Deferral } from './tools/deferral.ts'
import type { AtTerminal } from './tools/person-terminal.ts'
import type { ApartErrors, AroundScripts, ForScripts, WholeOutput } from './tools/script.ts'
import type { ShellSettings } from './tools/shell-settings.ts'
import type { ToolGroup } from './tools/tool-group.ts'
import type { Transcript } from './transcript.ts'

/** What the model can call. A plain value; it declares its effects and never asks for permission. */
export interface Tool<I = unknown, O = unknown> extends ForScripts<O> {
  readonly name: string
  readonly aliases?: readonly string[]
  /** Sets of tools it is in, besides that of all. */
  readonly groups?: readonly ToolGroup[]
  /** Whose it is, by value; absent: not of an MCP server. */
  readonly serverTool?: ServerToolName
  readonly present: Present
  /** For the model. */
  readonly description: string | BothLanguages
  readonly input: ZodType<I>
  /** Names under which some know its fields, and the field that is read from each. */
  readonly otherNames?: Readonly<Record<string, string>>
  /** Fields that are given and, beside the others, say nothing: the model is told. */
  unused?(input: I): readonly string[]
  /** Everything this call would touch. Pure. */
  access(input: I, cwd: string): readonly Access[]
  /** Why some of its calls, or all, have no access: rules then judge them by the name of the tool alone. */
  readonly noAccess?: string
  /** May run beside other calls of the same reply. Absent means never. */
  parallel?(input: I, facts: { readonly readOnly: boolean }): boolean
  /** `block`: an interrupt lets a running call finish. */
  readonly interrupt?: 'cancel' | 'block'
  /** Why a call could not do its work at all: later ones that may change something are cancelled. No output: it threw. */
  undone?(output: O | undefined): 'not_started' | 'timed_out' | undefined
  /** Not cancelled by a sibling that could not do its work. */
  readonly survivesSiblings?: boolean
  /** Not made where a call before it in the same reply failed. */
  readonly needsSiblings?: boolean
  /** Leaves something behind although it needs no permission: once begun, its reply is not thrown away and repeated. */
  readonly leavesTrace?: boolean
  /** Takes out of the model's input what only a person, host or hook may put there. */
  fromModel?(input: I): I
  /** Input as hooks, prompts and SDK consumers see it (absolute paths); what the model wrote stays as it is. */
  observe?(input: I, cwd: string): I
  /** What the file this call writes would hold, for the person; `text`: what it holds now, undefined when it is not there. Pure; throws {@link ToolError}. */
  preview?(input: I, file: { readonly path: string; readonly text?: string; readonly callId: string }): string
  /** With this input it may run in a copy first, and what it did there can be shown and kept; absent: never. */
  triable?(input: I): boolean
  /** The input by which it leaves `after` in a file that holds `text`: the person changed what they were shown. */
  toLeave?(input: I, file: { readonly text: string; readonly after: string }): I
  /** Fills in what only the session knows, before anybody sees the call. Throws {@link ToolError}: nobody is asked then. */
  prepare?(input: I, call: ToolCall): I | Promise<I>
  /** Throws {@link ToolError}, just before a person would be asked, when the call would fail whatever they say. Only looks. */
  check?(input: I, call: ToolCall): Promise<void>
  /** What the model should do when it needs an answer and nobody can give one. */
  readonly unanswered?: string | BothLanguages
  /** What the model should do when the person says no; absent: nothing of the kind. */
  readonly declined?: string | BothLanguages
  /** Throws {@link ToolError} for what the model should read. */
  run(input: I, call: ToolCall): AsyncGenerator<ToolProgress, O>
  /** What the model sees, in the language of its prompt; the executor bounds it to `maxResultChars`. */
  show(output: O, language?: PromptLanguage): readonly ResultBlock[]
  /** The call ran but the model should take the result as a failure. */
  failed?(output: O): boolean
  /** It was cut short, and the result says so with what came until then: an interrupt keeps it. */
  partial?(output: O): boolean
  /** What a call that was more than a look left behind; cut short (no output): what it was about to do. Absent: its accesses. */
  effects?(input: I, output: O | undefined, cwd: string): readonly CallEffect[]
  readonly maxResultChars?: number
  /** Listed by name only, until it is looked up (ToolSearch); it can be called all the same. A few words for that search. */
  readonly deferred?: Omit<Deferral, 'hint'> & { readonly hint: string | BothLanguages }
  /** Its description is followed by the list of deferred tools. */
  readonly listsDeferred?: boolean
  /** An old result may be taken out of the conversation: another call gives it again. */
  readonly clearable?: boolean
}

/** The wire form of a tool: what a request carries. Identity is stable for the life of a session. */
export interface ToolSpec {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly description: string
  readonly input_schema: Readonly<Record<string, unknown>>
  /** What its data look like, where a server says so. */
  readonly output_schema?: Readonly<Record<string, unknown>>
  readonly deferred?: Deferral
  readonly listsDeferred?: boolean
  readonly clearable?: boolean
  /** Whose it is, by value; absent: not of an MCP server. */
  readonly serverTool?: ServerToolName
}

/** A message the model can act on. Anything else a tool throws is a bug. */
export class ToolError extends LocalizedError<LocalizedText> {
  override readonly name = 'ToolError'
}

export interface ToolProgress {
  /** Last lines of output or a word on what is going on. */
  readonly text: string
  readonly bytes?: number
}

/** What a running call may use. Ports are declared here and implemented by the engine. */
export interface ToolCall
  extends Pick<SandboxReach, 'memoryWrites'>,
    AroundScripts,
    AtTerminal,
    CodeHelp,
    BesideCalls,
    WithBrowser,
    WithComputer {
  readonly id: string
  /** Directory the call starts in. */
  readonly cwd: string
  readonly signal: AbortSignal
  /** Of the prompt; absent: English. */
  readonly language?: PromptLanguage
  readonly files: Files
  readonly processes: Processes
  readonly tasks: Tasks
  readonly taskList: TaskList
  readonly side: Side
  readonly agents: Agents
  /** A second model; absent where there can be none. */
  readonly advisor?: Advisor
  /** Absent where the directory of the thread is not its own to choose. */
  readonly worktree?: WorktreeVisit
  readonly ask: Ask
  readonly state: State
  /** Absent when nothing of the conversation is kept. */
  readonly transcript?: Transcript
  readonly deferredTools: DeferredTools
  /** Absent where nothing can be planned. */
  readonly plan?: PlanMode
  /** Absent where there is no conversation to shorten. */
  readonly conversation?: Conversation
  /** What the next request would be made of. */
  usage?(): Promise<ContextUsage>
  /** Absent where nobody is told anything before the end. */
  readonly person?: Person
  /** Absent where there are no settings files. */
  readonly settings?: SettingsAccess
  /** Absent where results are not redacted. */
  readonly secrets?: Secrets
  readonly skills?: SkillPort
  /** The model of the conversation reads PDF documents as they are. */
  readonly documents?: boolean
  /** Only the read-only classifier approved this call: it runs hardened. */
  readonly readOnly: boolean
  /** Calls when the person wants to wait no longer, so that it goes on as background work. Gives a function that ends it. */
  onBackground?(listener: () => void): () => void
  /** Or some commands of it do. */
  readonly hardened?: readonly HardenedCommand[]
}
/** How a command line runs: all of it hardened, none of it, or the commands named. */
export type Hardening = boolean | readonly HardenedCommand[]
export interface FileFacts {
  readonly path: string
  /** After following links. */
  readonly realPath: string
  readonly size: number
  readonly mtimeMs: number
  readonly mode: number
}
export interface FileContent extends FileFacts {
  readonly data: Uint8Array
  /** What the person says files are in that do not tell it themselves. */
  readonly encoding?: string
}
/** What the model has seen of a file in this session. */
export interface SeenFile {
  readonly mtimeMs: number
  readonly size: number
  /** Hash of the whole content at that time. */
  readonly hash: string
  /** Absent: the whole file, or with `excerpt` nothing else. Of a notebook its cells. */
  readonly lines?: LineRanges
  /** Also pieces nobody noted: enough to edit what matches exactly, not to overwrite the whole. */
  readonly excerpt?: true
  /** `search`: only lines that a search found; the whole was never looked at, so `hash` is empty. */
  readonly by: 'read' | 'write' | 'search'
  /** Absent: UTF-8, or not looked at. */
  readonly encoding?: string
}

/** A path, or what was found there: then its links are not followed anew. */
export type FileRef = string | Pick<FileFacts, 'path' | 'realPath'>

/** Regular files only; paths are absolute. */
export interface Files {
  /** Tokens of text that one read may show; absent: the tool's own limit. */
  readonly readTokens?: number
  /** What the person says files and output are in that do not tell it themselves. */
  readonly encoding?: string
  /** `undefined` when nothing is there; throws ToolError for what is not a regular file. */
  facts(path: string): FileFacts | undefined
  /** What was judged stays that, whatever takes the place of its names. Throws ToolError for nothing, and for a new link. */
  hold(path: string): PinnedPath
  /** The whole file, or an error when it is larger; with `from` the bytes from there on, at most `maxBytes` of them. */
  read(place: FileRef, limit: { readonly maxBytes: number; readonly from?: number }): Promise<FileContent>
  /**
   * Reads, lets `change` check and compute, writes: nothing is awaited in between, so nothing can change in between.
   * Writes through a temporary file and a rename, keeps the mode, follows links inside the working directories and
   * refuses those that lead out, snapshots the old content first.
   */
  update(path: string, change: (now: FileContent | undefined) => Uint8Array): Promise<FileContent>
  /** Throws what `update` would throw, and writes nothing. Of a very large file nothing is said. */
  tryUpdate(path: string, change: (now: FileContent | undefined) => Uint8Array): Promise<void>
  /** Tells for an absolute path whether a rule forbids to read it: searches leave it out of their results. */
  denied(): ((path: string) => boolean) | Promise<(path: string) => boolean>
  seen(place: FileRef): SeenFile | undefined
  markSeen(place: FileRef, seen: SeenFile): void
}

export interface ShellRun extends SandboxReach, WholeOutput, AtTerminal {
  readonly command: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly hardened: Hardening
  readonly onOutput?: (soFar: { readonly tail: string; readonly bytes: number }) => void
  /** What a time limit does: ends the command, or lets it go on as a background task. */
  readonly atTimeout?: 'end' | 'background'
  /** After so long it is not waited for any more: it goes on as a background task, whatever it is. */
  readonly foregroundMs?: number
  /** For the list of tasks, when it becomes one. */
  readonly description?: string
  /** The call it belongs to. */
  readonly toolUseId?: string
  /** Further variables, of this command alone. */
  readonly env?: Readonly<Record<string, string>>
}
export interface ShellEnd extends ApartErrors {
  /** null when a signal ended it. */
  readonly code: number | null
  readonly signal: string | null
  /** Both streams as they came, decoded, at most `headBytes` + `tailBytes` of it. */
  readonly output: string
  readonly outputBytes: number
  /** Where the whole output is when it did not fit. */
  readonly outputFile?: string
  readonly ended: 'exit' | 'timeout' | 'abort'
  /** Said to the model, e.g. that the directory was reset. */
  readonly notice?: Text
  /** It was moved to the background and still runs under this id; `code` says nothing then. */
  readonly taskId?: string
  /** It was moved because it was not waited for any longer. */
  readonly foregroundMs?: number
  /** It was moved because the person wanted that. */
  readonly movedByPerson?: true
  /** The whole output was one picture. */
  readonly image?: { readonly mediaType: string; readonly data: string }
}
export interface Processes {
  readonly settings?: ShellSettings
  /** Runs a bash command in the session's directory, in its own process group, stdin closed, secrets removed. */
  shell(run: ShellRun): Promise<ShellEnd>
  /** Starts a command in the background; it becomes a task of the session. */
  background(
    run: SandboxReach & {
      readonly command: string
      readonly description: string
      readonly hardened?: Hardening
      readonly toolUseId?: string
      /** Further variables for it. */
      readonly env?: Readonly<Record<string, string>>
      /** Nobody is told how it ended but whoever started it. */
      readonly quiet?: boolean
    },
  ): Promise<TaskInfo>
  /** Runs a program of ours with an argument array, no shell; output bounded. */
  program(run: {
    readonly file: string
    readonly args: readonly string[]
    readonly cwd: string
    readonly signal: AbortSignal
    readonly timeoutMs: number
    readonly maxBytes: number
    /** Bytes of memory of its own; reaching for more ends it by a signal. */
    readonly maxMemory?: number
  }): Promise<{
    /** Null: a signal ended it. */
    readonly code: number | null
    readonly stdout: Uint8Array
    readonly stderr: string
    readonly cut: boolean
    readonly timedOut: boolean
  }>
  /** Which ripgrep to use: whether the packaged one may be, and that of the system, outside the working directories. */
  ripgrep?(): { readonly packaged: boolean; readonly system?: string }
}

export interface TaskInfo extends Omit<TaskOutcome, 'result'>, Pick<BackgroundWork, 'hasAnswer'> {
  readonly id: string
  readonly kind: BackgroundWork['kind']
  /** What an agent is called by. */
  readonly name?: string
  readonly description: string
  readonly status: 'running' | 'completed' | 'failed' | 'stopped'
  readonly command?: string
  readonly outputFile?: string
  readonly exitCode?: number
  readonly startedAt: number
  readonly endedAt?: number
  /** The call that started it. */
  readonly toolUseId?: string
}
/** Background work of the session. Ids nobody knows throw ToolError. */
export interface Tasks {
  list(): readonly TaskInfo[]
  get(id: string): TaskInfo | undefined
  /** Output since the last call; with `waitMs` it waits that long for the end of the task. */
  output(
    id: string,
    want: { readonly waitMs?: number; readonly filter?: RegExp; readonly signal: AbortSignal },
  ): Promise<{ readonly task: TaskInfo; readonly text: string; readonly truncated: boolean }>
  stop(id: string): Promise<TaskInfo>
  /** Calls back with each new line of a running task until it ends or the returned function is called. */
  watch(id: string, onLine: (line: string) => void, onEnd?: () => void): () => void
  /** Puts a message before the model at the next pause, or wakes it when it is idle. */
  notify(text: Text, options?: NoteOptions): void
  /** Takes over work that was started. Throws ToolError when too much runs; then it is still the caller's. */
  add(work: BackgroundWork): TaskInfo
}

/** The small model, for questions the person did not ask. `source` names the asker in logs and cost. */
export interface Side {
  ask(question: {
    readonly source: string
    readonly system: string
    readonly prompt: string
    readonly maxTokens: number
    readonly signal: AbortSignal
  }): Promise<string>
}

/** Tools that are listed by name only. */
export interface DeferredTools {
  list(): readonly { readonly name: string; readonly description: string; readonly hint: string }[]
  /** Unknown names are left out. A result has to define those that the next request has not got `inTools`. */
  load(names: readonly string[]): readonly { readonly spec: ToolSpec; readonly inTools: boolean }[]
  /** Absent: there are no servers. */
  readonly servers?: StartingServers | undefined
}

/** The conversation as a list, and what of it need not be sent any more. */
export interface Conversation {
  /** Whether the model has the result of this call before it, or will have it with the next request. */
  shows(toolUseId: string): boolean
  /** Replies with their results, oldest first. */
  outline(): readonly { readonly id: string; readonly tokens: number; readonly text: string }[]
  /** From the next request on these are left out; `from` and `to` are ids of the outline, or message uuids. */
  snip(
    ranges: readonly { readonly from: string; readonly to?: string | undefined }[],
    by: 'model' | 'person',
  ): { readonly items: number; readonly tokens: number; readonly refused: readonly string[] }
}

/** Knows what the markers stand for that results have in place of secrets. */
export interface Secrets {
  /** The edit with secrets of `file` in place of their markers, in both texts. Throws ToolError when unsure which. */
  restore<E extends { readonly oldText: string; readonly newText: string }>(edit: E, file: string): E
  /** The value with markers in place of the secrets. */
  redact<T>(value: T): T
}

/** Values a tool keeps for the session, under its own key. */
export interface State {
  get(key: string): unknown
  set(key: string, value: unknown): void
}
