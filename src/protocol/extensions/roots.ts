import type { HookSettings } from '../hook.ts'
import type { LocalizedText } from '../messages/localized-text.ts'
import type { PluginMonitor } from './monitor.ts'
import type { ContributionSource } from './source.ts'

/** Where extensions of one source are, none of them read yet. What a folder brings that nobody trusts has no place. */
export interface ExtensionRoot {
  readonly source: ContributionSource
  /** `~/.capstan`, `<project>/.claude`, the root of a plugin. */
  readonly root: string
  /** Where each kind is, files or directories; absent: the directory of its usual name in the root. */
  readonly skills?: readonly string[]
  readonly commands?: readonly string[]
  readonly agents?: readonly string[]
  readonly styles?: readonly string[]
  readonly workflows?: readonly string[]
  /** What `${NAME}` stands for in what it brings, and what its programs find in their environment. */
  readonly variables?: Readonly<Record<string, string>>
  /** Of a plugin; those of settings files come with the settings. */
  readonly hooks?: HookSettings
  /** Of a plugin, by their names, as written. */
  readonly servers?: Readonly<Record<string, unknown>>
  readonly languageServers?: Readonly<Record<string, unknown>>
  /** Of a plugin: what watches beside the session. */
  readonly monitors?: readonly PluginMonitor[]
  /** Of a plugin: the agent that conversations run as, unless the person chose one. */
  readonly agent?: string
}

/** The places of a session. They change with settings, trust and plugins. */
export interface ExtensionRoots {
  /** The same array until something changed. */
  list(): Promise<readonly ExtensionRoot[]>
  /** Hears that `list` answers something else now; until what it answers is called. */
  onChanged(listener: () => void): () => void
  /** What is beside the places: plugins as such, what cannot be used, what waits for the person. */
  found?(): Promise<ExtensionsFound>
  /** What a folder brings that nobody trusts. */
  untrusted?(): Promise<readonly WaitingExtension[]>
  /** Plugins in use, as far as they have been read. */
  loaded?(): readonly LoadedPlugin[]
  /** What was wrong with them, of the last time they were read. */
  problems?(): readonly ExtensionProblem[]
  /** Looks at settings and plugins again. Absent: nothing can change. */
  reload?(options: ReloadOptions): Promise<ReloadOutcome>
  /** Settings changed: of plugins that are disabled now nothing watches any longer. */
  endDisabled?(): Promise<void>
  /** Fetches what settings keep up to date, when it is time; lines for the person about what changed. */
  refresh?(): Promise<readonly LocalizedText[]>
  /** Whether marketplaces are known; nothing is read for it but that their list is there. */
  hasMarketplaces?(): boolean
  /** Plugins of known marketplaces that are not installed, from the catalogs on this machine. */
  installable?(): Promise<readonly InstallablePlugin[]>
  /** Installs, enables, lists … as the words say; what was done, in words. Throws OpError. */
  manage?(
    words: readonly string[],
    /** Hears of each plugin that was installed. */
    installed?: (plugin: { readonly id: string; readonly version: string }) => void,
  ): Promise<LocalizedText>
}

export interface ExtensionsFound {
  readonly plugins: readonly LoadedPlugin[]
  readonly problems: readonly ExtensionProblem[]
  readonly waiting: readonly WaitingExtension[]
}

/** A plugin that the person could install. What it says of itself is foreign. */
export interface InstallablePlugin {
  /** `name@marketplace`. */
  readonly id: string
  readonly description: string
}

/** A plugin that is in use. */
export interface LoadedPlugin {
  /** `name@marketplace`; of one that was named on the command line only its name. */
  readonly id: string
  readonly name: string
  readonly version?: string
  readonly description?: string
  readonly path: string
  /** What it brings that this program has no use for yet, in words. */
  readonly unused: readonly string[]
}

/** What would be used if the person said so. */
export interface WaitingExtension {
  readonly what: string
  readonly file?: string
  /** What to do, in words for the person. */
  readonly fix: string
}

export interface ReloadOptions {
  /** Also what changes the beginning of requests. */
  readonly force: boolean
  /** Requests have been sent: their beginning is kept by the provider. */
  readonly sent: boolean
  /** Further plugins for this session. */
  readonly plugins?: readonly { readonly path: string; readonly noServers?: boolean }[]
}

export interface ReloadOutcome {
  /** Nothing was changed: it would cost the prompt cache. */
  readonly refused?: LocalizedText
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
}

/** Something that was brought and cannot be used. */
export interface ExtensionProblem {
  /** What it is about is in use all the same. */
  readonly used?: true
  readonly source: ContributionSource
  readonly file?: string
  /** Nothing is wrong with it: it waits for trust. */
  readonly waits?: boolean
  /** What is wrong, where, and what to do, in English. */
  readonly message: string
  readonly localized?: LocalizedText
}
