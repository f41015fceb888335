import type { ScriptCallRow } from '../tools/script-call.ts'
import type { Text } from './localized-text.ts'

/**
 * What people are shown of a call: data that its tool makes, and that front ends render without knowing the tool.
 * Everything in it that is no {@link LocalizedText} is foreign: escape it before it goes to a screen.
 */
export interface Presentation {
  /** Shown instead of the tool's name. */
  readonly name?: Text
  readonly kind: CallKind
  /** What the call is about, on one line. */
  readonly subject: Subject
  /** The whole call on one line, for who shows no name beside it; its parts are joined by blanks. Absent: name and subject. */
  readonly title?: readonly (Text | PathRange)[]
  /** What came of it, on one line. */
  readonly outcome?: Text
  /** The file or directory it works on; a relative path starts where the call does. */
  readonly paths?: readonly PathRange[]
  /** It goes on in the background, under this id. */
  readonly background?: string
  /** Chooses the view; absent: the text of the result is shown. */
  readonly body?: Body
}

/** Makes the presentation of a call. Pure, and total: a model wrote the input, and an old session file may hold any output. */
export type Present = (input: unknown, output?: unknown) => Presentation

/** For a tool whose input says it all, and whose result is text. */
export const presentInput: Present = () => ({ kind: 'other', subject: { type: 'input' } })

export type CallKind =
  | 'read'
  | 'edit'
  | 'run'
  | 'search'
  | 'fetch'
  | 'think'
  | 'delegate'
  | 'switch_mode'
  | 'other'

/** Lines count from one. */
export interface PathRange {
  readonly path: string
  readonly line?: number
  readonly endLine?: number
}

export type Subject =
  /** `summary`: there is more in the input, and a view with room for all of it shows that instead. */
  | { readonly type: 'text' | 'summary'; readonly text: Text }
  | ({ readonly type: 'file' } & PathRange)
  | { readonly type: 'command'; readonly command: string }
  | {
      readonly type: 'search'
      readonly of: 'contents' | 'names'
      readonly pattern: string
      readonly path?: string
      readonly glob?: string
    }
  /** Nothing but the input says what it is about: each view lists that in its own way. */
  | { readonly type: 'input' }

export type Body =
  | ContentBody
  | DiffBody
  | OutputBody
  | MatchesBody
  | TodosBody
  | TasksBody
  | AgentBody
  | PlanBody
  | QuestionsBody
  | MessageBody
  | PageBody
  | LinksBody
  | LogBody
  | ListBody
  | FoundBody
  | SaidBody
  | ServerBody
  | ScriptBody

/** The result is what a file holds. */
export interface ContentBody {
  readonly type: 'content'
  readonly amount?:
    | { readonly of: 'lines' | 'bytes' | 'pages' | 'cells'; readonly count: number }
    | 'unchanged'
}

/** A change of one file. */
export interface DiffBody {
  readonly type: 'diff'
  readonly path: string
  /** What is to replace what, as the call says it. */
  readonly replaces?: readonly { readonly before?: string; readonly after?: string }[]
  /** The call gives the file as a whole. */
  readonly writes?: { readonly content?: string }
  /** What a file that was not there before holds now. */
  readonly created?: string
  /** Hunks with `oldStart`, `newStart` and `lines`, as the tool or an old session file has them. */
  readonly patch?: readonly unknown[]
}

/** A script, and the calls it made. */
export interface ScriptBody {
  readonly type: 'script'
  readonly code?: string
  readonly calls: readonly ScriptCallRow[]
  /** How many it made that are not among them. */
  readonly more: number
}

/** A command and what it printed. */
export interface OutputBody {
  readonly type: 'output'
  readonly command?: string
  readonly description?: string
  readonly ended?: CommandEnd
}

export interface CommandEnd {
  readonly stdout: string
  readonly stderr: string
  /** The output was a picture. */
  readonly isPicture?: true
  /** Null: it was ended early. */
  readonly exitCode?: number | null
  readonly signal?: string
  readonly timedOutAfterMs?: number
  readonly interrupted?: true
  /** What the exit code means to this command. */
  readonly meaning?: string
}

/** The result is what a search found. */
export interface MatchesBody {
  readonly type: 'matches'
  /** What a line of the result names; absent: neither. */
  readonly lines?: 'files' | 'matches'
  /** In the result. */
  readonly shown?: FoundCounts
  /** With what was left out of it. */
  readonly all?: FoundCounts
}

export interface FoundCounts {
  readonly files: number
  readonly lines?: number
}

export interface Todo {
  readonly content: string
  readonly activeForm?: string
  readonly status: 'pending' | 'in_progress' | 'completed'
}

/** The whole list of what is to be done, as the call leaves it. */
export interface TodosBody {
  readonly type: 'todos'
  readonly todos: readonly Todo[]
}

/** The list of tasks, or what the call changed about it. */
export interface TasksBody {
  readonly type: 'tasks'
  readonly all?: readonly (Todo & { readonly id: string })[]
  readonly added?: Todo & { readonly id: string }
  readonly changed?: {
    readonly id: string
    readonly content?: string
    readonly status?: Todo['status'] | 'deleted'
  }
}

/** Work that was handed to an agent. */
export interface AgentBody {
  readonly type: 'agent'
  readonly prompt?: string
  /** The skill that works as an agent, or is only text for the model; absent: it is an agent from the start. */
  readonly skill?: string
  /** It ran to its end and `answer` is what it said last. */
  readonly completed?: true
  readonly answer?: string
  /** Something ended it early. */
  readonly stopped?: true
  readonly calls?: number
  readonly tokens?: number
  readonly ms?: number
}

export interface PlanBody {
  readonly type: 'plan'
  /** As it was proposed. */
  readonly proposed?: string
  /** As it was approved. */
  readonly approved?: string
}

/** What the person is asked, and what they said. */
export interface QuestionsBody {
  readonly type: 'questions'
  readonly questions: readonly string[]
  readonly answers?: readonly {
    readonly question: string
    readonly answer?: string
    readonly note?: string
  }[]
  /** In their own words, to all of them. */
  readonly response?: string
}

/** Something for the person, which is shown by itself; `text` where no event tells of it in an earlier run. */
export interface MessageBody {
  readonly type: 'message'
  readonly text?: string
}

export interface PageBody {
  readonly type: 'page'
  readonly url: string
  readonly fetched?: {
    readonly status: number
    readonly bytes: number
    readonly note: string
    readonly text: string
  }
}

export interface LinksBody {
  readonly type: 'links'
  readonly links?: readonly { readonly url: string; readonly title?: string }[]
}

/** What something in the background has printed. */
export interface LogBody {
  readonly type: 'log'
  readonly heading?: string
  readonly text?: string
}

export interface ListBody {
  readonly type: 'list'
  readonly lines?: readonly string[]
}

/** What came of it, in the words of the tool, for whoever reads it in another language than the model. */
export interface SaidBody {
  readonly type: 'said'
  readonly text?: Text
}

/** The result is what was found; how much that is. */
export interface FoundBody {
  readonly type: 'found'
  readonly count?: number
}

/** A tool of an MCP server, or about all of them. */
export interface ServerBody {
  readonly type: 'server'
  readonly tool?: { readonly server: string; readonly name: string }
}
