import type { HookSettings } from '../hook.ts'
import type { UserBlock } from '../message.ts'
import type { ControlCancelRequest, ControlRequest, ControlResponse } from './control-message.ts'

/** What a host writes on our stdin, one JSON object a line. Further fields may be there and are left alone. */
export type InboundLine =
  | InboundUser
  | ControlRequest<InboundRequest>
  | ControlResponse
  | ControlCancelRequest
  | { readonly type: 'keep_alive' }

export interface InboundUser {
  readonly type: 'user'
  readonly message: { readonly role: 'user'; readonly content: string | readonly UserBlock[] }
  readonly uuid?: string | undefined
  /** False: join the history, start no turn. */
  readonly shouldQuery?: boolean | undefined
  readonly isSynthetic?: boolean | undefined
  /** While a turn runs: interrupts it, joins it, or waits for its end, as what says nothing does. */
  readonly priority?: 'now' | 'next' | 'later' | undefined
}

/** A request by its envelope; the fields of each subtype are checked when it is served. */
export interface InboundRequest {
  readonly subtype: string
  readonly [field: string]: unknown
}

/** The parts of `initialize` that change a run, in one spelling. */
export interface InitializeFields {
  /** The whole system prompt; `['']` means an empty one, absent the product's own. */
  readonly systemPrompt?: readonly string[]
  readonly appendSystemPrompt?: string
  readonly jsonSchema?: Readonly<Record<string, unknown>>
  readonly title?: string
  /** Hooks that the host answers itself. */
  readonly hooks?: HookSettings
  /** Names of MCP servers in the process of the host. */
  readonly sdkMcpServers?: readonly string[]
  /** What the host says about them, by name. */
  readonly sdkMcpServerConfigs?: Readonly<Record<string, SdkServerConfig>>
  /** As in `--agents`. */
  readonly agents?: Readonly<Record<string, unknown>>
  /** Only these skills are for the model. */
  readonly skills?: readonly string[]
  readonly plugins?: readonly HostPlugin[]
  /** Name the model calls → name of the tool that runs. */
  readonly toolAliases?: Readonly<Record<string, string>>
  /** In the place of our own steps of plan mode. */
  readonly planModeInstructions?: string
  /** A guess at the next prompt follows each turn. */
  readonly promptSuggestions?: boolean
  /** What differs between people and places goes into the first message. */
  readonly excludeDynamicSections?: boolean
  /** False: the prompt of an earlier run is not sent again. */
  readonly systemPromptSnapshot?: boolean
}

interface SdkServerConfig {
  /** Milliseconds a call may take. */
  readonly timeout?: number
  readonly tools?: readonly { readonly name: string; readonly policy: 'ask' | 'deny' }[]
}

interface HostPlugin {
  readonly path: string
  readonly skipMcpDiscovery?: boolean
}
