import type { HookSettings } from '../hook.ts'
import type { ContributionSource } from './source.ts'

/** Where extensions of one source are, none of them read yet. What a folder brings that nobody trusts has no place. */
export interface ExtensionPlace {
  readonly source: ContributionSource
  /** `~/.capstan`, `<project>/.claude`, the root of a plugin. */
  readonly root: string
  /** Where each kind is, files or directories; absent: the directory of its usual name in the root. */
  readonly skills?: readonly string[]
  readonly commands?: readonly string[]
  readonly agents?: readonly string[]
  readonly styles?: readonly string[]
  /** What `${NAME}` stands for in what it brings, and what its programs find in their environment. */
  readonly variables?: Readonly<Record<string, string>>
  /** Of a plugin; those of settings files come with the settings. */
  readonly hooks?: HookSettings
  /** Of a plugin, by their names, as written. */
  readonly servers?: Readonly<Record<string, unknown>>
  readonly languageServers?: Readonly<Record<string, unknown>>
}

/** The places of a session. They change with settings, trust and plugins. */
export interface ExtensionPlaces {
  /** The same array until something changed. */
  list(): Promise<readonly ExtensionPlace[]>
  /** Hears that `list` answers something else now; until what it answers is called. */
  onChanged(listener: () => void): () => void
}

/** Something that was brought and cannot be used. */
export interface ExtensionProblem {
  readonly source: ContributionSource
  readonly file?: string
  /** What is wrong, where, and what to do, in words for the person. */
  readonly message: string
}
