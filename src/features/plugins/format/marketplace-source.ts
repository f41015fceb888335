import { posix } from 'node:path'
import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { type Complain, expectedText, isJson } from './complaint.ts'
import { githubAddress } from './plugin-source.ts'
import { refuseGitUrl, refuseRef } from './refuse-address.ts'

interface GitPart {
  readonly ref?: string
  readonly path?: string
  /** Of a large repository, the only directories that are fetched. */
  readonly sparsePaths?: readonly string[]
}

/** Where a marketplace file is. */
export type MarketplaceSource =
  | ({ readonly source: 'github'; readonly repo: string } & GitPart)
  | ({ readonly source: 'git'; readonly url: string } & GitPart)
  /** The file itself, fetched. */
  | { readonly source: 'url'; readonly url: string }
  | { readonly source: 'npm'; readonly package: string }
  | { readonly source: 'directory'; readonly path: string }
  | { readonly source: 'file'; readonly path: string }

/** As settings have it: `extraKnownMarketplaces.<name>.source`. */
export const readMarketplaceSource = (
  value: unknown,
  key: string,
  complain: Complain,
): MarketplaceSource | undefined => {
  if (!isJson(value)) return complain('error', key, expectedText(pluginFileText('object'), { value }))
  const text = (name: string): string | undefined => {
    const given = value[name]
    return typeof given === 'string' && given !== '' ? given : undefined
  }
  const [repo, url, path, ref, name] = ['repo', 'url', 'path', 'ref', 'package'].map(text)
  const refused = ref === undefined ? undefined : refuseRef(ref)
  if (refused !== undefined) return complain('error', `${key}.ref`, refused)
  const sparse = value['sparsePaths']
  if (sparse !== undefined && !(Array.isArray(sparse) && sparse.every(isSparsePath)))
    return complain('error', `${key}.sparsePaths`, SPARSE)
  const more = {
    ...(ref === undefined ? {} : { ref }),
    ...(path === undefined ? {} : { path }),
    ...(sparse === undefined ? {} : { sparsePaths: sparse as readonly string[] }),
  }
  const leaves = path !== undefined && (posix.isAbsolute(path) || path.split('/').includes('..'))
  switch (value['source']) {
    case 'github':
      if (leaves) return complain('error', `${key}.path`, pluginFileText('in_repository'))
      if (repo !== undefined && githubAddress(repo) !== undefined) return { source: 'github', repo, ...more }
      return complain('error', `${key}.repo`, 'expected "owner/name"')
    case 'git': {
      const why = refuseGitUrl(url ?? '')
      if (leaves) return complain('error', `${key}.path`, pluginFileText('in_repository'))
      if (url !== undefined && why === undefined) return { source: 'git', url, ...more }
      return complain('error', `${key}.url`, why ?? expectedText(pluginFileText('address')))
    }
    case 'url':
      if (url?.startsWith('https://')) return { source: 'url', url }
      return complain('error', `${key}.url`, expectedText(pluginFileText('https')))
    case 'npm':
      if (name !== undefined) return { source: 'npm', package: name }
      return complain('error', `${key}.package`, expectedText(pluginFileText('package')))
    case 'directory':
    case 'file':
      if (path !== undefined) return { source: value['source'], path }
      return complain('error', `${key}.path`, expectedText(pluginFileText('path')))
    default:
      return complain(
        'error',
        `${key}.source`,
        expectedText(
          pluginFileText('one_of', { names: ['github', 'git', 'url', 'npm', 'directory', 'file'] }),
        ),
      )
  }
}

const SPARSE = expectedText(pluginFileText('sparse'))

/** A directory by its path: no option, no pattern, and not outside. */
const isSparsePath = (path: unknown): boolean =>
  typeof path === 'string' &&
  /^[\w.@][\w.@ /-]*$/.test(path) &&
  path.split('/').every(part => part !== '..' && part !== '.git')

/** A source of which only these directories are wanted; or why that cannot be. */
export const sparselyFrom = (
  source: MarketplaceSource,
  paths: readonly string[],
): MarketplaceSource | { readonly refused: LocalizedText } => {
  if (paths.length === 0) return source
  if (source.source !== 'github' && source.source !== 'git') return { refused: pluginFileText('not_sparse') }
  if (!paths.every(isSparsePath)) return { refused: pluginFileText('flag_sparse', { message: SPARSE }) }
  return { ...source, sparsePaths: paths.map(path => path.replace(/\/+$/, '')) }
}

/** What somebody types after `marketplace add`: `owner/name`, an address, or a path. `#ref` names a branch or tag. */
export const marketplaceSourceOf = (
  typed: string,
  isDirectory: (path: string) => boolean | undefined,
): MarketplaceSource | { readonly refused: LocalizedText } => {
  const [address = '', ref] = typed.split('#', 2)
  const why = ref === undefined ? undefined : refuseRef(ref)
  if (why !== undefined) return { refused: why }
  const more = ref === undefined ? {} : { ref }
  if (/^https:\/\/.*\.json$/.test(address)) return { source: 'url', url: address }
  if (address.includes('://') || /^[^/\s]+@[^/\s]+:/.test(address)) {
    const refused = refuseGitUrl(address)
    return refused === undefined ? { source: 'git', url: address, ...more } : { refused }
  }
  const found = /^[.~/]/.test(address) ? isDirectory(address) : undefined
  if (found !== undefined) return { source: found ? 'directory' : 'file', path: address }
  if (/^[.~/]/.test(address)) return { refused: pluginFileText('path_absent', { path: address }) }
  if (githubAddress(address) !== undefined) return { source: 'github', repo: address, ...more }
  return { refused: expectedText(pluginFileText('source')) }
}

export const sayMarketplaceSource = (source: MarketplaceSource): string => {
  switch (source.source) {
    case 'github':
      return `github ${[source.repo, source.ref].filter(Boolean).join('#')}`
    case 'git':
      return [source.url, source.ref].filter(Boolean).join('#')
    case 'url':
      return source.url
    case 'npm':
      return `npm ${source.package}`
    case 'directory':
    case 'file':
      return source.path
  }
}
