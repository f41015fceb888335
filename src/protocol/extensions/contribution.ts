import type { Command } from '../command.ts'
import type { HookSettings } from '../hook.ts'
import type { Tool, ToolSpec } from '../tool.ts'
import type { AgentDefinition } from './agent-definition.ts'
import type { ExtensionProblem } from './roots.ts'
import type { NamedServer } from './server.ts'
import type { Skill } from './skill.ts'
import type { ContributionSource } from './source.ts'

/** What one source adds to a session. Built-ins, files of the person or the project, plugins and servers all come this way. */
export interface Contribution {
  readonly source: ContributionSource
  readonly tools?: readonly ContributedTool[]
  readonly commands?: readonly Command[]
  readonly skills?: readonly Skill[]
  readonly agents?: readonly AgentDefinition[]
  readonly servers?: readonly NamedServer[]
  readonly styles?: readonly ContributedStyle[]
  /** All run; those of settings files are not among them. */
  readonly hooks?: HookSettings
  /** What `${NAME}` stands for in its hooks, and what they find in their environment. */
  readonly variables?: Readonly<Record<string, string>>
  /** Names of prompts that come with the program and are switched off. */
  readonly hides?: readonly string[]
  /** What it brought that cannot be used. */
  readonly problems?: readonly ExtensionProblem[]
}

/** A tool of a source: implemented by what `load` answers. */
export interface ContributedTool {
  readonly spec: Omit<ToolSpec, 'listsDeferred'>
  load(): Promise<Tool | undefined>
}

export interface ContributedStyle {
  readonly name: string
  readonly description: string
  readonly file?: string
}
