import type { Text } from '../../protocol/messages/localized-text.ts'

/** One thing of another program, as it would be ours. Nothing is written yet. */
export type ImportItem = ImportCommon &
  (
    | { readonly kind: 'instructions' | 'command' | 'agent'; readonly content: string }
    /** A directory, with all it holds. */
    | { readonly kind: 'skill' }
    /** Goes into the servers of the file it is for. */
    | { readonly kind: 'server'; readonly config: Readonly<Record<string, unknown>> }
    /** Goes into the settings of the file: `name` is the rule. */
    | { readonly kind: 'rule'; readonly list: 'allow' | 'ask' | 'deny' }
    | { readonly kind: 'setting'; readonly path: readonly string[]; readonly value: string | object }
    /** Of an event of ours, behind those that are there; `name` is the command. */
    | { readonly kind: 'hook'; readonly event: string; readonly entry: Readonly<Record<string, unknown>> }
  )

interface ImportCommon {
  readonly name: string
  /** File or directory it comes from. */
  readonly from: string
  /** File or directory it would be. */
  readonly to: string
  /** What the person should know: a value that was left out, a feature that has no counterpart. */
  readonly notes: readonly Text[]
}

export interface ImportPlan {
  readonly items: readonly ImportItem[]
  /** What was found and is left alone. */
  readonly skipped: readonly { readonly from: string; readonly why: Text }[]
}

/** Where to look and where to write, for one of the two. */
export interface ImportSource {
  readonly scope: 'user' | 'project'
  /** The home or the project. */
  readonly base: string
  /** `~/.capstan`, or `.capstan` of the project. */
  readonly target: string
  /** The file servers go into. */
  readonly servers: string
  /** The settings file that rules go into. */
  readonly settings: string
  /** Secrets are taken over as they are. */
  readonly secrets: boolean
  /** Hooks come along: somebody has agreed to what they run. */
  readonly hooks: boolean
}
