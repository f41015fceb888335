import type { Power } from '../../../protocol/extensions/power.ts'
import type { FetchDeps } from '../fetch/fetch-deps.ts'
import type { MarketplaceSource } from '../format/marketplace-source.ts'
import type { Plugin } from '../format/read-plugin.ts'
import type { PluginPolicy } from './policy.ts'
import type { RecordDeps } from './records.ts'

/** What the person is asked before it is done. */
export type PluginQuestion =
  /** A line of a marketplace is run to get the plugin. */
  | { readonly kind: 'command'; readonly id: string; readonly command: string }
  /** Its programs can then be called by commands. */
  | { readonly kind: 'bin'; readonly id: string; readonly programs: readonly string[] }
  /** What the administrator wants read first. */
  | { readonly kind: 'trust'; readonly id: string; readonly message: string }
  /** A new version does more than the one that was agreed to. */
  | { readonly kind: 'powers'; readonly id: string; readonly added: readonly Power[] }

export interface StoreDeps extends FetchDeps, RecordDeps {
  readonly configHome: string
  /** Where another program of this format keeps its own; absent: it is not looked at. */
  readonly otherHome?: string
  readonly policy: PluginPolicy
  /** Marketplaces that settings name. */
  readonly named: Readonly<Record<string, MarketplaceSource>>
  /** A path as the person typed it. */
  resolve(path: string): string
  agree(question: PluginQuestion): Promise<boolean>
  /** What a session would run, send, read or grant of it, as its loaders see it. */
  powersOf(plugin: Plugin): Promise<readonly Power[]>
}
