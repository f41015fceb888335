import type { SettingsInForce } from '../../features/settings/loosen.ts'
import type { SettingsProblem } from '../../features/settings/problem.ts'
import type { ReadText } from '../../features/settings/read-bounded.ts'
import type { RecentWrites } from '../../features/settings/recent-writes.ts'
import type { WatchOptions } from '../../features/settings/watch.ts'
import type { SettingsTarget } from '../../features/settings/write.ts'
import type { SettingsText } from '../../features/trust/unconfirmed-settings.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { PermissionDestination } from '../../protocol/permission.ts'
import type { Settings, SettingsSource } from '../../protocol/settings.ts'

/** The settings files of a session that runs; composition roots build it. */
export interface SettingsPort {
  /** Every file that counts or would count if it existed. */
  files(): readonly { readonly source: SettingsSource; readonly file: string }[]
  /** What the session started with, file by file. */
  readonly texts: ReadonlyMap<string, ReadText>
  readonly initial: GatheredSettings
  /** What counts, if the files held these texts, and if somebody had confirmed those files. */
  gather(read: (file: string) => ReadText, confirmed?: readonly string[]): GatheredSettings
  /** Remembers beyond the session what the person said to changed files of the folder; absent: nobody does. */
  readonly memory?: SettingsMemory
  /**
   * Other settings for this run, above those of files: each key in the place of what was said about it before, `null`
   * for none. Answers what the run said before, to be put back; absent: there is no such layer.
   */
  setFlag?(change: Readonly<Record<string, unknown>>): { undo(): void }
  /** What each place says, as written, the lowest first. */
  layers?(): readonly SettingsLayerText[]
  /** What the session works with under these settings, flags and environment included. */
  derive(settings: Settings): DerivedSettings
  /** Undefined for what lasts as long as the session. */
  targetOf(destination: PermissionDestination): SettingsTarget | undefined
  /** Notices changes of the files together with other sessions; absent: by a watch of its own. */
  watch?(options: WatchOptions): Promise<Disposable>
  /** What this program wrote itself; nobody is told of it as news. */
  readonly writes?: RecentWrites
  /** The directory that `/path` rules of the person's own file are relative to. */
  readonly userAnchor: string
}

interface SettingsLayerText {
  readonly source: SettingsSource
  readonly file?: string
  readonly settings: Readonly<Record<string, unknown>>
}

/** Which texts of the folder's settings files the person knows of. Both throw nothing: they answer why it failed. */
export interface SettingsMemory {
  /** Files of which only restrictions count, because nobody has confirmed what they hold. */
  held(): readonly string[]
  /** The session began with this text, or somebody confirmed it since. */
  knows(one: SettingsText): boolean
  /** From the next start on, until somebody confirms it, only what it restricts counts of such a text. */
  hold(texts: readonly SettingsText[]): Promise<string | undefined>
  /** From now on it counts. */
  confirm(texts: readonly AnsweredText[]): Promise<string | undefined>
}

/** A text of a settings file that the person knows of. */
export interface AnsweredText extends Pick<SettingsText, 'file' | 'text'> {
  /** What it was before their own answer was added to it; nothing but answers needs no trust. */
  readonly before?: string
}

export interface GatheredSettings extends SettingsInForce {
  readonly problems: readonly SettingsProblem[]
  /** Only the administrator's allow rules count. */
  readonly managedOnly: boolean
}

export interface DerivedSettings {
  /** Real paths of the working directories, the start directory first. */
  readonly roots: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Why bypass mode may not be used. */
  readonly bypassRefused?: LocalizedText
  /** Why auto mode may not be used. */
  readonly autoRefused?: LocalizedText
  /** What could not be followed, in words. */
  readonly problems: readonly string[]
}
