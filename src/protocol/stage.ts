import type { Message } from './message.ts'

/** One step of making the history fit. Stages run in a fixed order, cheapest first. */
export interface Stage {
  readonly name: string
  readonly cost: 'free' | 'model'
  /** False when bytes already sent change: the prompt cache breaks, and the reason is this stage. */
  readonly keepsPrefix: boolean
  /** `undefined`: nothing to do. Throws ModelError when its model call failed; the turn then goes on without it. */
  run(view: readonly Message[], env: StageEnv): Promise<StageResult | undefined>
}

export interface StageResult {
  readonly view: readonly Message[]
  /** What to append to the session so that resume comes to the same view. */
  readonly added: readonly Message[]
}

export interface StageEnv {
  readonly trigger: 'auto' | 'reactive' | 'manual'
  readonly signal: AbortSignal
  /** Estimated size of the next request. */
  readonly tokens: number
  readonly window: number
  readonly maxOutput: number
  readonly enabled: boolean
  newMessageId(): string
  now(): Date
  /** What still holds and must be said again behind a boundary. */
  restate?(): readonly { readonly kind: string; readonly text: string }[]
  /** Asks the model about the conversation with one instruction appended; everything before it stays byte-equal. */
  summarize(view: readonly Message[], instruction: string): Promise<string>
}
