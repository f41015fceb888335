import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import {
  type Complain,
  type Complaint,
  collectComplaints,
  expectedText,
  isJson,
  type Json,
} from './complaint.ts'
import { readUserConfig, type UserOption } from './user-option.ts'

/** A file or directory below the root of a plugin, or the thing itself as JSON. */
export type PathOrInline = string | Json

export interface Dependency {
  readonly name: string
  readonly version?: string
}

/** `plugin.json`, checked. Lists are lists, however they were written. */
export interface PluginManifest {
  readonly name: string
  readonly displayName?: string
  readonly version?: string
  readonly description?: string
  readonly author?: string
  readonly homepage?: string
  readonly defaultEnabled?: boolean
  readonly skills?: readonly string[]
  readonly commands?: readonly string[]
  readonly agents?: readonly string[]
  readonly outputStyles?: readonly string[]
  readonly workflows?: readonly string[]
  readonly themes?: readonly string[]
  readonly hooks?: readonly PathOrInline[]
  readonly mcpServers?: readonly PathOrInline[]
  readonly lspServers?: readonly PathOrInline[]
  readonly monitors?: readonly (PathOrInline | readonly unknown[])[]
  readonly userConfig?: Readonly<Record<string, UserOption>>
  readonly dependencies?: readonly Dependency[]
}

export interface ManifestRead {
  /** Absent: something is wrong with it that keeps the plugin from being loaded. */
  readonly manifest?: PluginManifest
  readonly complaints: readonly Complaint[]
}

type ReadField = (value: unknown, key: string, complain: Complain) => unknown

/** Names that carry what belongs to a plugin must not be mistaken for others: small letters, digits, dashes. */
export const PLUGIN_NAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/

const expected = (
  complain: Complain,
  key: string,
  about: {
    what: 'string' | 'flag' | 'object' | 'texts' | 'named_object' | 'path' | 'list'
    value: unknown
  },
): undefined => complain('error', key, expectedText(pluginFileText(about.what), { value: about.value }))

const text: ReadField = (value, key, complain) =>
  typeof value === 'string' ? value : expected(complain, key, { what: 'string', value })

const flag: ReadField = (value, key, complain) =>
  typeof value === 'boolean' ? value : expected(complain, key, { what: 'flag', value })

const object: ReadField = (value, key, complain) =>
  isJson(value) ? value : expected(complain, key, { what: 'object', value })

const texts: ReadField = (value, key, complain) =>
  Array.isArray(value) && value.every(each => typeof each === 'string')
    ? value
    : expected(complain, key, { what: 'texts', value })

const name: ReadField = (value, key, complain) => {
  if (typeof value !== 'string') return expected(complain, key, { what: 'string', value })
  if (PLUGIN_NAME.test(value)) return value
  return complain('error', key, pluginFileText('plugin_name'))
}

const author: ReadField = (value, key, complain) => {
  if (typeof value === 'string') return value
  if (isJson(value) && typeof value['name'] === 'string') return value['name']
  return expected(complain, key, { what: 'named_object', value })
}

/** Below the root, and said so: `./commands`. */
const isPluginPath = (path: string): boolean =>
  path.startsWith('./') && !path.split(/[/\\]/).includes('..') && !path.includes('\0')

const onePath = (value: unknown, key: string, complain: Complain): string | undefined => {
  if (typeof value !== 'string') return expected(complain, key, { what: 'path', value }) as undefined
  if (isPluginPath(value)) return value
  return complain('error', key, pluginFileText('in_plugin'))
}

const paths: ReadField = (value, key, complain) => {
  const list = Array.isArray(value) ? value : [value]
  const read = list.map((each, at) => onePath(each, Array.isArray(value) ? `${key}.${at}` : key, complain))
  return read.every(each => each !== undefined) ? read : undefined
}

const pathsOrInline: ReadField = (value, key, complain) => {
  const list = Array.isArray(value) ? value : [value]
  const read = list.map((each, at) =>
    isJson(each) ? each : onePath(each, Array.isArray(value) ? `${key}.${at}` : key, complain),
  )
  return read.every(each => each !== undefined) ? read : undefined
}

const monitors: ReadField = (value, key, complain) =>
  Array.isArray(value) && value.some(isJson) ? [value] : pathsOrInline(value, key, complain)

const dependencies: ReadField = (value, key, complain) => {
  if (!Array.isArray(value)) return expected(complain, key, { what: 'list', value })
  const read = value.map((each, at) => oneDependency(each, `${key}.${at}`, complain))
  return read.every(each => each !== undefined) ? read : undefined
}

const oneDependency = (value: unknown, key: string, complain: Complain): Dependency | undefined => {
  const { name: given, version } = isJson(value) ? value : { name: value, version: undefined }
  if (typeof given !== 'string' || (version !== undefined && typeof version !== 'string'))
    return complain('error', key, expectedText(pluginFileText('dependency')))
  return { name: given, ...(version === undefined ? {} : { version }) }
}

const experimental: ReadField = (value, key, complain) => {
  if (!isJson(value)) return expected(complain, key, { what: 'object', value })
  const { themes, monitors: watching } = value
  return {
    ...(themes === undefined ? {} : { themes: paths(themes, `${key}.themes`, complain) }),
    ...(watching === undefined ? {} : { monitors: monitors(watching, `${key}.monitors`, complain) }),
  }
}

/** Every field of a manifest. */
const FIELDS: Readonly<Record<string, ReadField>> = {
  name,
  displayName: text,
  version: text,
  description: text,
  author,
  homepage: text,
  repository: (value, key, complain) => (isJson(value) ? value : text(value, key, complain)),
  license: text,
  keywords: texts,
  metadata: object,
  defaultEnabled: flag,
  $schema: text,
  skills: paths,
  commands: paths,
  agents: paths,
  outputStyles: paths,
  workflows: paths,
  hooks: pathsOrInline,
  mcpServers: pathsOrInline,
  lspServers: pathsOrInline,
  experimental,
  userConfig: readUserConfig,
  channels: (value, key, complain) =>
    Array.isArray(value) ? value : expected(complain, key, { what: 'list', value }),
  dependencies,
}

/** Fields a marketplace adds to those of a manifest. */
export const ENTRY_FIELDS: readonly string[] = ['source', 'category', 'tags', 'strict', 'relevance']

export const readManifest = (value: unknown, also: readonly string[] = []): ManifestRead => {
  const { all, complain } = collectComplaints()
  if (!isJson(value)) {
    complain('error', '', expectedText(pluginFileText('object'), { value }))
    return { complaints: all }
  }
  if (!Object.hasOwn(value, 'name')) complain('error', 'name', pluginFileText('missing'))
  const read: Record<string, unknown> = {}
  for (const [key, given] of Object.entries(value)) {
    const field = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined
    if (field) Object.assign(read, key === 'experimental' ? field(given, key, complain) : undefined)
    if (field && key !== 'experimental') read[key] = field(given, key, complain)
    else if (!field && !also.includes(key)) complain('warning', key, pluginFileText('unknown'))
  }
  if (all.some(({ level }) => level === 'error')) return { complaints: all }
  return { manifest: read as unknown as PluginManifest, complaints: all }
}
