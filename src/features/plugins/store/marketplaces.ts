import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { copyTree } from '../fetch/copy-tree.ts'
import { fetchGit } from '../fetch/git-source.ts'
import { fetchNpm } from '../fetch/npm-source.ts'
import { atKey, type Complaint } from '../format/complaint.ts'
import { type Marketplace, readMarketplace } from '../format/marketplace.ts'
import { type MarketplaceSource, sayMarketplaceSource } from '../format/marketplace-source.ts'
import { githubAddress } from '../format/plugin-source.ts'
import { readBoundedJson } from '../format/read-bounded-json.ts'
import { MANIFEST_FOLDERS } from '../format/read-plugin.ts'
import { PluginError } from '../plugin-error.ts'
import { foreignMarketplaces } from './foreign.ts'
import { checkMarketplace, checkName } from './policy.ts'
import { changeRecords, type KnownMarketplace, readRecords } from './records.ts'
import type { StoreDeps } from './store-deps.ts'
import { storePaths } from './store-paths.ts'

/** A marketplace as it is on this machine. */
export interface Catalogue {
  readonly marketplace: Marketplace
  readonly known: KnownMarketplace
  /** What paths of its plugins are relative to. */
  readonly base: string
  readonly complaints: readonly Complaint[]
}

/** Where the file of a marketplace is, from its root or itself. Throws PluginError. */
export const openCatalogue = (known: KnownMarketplace): Catalogue => {
  const file = catalogueFile(known)
  const read = readBoundedJson(file)
  if (read.kind !== 'json')
    throw new PluginError(
      'failed',
      read.kind === 'absent'
        ? pluginText('file_absent', { file })
        : pluginText('file_problem', { file, problem: read.why }),
    )
  const { marketplace, complaints } = readMarketplace(read.value)
  if (marketplace) return { marketplace, known, base: baseOf(file), complaints }
  const [first] = complaints
  throw new PluginError(
    'failed',
    pluginText('no_catalog', { file, problem: atKey(first?.key ?? '', first?.message ?? '') }),
  )
}

const baseOf = (file: string): string => {
  const directory = dirname(file)
  return MANIFEST_FOLDERS.some(folder => directory.endsWith(`/${folder}`)) ? dirname(directory) : directory
}

const catalogueFile = ({ path, source }: KnownMarketplace): string => {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const inside =
    'path' in source && source.source !== 'directory' && source.source !== 'file' ? source.path : undefined
  const candidates = [
    ...(inside === undefined ? [] : [join(path, inside)]),
    ...MANIFEST_FOLDERS.map(folder => join(path, folder, 'marketplace.json')),
    join(path, 'marketplace.json'),
  ]
  return candidates.find(file => existsSync(file)) ?? join(path, '.claude-plugin', 'marketplace.json')
}

/** All that were added, here or by another program for the same person; ours first. */
export const knownMarketplaces = (
  deps: Pick<StoreDeps, 'configHome' | 'otherHome'>,
): readonly KnownMarketplace[] => {
  const own = readRecords(deps.configHome).marketplaces
  const others = Object.values(foreignMarketplaces(deps.otherHome)).filter(({ name }) => !own[name])
  return [...Object.values(own), ...others]
}

/** Fetches a marketplace and remembers it, under the name it gives itself. Throws PluginError. */
export const addMarketplace = async (
  source: MarketplaceSource,
  deps: StoreDeps,
  expected?: string,
): Promise<Catalogue> => {
  checkMarketplace(source, deps.policy)
  const paths = storePaths(deps.configHome)
  mkdirSync(paths.catalogues, { recursive: true, mode: 0o700 })
  await using scratch = deps.scratch()
  const path = await bring(source, scratch.path, deps)
  const updatedAt = new Date(deps.now()).toISOString()
  const fetched = openCatalogue({ name: '', source, path, updatedAt })
  const { name } = fetched.marketplace
  checkName(name, source)
  if (expected !== undefined && expected !== name)
    throw new PluginError('refused', pluginText('other_name', { expected, name }))
  const before = readRecords(deps.configHome).marketplaces[name]
  if (before && !isDeepStrictEqual(whole(before.source), whole(source)))
    throw new PluginError(
      'refused',
      pluginText('name_taken', { name, source: sayMarketplaceSource(before.source) }),
    )
  // Beside the one in use, which goes only when the record names the new one: a crash leaves either of them.
  const kept = path.startsWith(scratch.path) ? join(paths.catalogues, `${name}@${deps.newId()}`) : path
  if (kept !== path) renameSync(path, kept)
  const known: KnownMarketplace = { name, source, path: kept, updatedAt }
  await changeRecords(
    { configHome: deps.configHome, of: 'marketplaces' },
    all => ({ ...all, [name]: known }),
    deps,
  )
  if (before && before.path !== kept) removeCopy(before, deps)
  return openCatalogue(known)
}

/** However much of it is kept here. */
const whole = (source: MarketplaceSource): object => ({ ...source, sparsePaths: undefined })

/** Its root or file, below `target` unless it is the person's own. */
const bring = async (source: MarketplaceSource, target: string, deps: StoreDeps): Promise<string> => {
  const copy = join(target, 'marketplace')
  switch (source.source) {
    case 'directory':
    case 'file':
      return deps.resolve(source.path)
    case 'github':
    case 'git': {
      const clone = join(target, 'clone')
      mkdirSync(clone)
      const url = source.source === 'git' ? source.url : (githubAddress(source.repo) ?? '')
      const sparse = source.sparsePaths && [...new Set([...MANIFEST_FOLDERS, ...source.sparsePaths])]
      await fetchGit({ url, sparse, ...(source.ref === undefined ? {} : { ref: source.ref }) }, clone, deps)
      copyTree(clone, copy)
      return copy
    }
    case 'npm':
      mkdirSync(copy)
      await fetchNpm({ name: source.package }, copy, deps)
      return copy
    case 'url':
      mkdirSync(copy)
      writeFileSync(join(copy, 'marketplace.json'), await deps.download(source.url), { mode: 0o600 })
      return copy
  }
}

export const removeMarketplace = async (name: string, deps: StoreDeps): Promise<KnownMarketplace> => {
  const known = readRecords(deps.configHome).marketplaces[name]
  if (!known)
    throw new PluginError(
      'unknown',
      pluginText(isForeign(name, deps) ? 'no_marketplace_foreign' : 'no_marketplace', { name }),
    )
  await changeRecords(
    { configHome: deps.configHome, of: 'marketplaces' },
    ({ [name]: _gone, ...others }) => others,
    deps,
  )
  removeCopy(known, deps)
  return known
}

/** What was fetched; a directory of the person's own stays. */
const removeCopy = ({ path }: KnownMarketplace, { configHome }: StoreDeps): void => {
  if (dirname(path) === storePaths(configHome).catalogues) rmSync(path, { recursive: true, force: true })
}

const isForeign = (name: string, { otherHome }: StoreDeps): boolean =>
  foreignMarketplaces(otherHome)[name] !== undefined

/** The marketplace of a name: added before, or named in settings and added now. Throws PluginError. */
export const findCatalogue = async (name: string, deps: StoreDeps): Promise<Catalogue> => {
  const known = knownMarketplaces(deps).find(each => each.name === name)
  if (known) {
    checkMarketplace(known.source, deps.policy)
    return openCatalogue(known)
  }
  const source = deps.named[name]
  if (source) return await addMarketplace(source, deps, name)
  throw new PluginError('unknown', pluginText('add_marketplace_first', { name }))
}
