import type { Command } from './command.ts'
import type { Tool, ToolSpec } from './tool.ts'

/** Who brings a contribution, and with what standing. */
export type ContributionSource =
  | { readonly level: 'built-in' }
  /** What it brings carries its name. */
  | { readonly level: 'plugin'; readonly name: string }
  | {
      readonly level: 'managed' | 'user' | 'project'
      /** The directory it was found in; within a level ours goes before that of others. */
      readonly directory?: '.capstan' | '.claude'
    }

/** What one source adds to a session. Built-ins, files of the person or the project, plugins and servers all come this way. */
export interface Contribution {
  readonly source: ContributionSource
  readonly tools?: readonly ContributedTool[]
  readonly commands?: readonly Command[]
}

/** A tool of a source: sent whole, implemented by what `load` answers. */
export interface ContributedTool {
  readonly spec: Omit<ToolSpec, 'deferred' | 'listsDeferred'>
  load(): Promise<Tool | undefined>
}

/** Of two entries of the same name only one counts. */
export interface Override {
  readonly kind: 'command' | 'tool'
  readonly name: string
  /** Whose counts. */
  readonly by: ContributionSource
  /** Whose does not. */
  readonly over: ContributionSource
}
