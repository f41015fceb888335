import { join } from 'node:path'
import { collectComplaints, isJson, type Json } from '../format/complaint.ts'
import { readMarketplaceSource } from '../format/marketplace-source.ts'
import { readBoundedJson } from '../format/read-bounded-json.ts'
import type { InstalledPlugin, KnownMarketplace } from './records.ts'

/** Plugins that another program of this format installed for the same person: read as they are. */
export const foreignPlugins = (otherHome: string | undefined): Readonly<Record<string, InstalledPlugin>> => {
  const map = readMap(otherHome, 'installed_plugins.json', 'plugins')
  return Object.fromEntries(
    Object.entries(map).flatMap(([id, value]) => {
      const newest = (Array.isArray(value) ? value : [value]).filter(isJson).at(-1)
      const path = newest?.['installPath']
      if (typeof path !== 'string') return []
      const plugin: InstalledPlugin = {
        id,
        path,
        version: String(newest?.['version'] ?? ''),
        sha256: '',
        source: { kind: 'path', path },
        installedAt: String(newest?.['installedAt'] ?? ''),
        powers: [],
        bin: false,
        foreign: true,
      }
      return [[id, plugin]]
    }),
  )
}

export const foreignMarketplaces = (
  otherHome: string | undefined,
): Readonly<Record<string, KnownMarketplace>> =>
  Object.fromEntries(
    Object.entries(readMap(otherHome, 'known_marketplaces.json')).flatMap(([name, value]) => {
      const path = isJson(value) ? value['installLocation'] : undefined
      const source = isJson(value)
        ? readMarketplaceSource(value['source'], 'source', collectComplaints().complain)
        : undefined
      if (typeof path !== 'string' || !source) return []
      return [
        [name, { name, source, path, updatedAt: String(isJson(value) ? (value['lastUpdated'] ?? '') : '') }],
      ]
    }),
  )

const readMap = (home: string | undefined, name: string, key?: string): Json => {
  if (home === undefined) return {}
  const read = readBoundedJson(join(home, 'plugins', name))
  const map =
    read.kind === 'json' && isJson(read.value)
      ? key === undefined
        ? read.value
        : read.value[key]
      : undefined
  return isJson(map) ? map : {}
}
