import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { resolveReal } from '../../../lib/paths.ts'
import type { PluginMonitor } from '../../../protocol/extensions/monitor.ts'
import type { HookSettings } from '../../../protocol/hook.ts'
import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { type Bundle, isBundlePath, readBundle } from '../bundle/read-bundle.ts'
import { atKey, isJson, type Json } from './complaint.ts'
import { type PathOrInline, PLUGIN_NAME, type PluginManifest, readManifest } from './manifest.ts'
import { readBoundedJson } from './read-bounded-json.ts'
import { hooksIn, monitorsIn, serversIn } from './read-parts.ts'

/** Something about a plugin that the person should know; an error keeps a part of it, or all of it, from being used. */
export interface PluginProblem {
  readonly level: 'error' | 'warning'
  readonly file: string
  readonly message: Text
}

/** A plugin as it lies in a directory: what it is and where its parts are. Nothing of it has run. */
export interface Plugin {
  readonly name: string
  /** Real path. */
  readonly root: string
  readonly manifest: PluginManifest
  /** Absolute paths that exist; the root itself where it is a skill. */
  readonly skills: readonly string[]
  readonly commands: readonly string[]
  readonly agents: readonly string[]
  readonly styles: readonly string[]
  readonly themes: readonly string[]
  readonly workflows: readonly string[]
  readonly hooks: HookSettings
  readonly servers: Json
  /** MCP servers as archives, not unpacked; what they ask the person stands among the plugin's own options. */
  readonly bundles: readonly Bundle[]
  readonly languageServers: Json
  readonly monitors: readonly PluginMonitor[]
  /** A directory of programs. */
  readonly bin?: string
  /** Of `settings.json`, what a plugin may say. */
  readonly settings: Json
  readonly problems: readonly PluginProblem[]
}

export type PluginRead =
  | { readonly kind: 'plugin'; readonly plugin: Plugin }
  | { readonly kind: 'broken'; readonly problems: readonly PluginProblem[] }

export interface ReadPluginOptions {
  /** What a marketplace says about it. */
  readonly entry?: PluginManifest
  /** False: what the marketplace says is all there is. */
  readonly strict?: boolean
}

export const MANIFEST_FOLDERS = ['.capstan-plugin', '.claude-plugin'] as const

/** Reads what a plugin consists of; throws for nothing in it. */
export const readPlugin = (directory: string, options: ReadPluginOptions = {}): PluginRead => {
  const resolved = resolveReal(directory)
  const problems: PluginProblem[] = []
  const broken = (): PluginRead => ({ kind: 'broken', problems })
  if (!resolved.ok || !statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    problems.push({ level: 'error', file: directory, message: pluginFileText('no_directory') })
    return broken()
  }
  const root = resolved.real
  const manifest = findManifest(root, options, problems)
  if (!manifest) return broken()
  return { kind: 'plugin', plugin: partsOf({ root, manifest, problems }) }
}

const findManifest = (
  root: string,
  { entry, strict = true }: ReadPluginOptions,
  problems: PluginProblem[],
): PluginManifest | undefined => {
  const file = manifestFile(root)
  if (file === undefined) return entry ?? impliedManifest(root, problems)
  const read = readBoundedJson(file)
  if (read.kind !== 'json') {
    problems.push({
      level: 'error',
      file,
      message: read.kind === 'absent' ? pluginFileText('gone') : read.why,
    })
    return undefined
  }
  const { manifest, complaints } = readManifest(read.value)
  for (const { level, key, message } of complaints)
    problems.push({ level, file, message: atKey(key, message) })
  if (!manifest) return undefined
  if (!entry) return manifest
  if (strict) return { ...entry, ...manifest, name: entry.name }
  const twice = PARTS.filter(part => manifest[part] !== undefined && entry[part] !== undefined)
  if (twice.length === 0) return { ...manifest, ...entry }
  problems.push({
    level: 'error',
    file,
    message: pluginFileText('twice', { names: twice }),
  })
  return undefined
}

const PARTS = ['skills', 'commands', 'agents', 'hooks', 'mcpServers', 'lspServers', 'outputStyles'] as const

const manifestFile = (root: string): string | undefined =>
  MANIFEST_FOLDERS.map(folder => join(root, folder, 'plugin.json')).find(file => existsSync(file))

/** A directory without a manifest is a plugin too, if it has the parts of one. */
const impliedManifest = (root: string, problems: PluginProblem[]): PluginManifest | undefined => {
  const name = basename(root).toLowerCase()
  const known = [
    'SKILL.md',
    'skills',
    'commands',
    'agents',
    'hooks',
    '.mcp.json',
    '.lsp.json',
    'output-styles',
    'workflows',
    'themes',
    'monitors',
  ]
  if (PLUGIN_NAME.test(name) && known.some(each => existsSync(join(root, each)))) return { name }
  problems.push({
    level: 'error',
    file: root,
    message: pluginFileText('no_plugin'),
  })
  return undefined
}

interface Reading {
  readonly root: string
  readonly manifest: PluginManifest
  readonly problems: PluginProblem[]
}

const partsOf = (reading: Reading): Plugin => {
  const { root, manifest, problems } = reading
  const usual = (path: string): readonly string[] => within(reading, [path], 'quiet')
  /** What the manifest names stands in the place of the usual directory. */
  const named = (paths: readonly string[] | undefined, path: string): readonly string[] =>
    paths ? within(reading, paths, 'loud') : usual(path)
  const json = (file: string): unknown => readPart(reading, file)
  const inline = (given: readonly PathOrInline[] | undefined, path: string): readonly unknown[] =>
    (given ?? usual(path)).map(each =>
      typeof each === 'string' ? within(reading, [each], 'loud').map(json)[0] : each,
    )
  const bin = usual('./bin')[0]
  const [archives, written] = splitBundles(manifest.mcpServers)
  const bundles = archives.flatMap(path =>
    within(reading, [path], 'loud').flatMap(file => bundleIn(reading, file)),
  )
  return {
    name: manifest.name,
    root,
    manifest: withOptions(manifest, bundles),
    bundles,
    skills: [
      ...new Set([
        ...usual('./skills'),
        ...(usual('./SKILL.md').length > 0 ? [root] : []),
        ...within(reading, manifest.skills ?? [], 'loud'),
      ]),
    ],
    commands: named(manifest.commands, './commands'),
    agents: named(manifest.agents, './agents'),
    styles: named(manifest.outputStyles, './output-styles'),
    themes: named(manifest.themes, './themes'),
    workflows: named(manifest.workflows, './workflows'),
    hooks: hooksIn(
      // A manifest that names the usual file does not mean it twice.
      [
        ...new Set<PathOrInline>(
          [...usual('./hooks/hooks.json'), ...(manifest.hooks ?? [])].map(given => pathOf(root, given)),
        ),
      ].map(given => (typeof given === 'string' ? readPart(reading, given) : given)),
      message => void problems.push({ level: 'error', file: root, message }),
    ),
    servers: serversIn(inline(written, './.mcp.json'), 'mcpServers'),
    languageServers: serversIn(inline(manifest.lspServers, './.lsp.json'), 'lspServers'),
    monitors: monitorsIn(
      (manifest.monitors ?? usual('./monitors/monitors.json')).map(each =>
        typeof each === 'string' ? within(reading, [each], 'loud').map(json)[0] : each,
      ),
      message => void problems.push({ level: 'error', file: root, message }),
    ),
    settings: settingsIn(usual('./settings.json').map(json)[0]),
    ...(bin !== undefined && readdirSync(bin).length > 0 ? { bin } : {}),
    problems,
  }
}

const splitBundles = (
  given: readonly PathOrInline[] | undefined,
): readonly [readonly string[], readonly PathOrInline[] | undefined] => {
  const isBundle = (each: PathOrInline): each is string => typeof each === 'string' && isBundlePath(each)
  return [(given ?? []).filter(isBundle), given?.filter(each => !isBundle(each))]
}

const bundleIn = ({ problems }: Reading, file: string): readonly Bundle[] => {
  const read = readBundle(file)
  for (const { level, key, message } of read.complaints)
    problems.push({ level, file, message: atKey(key, message) })
  return read.kind === 'bundle' ? [read.bundle] : []
}

const withOptions = (manifest: PluginManifest, bundles: readonly Bundle[]): PluginManifest => {
  const asked = Object.assign({}, ...bundles.map(bundle => bundle.manifest.userConfig))
  return bundles.length === 0 ? manifest : { ...manifest, userConfig: { ...asked, ...manifest.userConfig } }
}

const pathOf = (root: string, given: PathOrInline): PathOrInline => {
  if (typeof given !== 'string') return given
  return given.startsWith(root) ? given : join(root, given)
}

const readPart = ({ problems }: Reading, file: string): unknown => {
  const read = readBoundedJson(file)
  if (read.kind === 'json') return read.value
  problems.push({
    level: 'error',
    file,
    message: read.kind === 'absent' ? pluginFileText('absent') : read.why,
  })
  return undefined
}

/** What exists of these, as real paths below the root: a link must not lead out of the plugin. */
const within = (
  { root, problems }: Reading,
  paths: readonly string[],
  missing: 'quiet' | 'loud',
): readonly string[] =>
  paths.flatMap(path => {
    const file = path.startsWith(root) ? path : join(root, path)
    const resolved = resolveReal(file)
    if (!resolved.ok || !resolved.exists) {
      if (missing === 'loud') problems.push({ level: 'error', file, message: pluginFileText('absent') })
      return []
    }
    if (resolved.real === root || resolved.real.startsWith(`${root}${sep}`)) return [resolved.real]
    problems.push({ level: 'error', file, message: pluginFileText('leads_out', { path: resolved.real }) })
    return []
  })

const MAY_SET: readonly string[] = ['agent', 'subagentStatusLine']

const settingsIn = (value: unknown): Json =>
  isJson(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => MAY_SET.includes(key))) : {}

/** Of a problem, for a person who looks at the plugin. */
export const sayProblem = (root: string, { file, message }: PluginProblem): Text => {
  const short = relative(root, file)
  return atKey(short === '' || short.startsWith('..') ? file : short, message)
}
