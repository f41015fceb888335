import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readPlugin } from '../format/read-plugin.ts'
import { type InstalledPlugin, readRecords } from './records.ts'
import { parseId, storePaths } from './store-paths.ts'

/** Plugins that came with others, of which none is installed any more. */
export const unneeded = (configHome: string): readonly string[] => {
  const { plugins } = readRecords(configHome)
  const gone = new Set<string>()
  for (;;) {
    const left = Object.values(plugins).filter(({ id }) => !gone.has(id))
    const wanted = new Set(left.flatMap(needsOf))
    const found = left.filter(({ id, needed }) => needed && !wanted.has(id))
    if (found.length === 0) return [...gone]
    for (const { id } of found) gone.add(id)
  }
}

const needsOf = ({ id, path, entry, strict = true }: InstalledPlugin): readonly string[] => {
  const read = readPlugin(path, { strict, ...(entry ? { entry } : {}) })
  if (read.kind !== 'plugin') return []
  const { marketplace = '' } = parseId(id)
  return (read.plugin.manifest.dependencies ?? []).map(({ name }) => {
    const needed = parseId(name)
    return `${needed.name}@${needed.marketplace ?? marketplace}`
  })
}

/** What no record names: versions before an update, and what was left of installs that were cut short. */
export const leftovers = (configHome: string, now: number): readonly string[] => {
  const { cache, root, catalogues } = storePaths(configHome)
  const { plugins, marketplaces } = readRecords(configHome)
  const kept = new Set([...Object.values(plugins), ...Object.values(marketplaces)].map(({ path }) => path))
  const below = (path: string): readonly string[] => {
    try {
      return readdirSync(path).map(name => join(path, name))
    } catch {
      // Nothing was ever installed.
      return []
    }
  }
  const versions = below(cache).flatMap(below).flatMap(below)
  const scratch = below(root).filter(path => basename(path).startsWith('tmp-') && isOld(path, now))
  const copies = below(catalogues).filter(path => isOld(path, now))
  return [...[...versions, ...copies].filter(path => !kept.has(path)), ...scratch]
}

/** One that is younger may belong to an install that runs. */
const SCRATCH_MS = 60 * 60 * 1000

const isOld = (path: string, now: number): boolean => {
  const facts = statSync(path, { throwIfNoEntry: false })
  return facts !== undefined && now - facts.mtimeMs > SCRATCH_MS
}

export const removeLeftovers = (paths: readonly string[]): void => {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
}
