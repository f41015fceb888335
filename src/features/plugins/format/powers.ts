import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isJson } from './complaint.ts'
import type { Plugin } from './read-plugin.ts'

/** What of a plugin acts by itself or is allowed something: told before it is installed, asked about when it grows. */
export interface Power {
  readonly kind: 'hook' | 'server' | 'language server' | 'monitor' | 'program' | 'permission' | 'agent'
  /** What it is, whole: another text is another power. */
  readonly what: string
}

const MAX_FILES = 2_000
const MAX_BYTES = 256 * 1024

export const powersOf = (plugin: Plugin): readonly Power[] => [
  ...Object.entries(plugin.hooks).flatMap(([event, groups]) =>
    groups.flatMap(({ matcher, hooks }) =>
      hooks.map(
        (handler): Power => ({
          kind: 'hook',
          what: `${event}${matcher ? ` (${matcher})` : ''}: ${sayHandler(handler as unknown as Record<string, unknown>)}`,
        }),
      ),
    ),
  ),
  ...Object.entries(plugin.servers).map(
    ([name, server]): Power => ({ kind: 'server', what: `${name}: ${sayServer(server)}` }),
  ),
  ...Object.entries(plugin.languageServers).map(
    ([name, server]): Power => ({ kind: 'language server', what: `${name}: ${sayServer(server)}` }),
  ),
  ...plugin.monitors.map(({ name, command }): Power => ({ kind: 'monitor', what: `${name}: ${command}` })),
  ...(plugin.bin === undefined
    ? []
    : readdirSync(plugin.bin).map((name): Power => ({ kind: 'program', what: name }))),
  ...(typeof plugin.settings['agent'] === 'string'
    ? [{ kind: 'agent', what: `every session runs as ${plugin.settings['agent']}` } as const]
    : []),
  ...[...plugin.skills, ...plugin.commands].flatMap(path =>
    permissionsBelow(plugin.root, path === plugin.root ? join(path, 'SKILL.md') : path),
  ),
]

/** What an update has that was not there before. */
export const addedPowers = (before: readonly Power[], after: readonly Power[]): readonly Power[] =>
  after.filter(({ kind, what }) => !before.some(old => old.kind === kind && old.what === what))

const sayHandler = (handler: Record<string, unknown>): string => {
  const { type, command, args, url, server, tool, prompt } = handler
  const rest = Array.isArray(args) ? ` ${JSON.stringify(args)}` : ''
  const what = command ?? url ?? (server === undefined ? prompt : `${String(server)} ${String(tool)}`)
  return `${String(type)} ${String(what ?? '')}${rest}`
}

const sayServer = (server: unknown): string => {
  if (!isJson(server)) return JSON.stringify(server)
  const { command, args, url } = server
  return typeof url === 'string' ? url : [command, ...(Array.isArray(args) ? args : [])].map(String).join(' ')
}

/** Rules that skills allow themselves, by the line of their head. */
const permissionsBelow = (root: string, path: string): readonly Power[] =>
  markdownBelow(path).flatMap(file => {
    const [, head] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(readStart(file)) ?? []
    const allowed = /^allowed-tools:((?:.*)(?:\r?\n[ \t]+-.*)*)/m.exec(head ?? '')?.[1]?.trim()
    if (!allowed) return []
    return [{ kind: 'permission', what: `${relative(root, file)}: ${allowed.replaceAll(/\s+/g, ' ')}` }]
  })

const readStart = (file: string): string =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? MAX_BYTES) < MAX_BYTES ? readFileSync(file, 'utf8') : ''

const markdownBelow = (path: string): readonly string[] => {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path.endsWith('.md') ? [path] : []
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.md'))
    .slice(0, MAX_FILES)
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
}
