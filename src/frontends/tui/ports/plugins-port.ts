import type { LocalizedText, Text } from '../../../protocol/messages/localized-text.ts'
/** Plugins and marketplaces of this machine. Texts are foreign: they are made safe before they are shown. */
export interface PluginsPort {
  look(): Promise<PluginsView>
  /** Does it; throws an error in words for the person. `agree` is asked about what needs a yes of its own. */
  act(action: PluginAction, agree: (question: PluginAsk) => Promise<boolean>): Promise<void>
}

export interface PluginsView {
  readonly installed: readonly InstalledView[]
  readonly available: readonly AvailableView[]
  readonly marketplaces: readonly MarketplaceView[]
}

export interface InstalledView {
  readonly id: string
  readonly version: string
  readonly description: string
  readonly enabled: boolean
  /** Stands before the others. */
  readonly favorite?: boolean
  /** Another program installed it: it can only be enabled and disabled here. */
  readonly foreign: boolean
  readonly brings: readonly Text[]
  readonly unused: readonly Text[]
  readonly options: readonly { readonly key: string; readonly title: string; readonly secret: boolean }[]
  readonly problems: readonly Text[]
}

export interface AvailableView {
  readonly id: string
  readonly description: string
  readonly from: string
  readonly installed: boolean
}

export interface MarketplaceView {
  readonly name: string
  readonly from: string
  readonly plugins: number
  readonly problem?: LocalizedText
}

export type PluginAction =
  | { readonly kind: 'install' | 'uninstall' | 'enable' | 'disable' | 'update'; readonly id: string }
  /** One no longer, when it was one. */
  | { readonly kind: 'favorite'; readonly id: string }
  | { readonly kind: 'add'; readonly typed: string }
  | { readonly kind: 'refresh' | 'forget'; readonly name: string }
  | { readonly kind: 'configure'; readonly id: string; readonly key: string; readonly value: string }

export interface PluginAsk {
  readonly kind: 'command' | 'bin' | 'powers' | 'trust'
  readonly id: string
  /** The line that would run, the programs, what is new, or what the administrator says. */
  readonly what: readonly Text[]
}
