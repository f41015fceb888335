import type { CompactReport, CompactRequest } from './context.ts'
import type { Message } from './message.ts'
import type { LocalizedText } from './messages/localized-text.ts'
import type { PromptLanguage } from './tools/both-languages.ts'

/** One step of making the history fit. Stages run in a fixed order, cheapest first. */
export interface Stage {
  readonly name: string
  readonly cost: 'free' | 'model'
  /** False when bytes already sent change: the prompt cache breaks, and the reason is this stage. */
  readonly keepsPrefix: boolean
  /** A quick look whether there is anything to do; it is asked before every request. Absent: `run` finds out. */
  due?(view: readonly Message[], env: StageEnv): boolean
  /** `undefined`: nothing to do. Throws ModelError when its model call failed; the turn then goes on without it. */
  run(view: readonly Message[], env: StageEnv): Promise<StageResult | undefined>
}

export interface StageResult {
  readonly view: readonly Message[]
  /** What to append to the session so that resume comes to the same view. */
  readonly added: readonly Message[]
  /** For the person, in one sentence each. */
  readonly notices?: readonly LocalizedText[]
  /** What a summary is made of, for whoever asked for it. */
  readonly report?: Pick<CompactReport, 'summary' | 'carried' | 'after'>
}

/** Text that goes over a compaction word for word. */
export type CarryItem = CompactReport['carried'][number]

/** Where in a context window something has to happen. */
export interface WindowLimits {
  /** The window less the room for a summary. */
  readonly effective: number
  /** Say that it is getting full. */
  readonly warnAt: number
  /** Compact when the next request would be larger. */
  readonly compactAt: number
  /** With compaction off: nothing larger is sent. */
  readonly blockAt: number
}

export interface StageEnv {
  readonly trigger: 'auto' | 'reactive' | 'manual'
  readonly signal: AbortSignal
  /** Of the prompt; absent: English. */
  readonly language?: PromptLanguage | undefined
  /** Estimated size of the next request. */
  readonly tokens: number
  readonly window: number
  readonly maxOutput: number
  readonly enabled: boolean
  /** Tokens of system prompt and tools. */
  readonly overhead?: number
  /** Absent: those that follow from window and output. */
  readonly limits?: WindowLimits
  /** What a person asked for; `instructions` go into the summary, `part` says what it is made of. */
  readonly request?: CompactRequest
  newMessageId(): string
  now(): Date
  /** What still holds and must be said again behind a boundary. */
  restate?(): Promise<readonly { readonly kind: string; readonly text: string }[]>
  /** Asks the model about the conversation with one instruction appended; everything before it stays byte-equal. */
  summarize(view: readonly Message[], instruction: string): Promise<string>
  /** What of the messages that go must stay word for word, within so many tokens. Absent: the person's own words. */
  carry?(dropped: readonly Message[], budget: number): readonly CarryItem[] | Promise<readonly CarryItem[]>
  /** How that stands in the summary; the next compaction finds it there again. */
  renderCarry?(items: readonly CarryItem[]): string
}
