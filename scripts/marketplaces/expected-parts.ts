import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

export const KINDS = [
  'skills',
  'commands',
  'agents',
  'styles',
  'hooks',
  'servers',
  'languageServers',
] as const
export type Kind = (typeof KINDS)[number]
/** Of each kind what a plugin has, by file or name; of hooks one entry for each handler. */
export type Parts = Readonly<Record<Kind, readonly string[]>>

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): readonly unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const jsonIn = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}

const isDirectory = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const below = (directory: string): readonly string[] =>
  isDirectory(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter(entry => !entry.isDirectory())
        .map(entry => join(entry.parentPath, entry.name))
        .filter(file => !/\/(?:node_modules|\.[^/]+)\//.test(file.slice(directory.length)))
    : []

/** Markdown files that a list of files and directories leads to. */
const markdownAt = (root: string, paths: readonly unknown[]): readonly string[] =>
  paths.flatMap(path => {
    const at = join(root, String(path))
    return (isDirectory(at) ? below(at) : existsSync(at) ? [at] : []).filter(file => file.endsWith('.md'))
  })

const skillsAt = (directory: string): readonly string[] => {
  if (existsSync(join(directory, 'SKILL.md'))) return [join(directory, 'SKILL.md')]
  if (!isDirectory(directory)) return []
  return readdirSync(directory)
    .map(name => join(directory, name, 'SKILL.md'))
    .filter(file => existsSync(file))
}

/** Every file for agents is one, with a head or without; of notes for people nobody makes one. */
const isAgent = (file: string): boolean =>
  !/^(?:readme|changelog|license|contributing|claude|agents)\.md$/i.test(basename(file))

const namesIn = (value: unknown, key: string): readonly string[] => {
  const map = isObject(value) && isObject(value[key]) ? value[key] : value
  return isObject(map) ? Object.keys(map) : []
}

const handlersIn = (value: unknown): readonly string[] => {
  const events = isObject(value) && isObject(value['hooks']) ? value['hooks'] : value
  if (!isObject(events)) return []
  return Object.entries(events).flatMap(([event, groups]) =>
    listOf(groups).flatMap(group =>
      isObject(group) ? listOf(group['hooks']).map(handler => `${event} ${JSON.stringify(handler)}`) : [],
    ),
  )
}

/**
 * What the published format says a directory brings, read without any code of the program: only files, the manifest and
 * what the marketplace says about the plugin. A file counts by its path below the root.
 */
export const expectedParts = (root: string, entry: Json): Parts => {
  const file = join(root, '.claude-plugin/plugin.json')
  const own = existsSync(file) ? jsonIn(file) : {}
  const manifest: Json =
    entry['strict'] === false ? { ...(own as Json), ...entry } : { ...entry, ...(own as Json) }
  const named = (key: string, usual: string): readonly unknown[] =>
    manifest[key] === undefined ? [usual] : listOf(manifest[key])
  const values = (key: string, usual: string): readonly unknown[] =>
    named(key, usual).map(given => (typeof given === 'string' ? jsonIn(join(root, given)) : given))
  const hookFiles = [
    ...new Set(
      ['hooks/hooks.json', ...listOf(manifest['hooks'])].map(given =>
        typeof given === 'string' ? join(root, given) : given,
      ),
    ),
  ].map(given => (typeof given === 'string' ? jsonIn(given) : given))
  const skills = ['skills', ...listOf(manifest['skills'])].flatMap(path => skillsAt(join(root, String(path))))
  const alone = existsSync(join(root, 'SKILL.md')) ? [join(root, 'SKILL.md')] : []
  const short = (files: readonly string[]): readonly string[] =>
    [...new Set(files)].map(each => each.slice(root.length + 1)).toSorted()
  return {
    skills: short([...skills, ...alone]),
    commands: short(markdownAt(root, named('commands', 'commands'))),
    agents: short(markdownAt(root, named('agents', 'agents')).filter(isAgent)),
    styles: short(markdownAt(root, named('outputStyles', 'output-styles'))),
    hooks: hookFiles.flatMap(handlersIn).toSorted(),
    servers: values('mcpServers', '.mcp.json').flatMap(value => namesIn(value, 'mcpServers')),
    languageServers: values('lspServers', '.lsp.json').flatMap(value => namesIn(value, 'lspServers')),
  }
}

/** Directories of the plugins that lie in a marketplace, with what it says about them; the others are only counted. */
export const pluginsIn = (directory: string) => {
  const market = jsonIn(join(directory, '.claude-plugin/marketplace.json'))
  if (!isObject(market))
    throw new Error(`${directory} has no .claude-plugin/marketplace.json that can be read`)
  const metadata = isObject(market['metadata']) ? market['metadata'] : {}
  const roots = [directory, join(directory, String(metadata['pluginRoot'] ?? '.'))]
  const entries = listOf(market['plugins']).filter(isObject)
  const here = entries.flatMap(entry => {
    const { name, source } = entry
    if (typeof source !== 'string') return []
    const root = roots.map(each => resolve(each, source)).find(isDirectory)
    return root === undefined ? [] : [{ name: String(name), root, entry }]
  })
  return {
    name: String(market['name'] ?? basename(directory)),
    here,
    elsewhere: entries.length - here.length,
  }
}
