import { statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import { type Complain, expectedText, isJson, type Json } from './complaint.ts'
import { refuseGitUrl, refuseRef } from './refuse-address.ts'

/** Where a plugin of a marketplace is fetched from. */
export type PluginSource =
  | PathSource
  | (GitVersion & { readonly kind: 'git'; readonly url: string; readonly path?: string })
  | { readonly kind: 'npm'; readonly name: string; readonly version?: string; readonly registry?: string }
  | { readonly kind: 'archive'; readonly url: string; readonly sha256?: string }
  /** Run in an empty directory, it puts the plugin there or prints where it is. */
  | { readonly kind: 'command'; readonly command: string; readonly timeoutMs?: number }

/** Below the root of the marketplace; where nothing is there, elsewhere below it. */
export interface PathSource {
  readonly kind: 'path'
  readonly path: string
  readonly otherwise?: string
}

interface GitVersion {
  readonly ref?: string
  readonly sha?: string
}

interface At {
  readonly key: string
  /** What paths are relative to, within the marketplace. */
  readonly root: string
}

export const readPluginSource = (value: unknown, at: At, complain: Complain): PluginSource | undefined => {
  if (typeof value === 'string') return readPath(value, at, complain)
  if (!isJson(value))
    return complain('error', at.key, expectedText(pluginFileText('path_or_object'), { value }))
  const kind = value['source']
  const read = typeof kind === 'string' && Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined
  if (!read)
    return complain(
      'error',
      `${at.key}.source`,
      expectedText(pluginFileText('path_or_one', { names: Object.keys(KINDS) })),
    )
  return read(value, at, complain)
}

/**
 * `pluginRoot` stands before plain names. A path that starts with "./" begins at the marketplace itself for others, also
 * where the marketplace has a `pluginRoot` (many that do write whole paths); it is looked for below that root as well.
 */
const readPath = (path: string, { key, root }: At, complain: Complain): PluginSource | undefined => {
  const direct = posix.normalize(path)
  const rooted = posix.normalize(posix.join(root, path))
  const leaves = [direct, rooted].some(each => /^\.\.(?:\/|$)/.test(each) || posix.isAbsolute(each))
  if (leaves || posix.isAbsolute(root) || /[\\\0]/.test(path) || path === '')
    return complain('error', key, pluginFileText('in_market'))
  const [first, second] = /^\.\/?/.test(path) ? [direct, rooted] : [rooted, direct]
  return { kind: 'path', path: first, ...(first === second ? {} : { otherwise: second }) }
}

/** The directory of a plugin that lies in its marketplace; undefined: there is none. */
export const directoryOf = ({ path, otherwise }: PathSource, base: string): string | undefined =>
  [path, otherwise]
    .flatMap(each => (each === undefined ? [] : [join(base, each)]))
    .find(each => statSync(each, { throwIfNoEntry: false })?.isDirectory())

type ReadKind = (value: Json, at: At, complain: Complain) => PluginSource | undefined

const textOf = (
  value: Json,
  { name, key }: At & { readonly name: string },
  complain: Complain,
): string | undefined =>
  optional(value, name) ?? complain('error', `${key}.${name}`, expectedText(pluginFileText('some_text')))

const optional = (value: Json, name: string): string | undefined => {
  const text = value[name]
  return typeof text === 'string' && text !== '' ? text : undefined
}

const gitVersion = (value: Json, { key }: At, complain: Complain): GitVersion | undefined => {
  const ref = optional(value, 'ref')
  const sha = optional(value, 'sha')
  const why = ref === undefined ? undefined : refuseRef(ref)
  if (why !== undefined) return complain('error', `${key}.ref`, why)
  if (sha !== undefined && !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(sha))
    return complain('error', `${key}.sha`, expectedText(pluginFileText('commit')))
  return { ...(ref === undefined ? {} : { ref }), ...(sha === undefined ? {} : { sha }) }
}

const readGit =
  (urlOf: (value: Json, at: At, complain: Complain) => string | undefined): ReadKind =>
  (value, at, complain) => {
    const url = urlOf(value, at, complain)
    const version = gitVersion(value, at, complain)
    const path = optional(value, 'path')
    if (path !== undefined && (posix.isAbsolute(path) || path.split('/').includes('..')))
      return complain('error', `${at.key}.path`, pluginFileText('in_repository'))
    if (url === undefined || version === undefined) return undefined
    return { kind: 'git', url, ...version, ...(path === undefined ? {} : { path }) }
  }

const gitUrl = (value: Json, at: At, complain: Complain): string | undefined => {
  const url = textOf(value, { ...at, name: 'url' }, complain)
  const why = url === undefined ? undefined : refuseGitUrl(url)
  return why === undefined ? url : complain('error', `${at.key}.url`, why)
}

const githubUrl = (value: Json, at: At, complain: Complain): string | undefined => {
  const repo = textOf(value, { ...at, name: 'repo' }, complain)
  if (repo === undefined) return undefined
  return githubAddress(repo) ?? complain('error', `${at.key}.repo`, 'expected "owner/name"')
}

export const githubAddress = (repo: string): string | undefined =>
  /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9_.][\w.-]*$/.test(repo) ? `https://github.com/${repo}.git` : undefined

/** A name of a registry, never a path, an address or a repository. */
const NPM_NAME = /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/
const NPM_VERSION = /^[\w.^~<>=|* +-]+$/

const readNpm: ReadKind = (value, at, complain) => {
  const name = textOf(value, { ...at, name: 'package' }, complain)
  const version = optional(value, 'version')
  const registry = optional(value, 'registry')
  if (name === undefined) return undefined
  if (!NPM_NAME.test(name))
    return complain('error', `${at.key}.package`, expectedText(pluginFileText('package')))
  if (version !== undefined && (!NPM_VERSION.test(version) || version.startsWith('-')))
    return complain('error', `${at.key}.version`, expectedText(pluginFileText('version')))
  if (registry !== undefined && !registry.startsWith('https://'))
    return complain('error', `${at.key}.registry`, expectedText(pluginFileText('https')))
  return {
    kind: 'npm',
    name,
    ...(version === undefined ? {} : { version }),
    ...(registry === undefined ? {} : { registry }),
  }
}

const readArchive: ReadKind = (value, at, complain) => {
  const url = textOf(value, { ...at, name: 'url' }, complain)
  const sha256 = optional(value, 'sha256')
  if (url === undefined) return undefined
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    return complain('error', `${at.key}.url`, expectedText(pluginFileText('https')))
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256))
    return complain('error', `${at.key}.sha256`, expectedText(pluginFileText('hash')))
  return { kind: 'archive', url, ...(sha256 === undefined ? {} : { sha256 }) }
}

const readCommand: ReadKind = (value, at, complain) => {
  const command = textOf(value, { ...at, name: 'command' }, complain)
  const timeout = value['timeout']
  if (command === undefined) return undefined
  return {
    kind: 'command',
    command,
    ...(typeof timeout === 'number' && timeout > 0 ? { timeoutMs: timeout * 1000 } : {}),
  }
}

const KINDS: Readonly<Record<string, ReadKind>> = {
  github: readGit(githubUrl),
  url: readGit(gitUrl),
  git: readGit(gitUrl),
  'git-subdir': readGit(gitUrl),
  npm: readNpm,
  archive: readArchive,
  command: readCommand,
}

/** In words, for the person who decides. */
export const saySource = (source: PluginSource): string => {
  switch (source.kind) {
    case 'path':
      return source.path
    case 'git':
      return [source.url, source.path, source.sha ?? source.ref].filter(Boolean).join(' ')
    case 'npm':
      return `npm ${source.name}${source.version === undefined ? '' : `@${source.version}`}`
    case 'archive':
      return source.url
    case 'command':
      return `command: ${source.command}`
  }
}
