import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { WrittenServer, WrittenServers } from '../../features/mcp/config/read-servers.ts'
import { readUserServersFile } from '../../features/mcp/config/user-servers-file.ts'
import { readBundleManifest } from '../../features/plugins/bundle/bundle-manifest.ts'
import { bundleServer } from '../../features/plugins/bundle/bundle-server.ts'
import { readBoundedJson } from '../../features/plugins/format/read-bounded-json.ts'
import { readSecrets } from '../../features/plugins/store/secrets.ts'
import { isObject } from '../../lib/is-object.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'

/** Where bundles of the person are unpacked, each below the digest of its bytes. */
export const bundlesDirectory = (configHome: string): string => join(configHome, 'mcp-bundles')

/** Under which its secrets are kept: a server of one project gets none of another's. */
export const bundleSecretsId = (name: string, root?: string): string =>
  root === undefined ? `mcpb:${name}` : `mcpb:${name}:${root}`

/** How a bundle stands among the servers of the person. */
interface WrittenBundle {
  readonly bundle: string
  /** What the person was asked and is no secret. */
  readonly config: Readonly<Record<string, unknown>>
}

export interface BundlesAt {
  readonly configHome: string
  readonly home: string
  readonly platform: string
  /** Of the project they belong to; absent: of all. */
  readonly root?: string
}

const DIGEST = /^[0-9a-f]{64}$/

const isBundleEntry = (written: unknown): written is WrittenBundle =>
  isObject(written) && typeof written['bundle'] === 'string' && written['command'] === undefined

/** Entries of a file of the person that name a bundle, as servers; what is left is written out. */
export const takeBundles = (
  value: unknown,
  at: BundlesAt,
): { readonly found: WrittenServers; readonly left: unknown } => {
  if (!isObject(value) || !Object.values(value).some(isBundleEntry))
    return { found: { servers: [], problems: [] }, left: value }
  const servers: WrittenServer[] = []
  const problems: string[] = []
  for (const [name, written] of Object.entries(value)) {
    if (!isBundleEntry(written)) continue
    const made = openBundle(name, written, at)
    if ('problem' in made) problems.push(`the server "${name}" ${made.problem}`)
    else servers.push({ name, config: made.config, written })
  }
  const left = Object.fromEntries(Object.entries(value).filter(([, written]) => !isBundleEntry(written)))
  return { found: { servers, problems }, left }
}

/** Of bundles that no entry names any longer, nothing is kept. */
export const removeUnusedBundles = (configHome: string): void => {
  const root = bundlesDirectory(configHome)
  const own = readUserServersFile(configHome)
  if (!own.ok || !existsSync(root)) return
  const named = JSON.stringify(own.value)
  for (const name of readdirSync(root))
    if (DIGEST.test(name) && !named.includes(name)) rmSync(join(root, name), { recursive: true, force: true })
}

const openBundle = (
  name: string,
  { bundle, config }: WrittenBundle,
  at: BundlesAt,
): { readonly config: WrittenServer['config'] } | { readonly problem: string } => {
  const again = 'remove it and add the bundle again: capstan mcp add <file.mcpb>'
  if (!DIGEST.test(bundle)) return { problem: `names a bundle in a way nobody writes: ${again}` }
  const directory = join(bundlesDirectory(at.configHome), bundle)
  const read = readBoundedJson(join(directory, 'manifest.json'))
  const manifest = read.kind === 'json' ? readBundleManifest(read.value).manifest : undefined
  if (!manifest) return { problem: `comes from a bundle that is gone or damaged: ${again}` }
  const said: string[] = []
  const secrets = readSecrets(
    at.configHome,
    bundleSecretsId(name, at.root),
    text => void said.push(inEnglish(text)),
  )
  const made = bundleServer(
    manifest,
    { ...at, directory },
    { ...(isObject(config) ? config : {}), ...secrets },
  )
  if ('server' in made) return { config: made.server }
  return { problem: [`needs ${made.missing.join(', ')}: ${again}`, ...said].join('. ') }
}
