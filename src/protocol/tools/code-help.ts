import type { ForCode } from './code-reader.ts'

/** What language servers can be asked about code. */
export const CODE_LOOKUPS = [
  'definition',
  'references',
  'implementations',
  'hover',
  'signature',
  'symbols',
  'incoming_calls',
  'outgoing_calls',
  'supertypes',
  'subtypes',
] as const
/** What they can change, once it is granted. */
export const CODE_CHANGES = ['rename', 'code_action', 'format'] as const

export type CodeLookup = (typeof CODE_LOOKUPS)[number]
export type CodeChange = (typeof CODE_CHANGES)[number]

export interface CodeQuestion<O extends CodeLookup | CodeChange = CodeLookup | CodeChange> {
  readonly operation: O
  /** Where whoever asks works: without a path, the code there is meant. */
  readonly cwd: string
  /** `Foo.bar`: places are named, not counted. */
  readonly symbol?: string
  /** Absolute. */
  readonly path?: string
  /** From one. */
  readonly line?: number
  readonly newName?: string
  /** Title of the code action to take; absent: those there are. */
  readonly action?: string
}

/** Lines of a file; no text: they may not be shown. */
export interface CodeLocation {
  readonly path: string
  /** From one, the last included. */
  readonly line: number
  readonly endLine: number
  readonly text: readonly string[]
  /** What it is or lies in, by name. */
  readonly about?: string
}

export interface CodeAnswer {
  /** Words of the server. */
  readonly text?: string
  readonly places: readonly CodeLocation[]
  /** So many more there are. */
  readonly more: number
}

export interface CodePlan {
  readonly title?: string
  /** What can be chosen, where nothing was. */
  readonly choices?: readonly string[]
  /** Whole contents, by the file they belong to. */
  readonly changes: readonly { readonly path: string; readonly before: string; readonly after: string }[]
}

/** Of a call that may ask language servers. Both throw {@link ToolError}. */
export interface CodeHelp extends ForCode {
  /** Absent where there are none. */
  readonly codeHelp?: {
    look(question: CodeQuestion<CodeLookup>, signal: AbortSignal): Promise<CodeAnswer>
    /** What would be changed; nothing is. */
    plan(question: CodeQuestion<CodeChange>, signal: AbortSignal): Promise<CodePlan>
  }
}
