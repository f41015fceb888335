import type { ExcludeOutcome } from '../lib/git/keep-out-of-git.ts'
import type { AgentInfo } from './agents/agents.ts'
import type { ReviewCommands } from './agents/change-review.ts'
import type { GoalCommands } from './agents/goal.ts'
import type { PeerCommands } from './agents/peers.ts'
import type { PullRequestCommands } from './agents/pull-requests.ts'
import type { LoopCommands } from './agents/schedules.ts'
import type { WorkflowCommands } from './agents/workflow.ts'
import type { CommandGroup, CommandInfo } from './command-info.ts'
import type { Engine } from './engine.ts'
import type { ConfiguredHook } from './extensions/configured-hook.ts'
import type { ReloadOutcome } from './extensions/roots.ts'
import type { MemoryTidied } from './memory.ts'
import type { LocalizedText } from './messages/localized-text.ts'
import type { Cloud, CloudSetup } from './provider-settings.ts'
import type { RuleCount } from './session/rule-check.ts'
import type { ListedSetting } from './settings-access.ts'
import type { PromptLanguage } from './tools/both-languages.ts'
import type { UiRequest } from './ui-request.ts'

/** What a person can type after a slash. Built-in ones are plain values; they act through the engine like any front end. */
export interface Command extends Omit<CommandInfo, 'needsScreen' | 'localized'> {
  readonly group: CommandGroup
  /** Makes sense without a terminal: answers with text. */
  readonly headless: boolean
  /** What a session must have for the command to be listed. Absent: nothing. */
  readonly needs?: 'releaseNotes'
  /** Throws OpError for what the person should read. */
  run(args: string, host: CommandHost): Promise<CommandOutcome>
}

export interface CommandHost {
  readonly engine: Pick<Engine, 'query' | 'send' | 'compact' | 'rewindFiles' | 'rewind'>
  readonly settings: CommandSettings
  readonly place: CommandEnvironment
  /**
   * Called before a command does by itself what no other function of its host does (writes a file …): throws OpError
   * unless the owner typed the command.
   */
  ownerOnly(): void
  /** Nobody asked this with the same words before in this session: what is said once is said now. */
  isFirst(what: string): boolean
  /** Puts the memories of the project in order now, due or not. Throws OpError when nothing is remembered here. */
  tidyMemory(): Promise<MemoryTidied>
  /** Answers a question from the conversation, without joining it. */
  askBeside(question: string): Promise<LocalizedText>
  /** What happened so far, in a few sentences. */
  recap(): Promise<LocalizedText>
  /** Writes the conversation to a file, by its ending as HTML, Markdown or JSON; answers what was written. */
  exportTo(file: string | undefined): Promise<Exported>
  /** Calls of this conversation that the rules as they are would ask about, with the rules that would allow them. */
  askedFor(): Promise<readonly AskedFor[]>
  /** Which turn of this session broke it, by a command of the person's own that runs in copies. Throws OpError. */
  bisect(command: string): Promise<FoundTurn>
  /** Rules of instruction files that say how they are checked, and what became of them. */
  ruleChecks(): Promise<readonly RuleCount[]>
  /** Replies with their results that could be left out, oldest first. */
  outline(): readonly { readonly id: string; readonly tokens: number; readonly text: string }[]
  /** Hooks of all sources, also those that do not count. */
  hooks(): Promise<readonly ConfiguredHook[]>
  /** Looks at plugins again; throws OpError where there are none to look at. */
  reloadPlugins(how: { readonly force: boolean }): Promise<ReloadOutcome>
  /** Does with plugins what the words say; answers in words. Throws OpError. */
  managePlugins(words: readonly string[]): Promise<LocalizedText>
  /** What other programs have that could be brought over, or, with `write`, what was; in words. Throws OpError. */
  importFrom(wanted: { readonly names: readonly string[]; readonly write: boolean }): Promise<LocalizedText>
  /** Ways to a cloud on this machine, what would be written for one, or, with `--yes`, what was. Throws OpError. */
  setUpCloud(cloud: Cloud, words: string): Promise<CloudSetup>
  /** The text with secrets masked. */
  redact(text: string): Promise<string>
  /** What happened in this directory during the last days, in words. */
  insights(days: number): Promise<LocalizedText>
  /** Makes room by itself from now on, or does not; with `window` as if that were so large. */
  setAutoCompact(enabled: boolean, window?: number): void
  /** What is new in this version, as Markdown. */
  releaseNotes?(): Promise<string>
  /** Calls a skill as the person typed it. Throws OpError when it, or a command in it, cannot be used. */
  callSkill(name: string, args: string): Promise<CommandOutcome>
  /** Starts a fork of the conversation in the background. Throws OpError. */
  startFork(task: string): Promise<AgentInfo>
  /** Agents with worktrees of their own work on machines of the fleet from now on. Throws OpError where there is none. */
  startFleet(): Promise<void>
  readonly loops: LoopCommands
  readonly goals: GoalCommands
  /** Other sessions of the person; absent: they cannot be reached. */
  readonly peers?: PeerCommands
  /** Absent: nothing is followed here. */
  readonly pullRequests?: PullRequestCommands
  /** Throws OpError. */
  readonly workflows: WorkflowCommands
  /** Absent: nobody here holds any. */
  readonly reviews?: ReviewCommands
  /** Looks for skills, commands and agents anew; answers how many there are now. */
  reloadSkills(): Promise<{ readonly skills: number; readonly agents: number; readonly problems: number }>
}

export type FoundTurn =
  | { readonly kind: 'holds'; readonly turns: number }
  | { readonly kind: 'broken_before' }
  | {
      readonly kind: 'found'
      readonly turn: number
      readonly runs: number
      readonly prompt: string
      /** What it changed. */
      readonly diff: string
    }

export interface Exported {
  readonly path: string
  readonly bytes: number
  readonly git: ExcludeOutcome
}

/** The settings files, for a person who types keys and values. */
export interface CommandSettings {
  /** What counts now, objects taken apart: `sandbox.enabled`, `true`. Whoever is not the owner sees no secrets. */
  list(): Promise<readonly ListedSetting[]>
  /** Keys in files of the person's that do nothing here. */
  readonly withoutEffect?: readonly { readonly file: string; readonly keys: readonly string[] }[]
  /** What is known of a key that is not set. Throws OpError for what is no setting, or has no effect. */
  about(key: string): Promise<{ readonly default?: unknown }>
  /** Throws OpError for what is no setting, has no effect, or is no value for it. */
  write(
    key: string,
    value: string | number | boolean,
    scope: 'user' | 'project' | 'local',
  ): Promise<SettingWritten>
  /** From the next start on the default counts again. Throws OpError where the file cannot be written. Answers the file. */
  remove(key: string, scope: 'user' | 'project' | 'local'): Promise<string>
}

export interface SettingWritten {
  readonly file: string
  readonly counts: 'now' | 'next start'
}

export interface CommandEnvironment {
  readonly version: string
  /** Where the person's own files of this program are; absent: nowhere. */
  readonly configHome?: string
  /** Accounts side by side; absent: there is no place for them. */
  readonly profiles?: {
    readonly current?: string
    list(): readonly string[]
    /** Where its settings are; undefined: it is there already, or the name is none. */
    create(name: string): string | undefined
  }
  /** What the model reads is in it. */
  readonly promptLanguage: PromptLanguage
  /** Whether what happens is logged. */
  readonly logs: boolean
  /** What the person typed as an absolute path. */
  resolve(path: string): string
  /** Commands and tools work there from now on. Throws OpError. Answers its real path. */
  changeDirectory(path: string): Promise<string>
}

/** Kinds of calls that were, or would have been, asked about. */
export interface AskedFor {
  readonly toolName: string
  /** As it would stand in settings. */
  readonly rule: string
  readonly ruleContent?: string
  readonly count: number
}

export type CommandOutcome =
  | { readonly kind: 'shown'; readonly text: LocalizedText }
  /** The text becomes the person's message. */
  | {
      readonly kind: 'submit'
      readonly text: string
      /** Goes to the model right behind it. */
      readonly skills?: readonly SkillText[]
    }
  /** The person's words and what came of them join the conversation; the model is not asked. */
  | {
      readonly kind: 'joined'
      readonly said: string
      readonly skill: SkillText
      readonly text: LocalizedText
    }
  /** For a front end with a screen; `text` is what others say instead. */
  | { readonly kind: 'ui'; readonly request: UiRequest; readonly text: LocalizedText }

/** What a skill says as it was called, for the model. */
export interface SkillText {
  readonly name: string
  readonly text: string
  /** Without what its commands printed: only there a file can be named. */
  readonly written?: string
}
