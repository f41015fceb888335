import type { StartAtOnce } from '../../features/mcp/pool/pool-deps.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { CodeMode, NamedServer, ServerHost } from '../../protocol/extensions/server.ts'
import type { Env } from '../../protocol/host.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import type { ChannelsOptions, SessionChannels } from '../channels/part.ts'
import type { SandboxChoice } from '../sandbox/options.ts'

/** The MCP servers of a session, and how they are dealt with. */
export interface ServersChoice {
  /** By where they are written, with what is wrong with them. */
  readonly written: readonly Contribution[]
  /** For the variables of servers that come with plugins. */
  readonly env: Env
  readonly version: string
  readonly configHome: string
  readonly connectMs?: number
  readonly callMs?: number
  readonly idleMs?: number
  readonly startAtOnce?: StartAtOnce
  /** A call that takes longer goes on in the background; 0: none does. */
  readonly backgroundMs?: number
  /** Only those of the command line, or of the administrator's file, count: none of plugins. */
  readonly only?: 'flags' | 'managed'
  /** By this policy the program that drives the session brings none but those that live in it. */
  readonly hostLock?: 'disableSideloadFlags' | 'strictPluginOnlyCustomization' | undefined
  /** Names of those the person has switched off here, as of now. */
  disabled(): readonly string[]
  /** Why one may not start, behind its name; `undefined`: it may. */
  refusal(server: Pick<NamedServer, 'name' | 'config'> & { readonly alias?: string }): Text | undefined
  /** Tokens of a result that are shown whole. */
  readonly resultTokens?: number
  /** Definitions are sent when they are looked up: always, never, or from this share of the window on. */
  readonly defer: 'always' | 'never' | { readonly percent: number }
  /** Whose tools are only offered from within scripts, unless a server says so itself; absent: `auto`. */
  readonly codeMode?: CodeMode
  /** Before the first request, those nothing is known of are waited for; absent: nobody waits. */
  readonly waitMs?: number
  /** SHA-256, as hex digits. */
  hash(text: string): string
  /** Takes down what the person says about a server of the project. */
  approve(server: { readonly name: string; readonly sha256: string }, yes: boolean): Promise<void>
  setDisabled(name: string, disabled: boolean): Promise<void>
  /** Shows a page in the person's browser; false when there is none. */
  openUrl(url: string): Promise<boolean>
  /** For servers that are to run in the sandbox, whether commands do or not; absent: those do not run. */
  sandbox?(): SandboxChoice
  /** Those that may push messages into the session; absent: none may. */
  readonly channels?: (options: ChannelsOptions) => SessionChannels
  /** The program that drives this one; absent: there is none. */
  readonly host?: ServerHost
}
