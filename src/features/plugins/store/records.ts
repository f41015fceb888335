import { withFileLock } from '../../../lib/files/file-lock.ts'
import { makeDirectories } from '../../../lib/files/make-directories.ts'
import { readStoredObject, writeStoredObject } from '../../../lib/files/stored-object.ts'
import type { Power } from '../../../protocol/extensions/power.ts'
import { damageState } from '../../../protocol/messages/host/stored-files.ts'
import { isJson, type Json } from '../format/complaint.ts'
import type { PluginManifest } from '../format/manifest.ts'
import type { MarketplaceSource } from '../format/marketplace-source.ts'
import type { PluginSource } from '../format/plugin-source.ts'
import { readBoundedJson } from '../format/read-bounded-json.ts'
import { PluginError } from '../plugin-error.ts'
import { storePaths } from './store-paths.ts'

/** A plugin that was installed: which one, where it lies, and what the person agreed to. */
export interface InstalledPlugin {
  readonly id: string
  readonly path: string
  readonly version: string
  /** Of everything in it. */
  readonly sha256: string
  readonly source: PluginSource
  readonly commit?: string
  /** ISO 8601. */
  readonly installedAt: string
  readonly powers: readonly Power[]
  /** Its programs may be found by commands. */
  readonly bin: boolean
  /** What the marketplace says about it. */
  readonly entry?: PluginManifest
  readonly strict?: boolean
  /** Nobody asked for it by name: another plugin needs it. */
  readonly needed?: true
  /** Another program installed it: it is read, never changed. */
  readonly foreign?: boolean
}

export interface KnownMarketplace {
  readonly name: string
  readonly source: MarketplaceSource
  /** Its root, or the file itself. */
  readonly path: string
  readonly updatedAt: string
}

export interface Records {
  readonly plugins: Readonly<Record<string, InstalledPlugin>>
  readonly marketplaces: Readonly<Record<string, KnownMarketplace>>
}

/** What is known of plugins here. A file that cannot be read counts for nothing, and is said. */
export const readRecords = (configHome: string): Records & { readonly problems: readonly string[] } => {
  const paths = storePaths(configHome)
  const problems: string[] = []
  const read = (file: string, key: string): Json => {
    const found = readBoundedJson(file)
    if (found.kind === 'absent') return {}
    const map = found.kind === 'json' && isJson(found.value) ? found.value[key] : undefined
    if (isJson(map)) return map
    problems.push(
      `${file} ${found.kind === 'unreadable' ? found.why : 'does not hold what it should'}; move it away and install the plugins again.`,
    )
    return {}
  }
  return {
    plugins: read(paths.installed, 'plugins') as Records['plugins'],
    marketplaces: read(paths.marketplaces, 'marketplaces') as Records['marketplaces'],
    problems,
  }
}

export interface RecordDeps {
  newId(): string
  /** Milliseconds since the epoch. */
  now(): number
}

type Change<K extends keyof Records> = (before: Records[K]) => Records[K]

const FILES = { plugins: 'installed', marketplaces: 'marketplaces' } as const

/** Replaces what is known, while no other process does the same. Throws PluginError for a file that cannot be read. */
export const changeRecords = async <K extends keyof Records>(
  at: { readonly configHome: string; readonly of: K },
  change: Change<K>,
  deps: RecordDeps,
): Promise<void> => {
  const paths = storePaths(at.configHome)
  makeDirectories(paths.root, 0o700)
  const file = paths[FILES[at.of]]
  await withFileLock(
    `${file}.lock`,
    () => {
      const { problems, ...records } = readRecords(at.configHome)
      const [problem] = problems.filter(text => text.startsWith(file))
      if (problem !== undefined) throw new PluginError('failed', problem)
      const read = readStoredObject(file)
      if (read.kind === 'damaged')
        throw new PluginError('failed', `${file} ${damageState(read.damage).text}. Nothing was changed.`)
      const others = read.kind === 'object' ? read.value : {}
      writeStoredObject(file, { version: 1, ...others, [at.of]: change(records[at.of]) })
    },
    deps,
  )
}
