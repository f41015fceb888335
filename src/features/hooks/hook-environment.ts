import type { HookReport } from '../../protocol/event.ts'
import type { HookInput, HookVerdict } from '../../protocol/hook.ts'
import type { HookEvent } from './events.ts'
import type { HookPorts, HttpHookChoice } from './ports.ts'
import type { Chosen } from './select.ts'

export interface HookRequest {
  readonly event: HookEvent
  /** Matchers are compared with the field of this that the event's row names. */
  readonly input: HookInput
  readonly signal: AbortSignal
}

export interface HookEnvironment {
  readonly projectDir: string
  /** What hook processes get as environment, credentials already removed. */
  readonly variables: Readonly<Record<string, string>>
  /** What the person has every shell command started by. */
  readonly prefix?: string
  newId(): string
  /** Monotonic milliseconds; absent: nobody wants to know how long it took. */
  elapsed?(): number
  /** Keys of faults already told in this session; added to here, owned by the caller. */
  readonly said: Set<string>
  readonly ports?: HookPorts
  readonly http?: HttpHookChoice
  /** Asked right before a hook starts; false: its one run is taken. */
  claim?(chosen: Chosen): boolean
  /** Hears of each hook as it starts and ends. */
  onReport?(report: HookReport, chosen: Chosen): void
  /** Hears of a hook that takes long while it is waited for. */
  onSlow?(hook: { readonly event: HookEvent; readonly label: string; readonly ms: number }): void
  /** After how many milliseconds that is. */
  readonly slowMs?: number
  /** Keeps what is too long to be shown; answers where. */
  keep?(text: string): string | undefined
  /** Takes over hooks that nobody waits for; absent: they are waited for. */
  readonly background?: HookBackground
  /** What a hook may take at most, where all of an event share a budget. */
  readonly mostMs?: number
}

/** Where hooks go on that nobody waits for. */
export interface HookBackground {
  /** Ends it with the session, unless it ends before. */
  adopt(work: AdoptedHook): void
  /** What it came to. */
  deliver(end: { readonly event: HookEvent; readonly verdict: HookVerdict; readonly wake?: string }): void
}

interface AdoptedHook {
  readonly controller: AbortController
  readonly done: Promise<void>
  /** Of one that may wake the model: who it is. */
  readonly waking?: { readonly event: HookEvent; readonly label: string }
}
