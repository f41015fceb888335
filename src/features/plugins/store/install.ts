import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Power } from '../../../protocol/extensions/power.ts'
import { oneOf, pluginText } from '../../../protocol/messages/host/plugins.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { fetchPlugin } from '../fetch/fetch-plugin.ts'
import type { MarketplaceEntry } from '../format/marketplace.ts'
import { type Plugin, readPlugin, sayProblem } from '../format/read-plugin.ts'
import { satisfies } from '../format/satisfies.ts'
import { PluginError } from '../plugin-error.ts'
import { type Catalogue, findCatalogue, knownMarketplaces, openCatalogue } from './marketplaces.ts'
import { checkMarketplace, refusePlugin } from './policy.ts'
import { changeRecords, type InstalledPlugin, readRecords } from './records.ts'
import { storeSecret } from './secrets.ts'
import type { StoreDeps } from './store-deps.ts'
import { fileName, parseId, storePaths } from './store-paths.ts'

export interface Installed {
  readonly record: InstalledPlugin
  readonly plugin: Plugin
  /** What it may do by itself. */
  readonly powers: readonly Power[]
  /** As it was before. */
  readonly unchanged: boolean
  /** What it needs, and was installed with it. */
  readonly dependencies: readonly Installed[]
  readonly notes: readonly LocalizedText[]
}

interface Chosen {
  readonly id: string
  readonly entry: MarketplaceEntry
  readonly catalogue: Catalogue
}

/** `name` or `name@marketplace`, as a plugin that a marketplace has. Throws PluginError. */
const choosePlugin = async (wanted: string, deps: StoreDeps): Promise<Chosen> => {
  const { name, marketplace } = parseId(wanted)
  const catalogues = marketplace === undefined ? searchable(deps) : [await findCatalogue(marketplace, deps)]
  const found = catalogues.flatMap(catalogue => {
    const { plugins, renames } = catalogue.marketplace
    const moved = renames[name]
    if (moved === null)
      throw new PluginError(
        'unknown',
        pluginText('no_longer_offered', { name, marketplace: catalogue.marketplace.name }),
      )
    const entry = plugins.find(each => each.name === (moved ?? name))
    return entry ? [{ id: `${entry.name}@${catalogue.marketplace.name}`, entry, catalogue }] : []
  })
  const [first, second] = found
  if (first && second)
    throw new PluginError(
      'refused',
      pluginText('in_several', { name, ids: oneOf(found.map(({ id }) => id)) }),
    )
  if (first) return first
  const where = marketplace ?? pluginText('any_marketplace')
  throw new PluginError('unknown', pluginText('no_plugin', { name, marketplace: where }))
}

/** One that cannot be read does not hide the others. */
const searchable = (deps: StoreDeps): readonly Catalogue[] =>
  knownMarketplaces(deps).flatMap(known => {
    try {
      checkMarketplace(known.source, deps.policy)
      return [openCatalogue(known)]
    } catch (error) {
      if (error instanceof PluginError) return []
      throw error
    }
  })

/** Fetches a plugin with what it needs and remembers it. Enabling it is for settings. Throws PluginError. */
export const installPlugin = async (
  wanted: string,
  deps: StoreDeps,
  above: readonly string[] = [],
): Promise<Installed> => {
  const chosen = await choosePlugin(wanted, deps)
  const { id } = chosen
  const refused = refusePlugin(id, deps.policy)
  if (refused !== undefined) throw new PluginError('refused', pluginText('stop', { text: refused }))
  const brought = await bringIn(chosen, deps, { needed: above.length > 0 })
  const { dependencies, notes } = await installNeeded({ id, plugin: brought.plugin, chosen, above }, deps)
  return { ...brought, dependencies, notes }
}

const bringIn = async (
  { id, entry, catalogue }: Chosen,
  deps: StoreDeps,
  { needed }: { readonly needed: boolean },
): Promise<Pick<Installed, 'record' | 'plugin' | 'powers' | 'unchanged'>> => {
  const { source, manifest, strict } = entry
  const before = readRecords(deps.configHome).plugins[id]
  const { trustMessage: message } = deps.policy
  if (!before && message !== undefined && !(await deps.agree({ kind: 'trust', id, message })))
    throw new PluginError('needs-yes', pluginText('trust_declined', { id }))
  if (source.kind === 'command' && deps.policy.noCommands)
    throw new PluginError('refused', pluginText('commands_off', { id }))
  if (source.kind === 'command' && !(await deps.agree({ kind: 'command', id, command: source.command })))
    throw new PluginError('needs-yes', pluginText('command_declined', { id, command: source.command }))
  await using scratch = deps.scratch()
  const target = join(scratch.path, fileName(entry.name))
  const { commit } = await fetchPlugin(source, { target, base: catalogue.base }, deps)
  const read = readPlugin(target, { entry: manifest, strict })
  if (read.kind === 'broken')
    throw new PluginError(
      'failed',
      pluginText('cannot_load', {
        id,
        problems: read.problems.map(each => sayProblem(target, each)),
      }),
    )
  const sha256 = hashTree(target)
  const powers = await readPowers(id, read.plugin, deps)
  if (before?.sha256 === sha256 && existsSync(before.path)) {
    const again = readPlugin(before.path, { entry: manifest, strict })
    if (again.kind === 'plugin')
      return {
        record: await askedFor(before, { needed, deps }),
        plugin: again.plugin,
        powers,
        unchanged: true,
      }
  }
  if (before) await agreeToMore(id, { before: before.powers, after: powers }, deps)
  const bin = await mayRun(id, powers, { before, deps })
  const version = read.plugin.manifest.version ?? commit?.slice(0, 12) ?? sha256.slice(0, 12)
  const path = keep(target, { id, version, sha256, configHome: deps.configHome })
  const record: InstalledPlugin = {
    id,
    path,
    version,
    sha256,
    source,
    ...(commit === undefined ? {} : { commit }),
    installedAt: new Date(deps.now()).toISOString(),
    powers: recordedPowers(powers),
    bin,
    entry: manifest,
    strict,
    ...(needed && (!before || before.needed) ? { needed: true as const } : {}),
  }
  await changeRecords({ configHome: deps.configHome, of: 'plugins' }, all => ({ ...all, [id]: record }), deps)
  mkdirSync(storePaths(deps.configHome).data(id), { recursive: true, mode: 0o700 })
  const now = readPlugin(path, { entry: manifest, strict })
  if (now.kind === 'broken') throw new PluginError('failed', pluginText('unreadable', { id }))
  return { record, plugin: now.plugin, powers, unchanged: false }
}

/** More than any person reads, and more than a record should hold. */
const MAX_POWERS = 5_000

const readPowers = async (id: string, plugin: Plugin, deps: StoreDeps): Promise<readonly Power[]> => {
  const powers = await deps.powersOf(plugin)
  if (powers.length <= MAX_POWERS) return powers
  throw new PluginError(
    'refused',
    pluginText('too_many_powers', { id, count: powers.length, most: MAX_POWERS }),
  )
}

/** What came with another plugin, and is asked for by name now, stays without it. */
const askedFor = async (
  record: InstalledPlugin,
  { needed, deps }: { readonly needed: boolean; readonly deps: StoreDeps },
): Promise<InstalledPlugin> => {
  if (needed || !record.needed) return record
  const { needed: _, ...own } = record
  await changeRecords(
    { configHome: deps.configHome, of: 'plugins' },
    all => ({ ...all, [record.id]: own }),
    deps,
  )
  return own
}

const agreeToMore = async (
  id: string,
  { before, after }: { readonly before: readonly Power[]; readonly after: readonly Power[] },
  deps: StoreDeps,
): Promise<void> => {
  const added = addedPowers(before, after).filter(({ kind }) => kind !== 'program')
  if (added.length === 0 || (await deps.agree({ kind: 'powers', id, added }))) return
  const what = added.map(({ kind, what: text }) => `${kind} ${text}`).join('; ')
  throw new PluginError('needs-yes', pluginText('adds_declined', { id, what }))
}

const mayRun = async (
  id: string,
  powers: readonly Power[],
  { before, deps }: { readonly before: InstalledPlugin | undefined; readonly deps: StoreDeps },
): Promise<boolean> => {
  const programs = powers.filter(({ kind }) => kind === 'program')
  if (programs.length === 0) return false
  if (before?.bin && addedPowers(before.powers, programs).length === 0) return true
  return await deps.agree({ kind: 'bin', id, programs: programs.map(({ what }) => what) })
}

/** Under its version and what it holds; what is there already is the same. */
const keep = (
  from: string,
  at: { readonly id: string; readonly version: string; readonly sha256: string; readonly configHome: string },
): string => {
  const { name, marketplace = '' } = parseId(at.id)
  const folder = join(storePaths(at.configHome).cache, fileName(marketplace), fileName(name))
  const path = join(folder, `${fileName(at.version)}-${at.sha256.slice(0, 12)}`)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(path, { recursive: true, force: true })
  renameSync(from, path)
  return path
}

const installNeeded = async (
  {
    id,
    plugin,
    chosen,
    above,
  }: {
    readonly id: string
    readonly plugin: Plugin
    readonly chosen: Chosen
    readonly above: readonly string[]
  },
  deps: StoreDeps,
): Promise<Pick<Installed, 'dependencies' | 'notes'>> => {
  const dependencies: Installed[] = []
  const notes: LocalizedText[] = []
  const { name: own, dependsOn } = chosen.catalogue.marketplace
  for (const { name, version } of plugin.manifest.dependencies ?? []) {
    const { name: bare, marketplace = own } = parseId(name)
    const needed = `${bare}@${marketplace}`
    if (needed === id || above.includes(needed)) continue
    if (marketplace !== own && !dependsOn.includes(marketplace)) {
      notes.push(pluginText('needs_elsewhere', { id, needed }))
      continue
    }
    const record = readRecords(deps.configHome).plugins[needed]
    const installed = record ? undefined : await installPlugin(needed, deps, [...above, id])
    if (installed) dependencies.push(installed, ...installed.dependencies)
    const got = record?.version ?? installed?.record.version ?? ''
    if (version !== undefined && !satisfies(got, version))
      notes.push(pluginText('needs_version', { id, needed, version, got }))
  }
  return { dependencies, notes }
}

/** Forgets a plugin with all its versions; what it kept for itself goes too unless it is wanted. */
export const uninstallPlugin = async (
  id: string,
  { keepData }: { readonly keepData: boolean },
  deps: StoreDeps,
): Promise<void> => {
  await changeRecords(
    { configHome: deps.configHome, of: 'plugins' },
    ({ [id]: _gone, ...others }) => others,
    deps,
  )
  const paths = storePaths(deps.configHome)
  const { name, marketplace = '' } = parseId(id)
  rmSync(join(paths.cache, fileName(marketplace), fileName(name)), { recursive: true, force: true })
  if (keepData) return
  rmSync(paths.data(id), { recursive: true, force: true })
  await storeSecret(deps.configHome, { id }, deps)
}

/** Of everything in a directory: names, content, and what can be run. */
const hashTree = (root: string): string => {
  const hash = createHash('sha256')
  const visit = (directory: string, prefix: string): void => {
    for (const name of readdirSync(directory).sort()) {
      const path = join(directory, name)
      const stats = statSync(path)
      if (stats.isDirectory()) visit(path, `${prefix}${name}/`)
      else {
        const content = readFileSync(path)
        hash.update(`${prefix}${name}\0${(stats.mode & 0o100) === 0 ? '' : 'x'}\0${content.length}\0`)
        hash.update(content)
      }
    }
  }
  visit(root, '')
  return hash.digest('hex')
}

/** What `after` has and `before` had not, or not so often. A power without a digest is equal to none. */
export const addedPowers = (before: readonly Power[], after: readonly Power[]): readonly Power[] => {
  const agreed = new Map<string, number>()
  for (const { sha256 } of before) if (sha256 !== undefined) agreed.set(sha256, (agreed.get(sha256) ?? 0) + 1)
  return after.filter(({ sha256 = '' }) => {
    const left = agreed.get(sha256) ?? 0
    agreed.set(sha256, left - 1)
    return left <= 0
  })
}

const MOST_CHARS = 200

/** As they are recorded: the digest counts, of the text only the beginning is kept. */
const recordedPowers = (powers: readonly Power[]): readonly Power[] =>
  powers.map(power => ({ ...power, what: power.what.slice(0, MOST_CHARS) }))
