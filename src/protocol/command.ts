import type { CommandInfo } from './command-info.ts'
import type { Engine } from './engine.ts'
import type { MemoryTidied } from './memory.ts'

/** What a person can type after a slash. Built-in ones are plain values; they act through the engine like any front end. */
export interface Command extends CommandInfo {
  /** Makes sense without a terminal: answers with text. */
  readonly headless: boolean
  /** Throws OpError for what the person should read. */
  run(args: string, host: CommandHost): Promise<CommandOutcome>
}

export interface CommandHost {
  readonly engine: Pick<Engine, 'query' | 'send' | 'compact' | 'rewind' | 'rewindFiles'>
  /** Puts the memories of the project in order now, due or not. Throws OpError when nothing is remembered here. */
  tidyMemory(): Promise<MemoryTidied>
  /** Whether Markdown tables will be drawn; otherwise plain columns. */
  readonly rich: boolean
}

export type CommandOutcome =
  | { readonly kind: 'shown'; readonly text: string }
  /** The text becomes the person's message. */
  | { readonly kind: 'submit'; readonly text: string }
