import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from '../../features/plugins/fetch/run-to-end.ts'
import { unpackArchive } from '../../features/plugins/fetch/unpack-archive.ts'
import { errorText } from '../../lib/error-text.ts'
import { findProgram } from '../../lib/find-program.ts'
import { isObject } from '../../lib/is-object.ts'
import { proxyFromEnv } from '../../lib/network/proxy.ts'
import { sendChosen } from '../../lib/network/send-chosen.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { Env } from '../../protocol/host.ts'
import { updateText } from '../../protocol/messages/cli/update.ts'
import { ExitError } from '../exit-error.ts'
import { nativeName, nativePackage } from '../native-package.ts'
import { thisProgram } from '../this-program.ts'
import { putNative, putVersion } from './put-version.ts'
import {
  checkBytes,
  checkSignature,
  type Published,
  type RegistryKey,
  readKeys,
  readPublished,
  readVersion,
  stableVersion,
} from './registry-signature.ts'
import { updateError } from './update-error.ts'

const NAME = 'capstan'
const TIMEOUT_MS = 300_000
const KEYS_TIMEOUT_MS = 30_000
const MAX_KEYS = 1024 * 1024

export interface NpmDeps {
  readonly env: Env
  /** Where the person works: no program is taken from there, and no settings of a project are read. */
  readonly cwd: string
}

/** Runs npm in a directory of ours; what it says. A server that fails once is asked once more. */
const npm = async (args: readonly string[], directory: string, { env, cwd }: NpmDeps): Promise<string> => {
  const hardened: Readonly<Record<string, string>> = {
    ...hardenEnvironment(defined(env), [cwd]),
    npm_config_offline: 'false',
    npm_config_fetch_retries: '1',
    npm_config_fetch_retry_mintimeout: '500',
    npm_config_loglevel: 'error',
  }
  const program = findProgram('npm', hardened['PATH'] ?? '')
  if (program === undefined) throw new ExitError(1, updateText('no_npm'))
  // npm looks for a project in the directories above, too, and others may write to those: this is one, and none of theirs.
  writeFileSync(join(directory, 'package.json'), '{}')
  const alone = ['--no-workspaces', ...args]
  return await runToEnd({ program, args: alone, cwd: directory, env: hardened, timeoutMs: TIMEOUT_MS })
}

/** What the registry says of a package, and of which version: one question for who looks and for who then fetches it. */
const view = (what: string, directory: string, deps: NpmDeps): Promise<string> =>
  npm(['view', what, 'version', 'name', 'dist', 'time', '--json'], directory, deps)

/** The newest version that the registry offers to everybody, and any version put in place of the one in that directory. */
export const npmSource = (root: string, deps: NpmDeps) => {
  const told = new Map<string, string>()
  return {
    async newest(channel: 'latest' | 'stable'): Promise<string | undefined> {
      if (channel === 'stable')
        return await inScratch(tmpdir(), async path =>
          stableVersion(
            await npm(['view', NAME, 'version', 'dist-tags', 'time', '--json'], path, deps),
            new Date(),
          ),
        )
      const said = await inScratch(tmpdir(), path => view(NAME, path, deps))
      const version = readVersion(said)
      if (version === undefined) throw updateError(updateText('registry_unnamed'))
      told.set(version, said)
      return version
    },
    install: (version: string): Promise<string> =>
      updateFromNpm({ version, root, said: told.get(version) }, deps),
  }
}

interface Update {
  readonly version: string
  readonly root: string
  /** What the registry said of it just now; undefined: it has to be asked. */
  readonly said: string | undefined
}

/**
 * Fetches that version, looks at it, and puts it beside the one that runs; the native program, where there is one, in the
 * place of the old one. Only what the registry has signed is looked at, and nothing was changed before. The changelog that
 * came along.
 */
const updateFromNpm = async ({ version, root, said }: Update, { env, cwd }: NpmDeps): Promise<string> => {
  const place = nativePackage(root)
  try {
    for (const folder of place === undefined ? [root] : [root, place]) accessSync(folder, constants.W_OK)
  } catch (error) {
    throw updateError(errorText(error))
  }
  return await inScratch(root, async path => {
    const keys = await fetchKeys(path, { env, cwd })
    const fetch = (name: string, known?: string) =>
      fetchSigned({ name, version, keys, path, said: known }, { env, cwd })
    const unpacked = await fetch(NAME, said)
    const native = place === undefined ? undefined : await fetch(nativeName())
    await lookAt(unpacked, { version, env, cwd })
    if (native !== undefined) await lookAtNative(native, version)
    const changelog = readFileSync(join(unpacked, 'CHANGELOG.md'), 'utf8')
    if (place !== undefined && native !== undefined) putNative(native, place)
    putVersion({ version, unpacked, root, now: Date.now() })
    return changelog
  })
}

interface Wanted {
  readonly name: string
  readonly version: string
  readonly keys: readonly RegistryKey[]
  readonly said: string | undefined
  /** Below it a folder of its own is made. */
  readonly path: string
}

/** A package as the registry has signed it, unpacked. */
const fetchSigned = async (wanted: Wanted, deps: NpmDeps): Promise<string> => {
  const { name, version, path } = wanted
  const folder = join(path, name)
  mkdirSync(folder)
  const published = await findSigned({ ...wanted, path: folder }, deps)
  await npm(['pack', '--ignore-scripts', `${name}@${version}`], folder, deps)
  const packed = readdirSync(folder).find(file => file.endsWith('.tgz'))
  if (packed === undefined) throw updateError(updateText('not_packed'))
  const bytes = readFileSync(join(folder, packed))
  checkBytes(published, bytes)
  const unpacked = join(folder, 'package')
  unpackArchive(bytes, unpacked)
  const about: unknown = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'))
  if (!isObject(about) || about['name'] !== name || about['version'] !== version)
    throw new ExitError(1, updateText('damaged'))
  return unpacked
}

/** What the registry says of the version, if it has signed that. */
const findSigned = async (wanted: Wanted, deps: NpmDeps): Promise<Published> => {
  const { name, version, keys, path } = wanted
  const said = wanted.said ?? (await view(`${name}@${version}`, path, deps))
  const published = readPublished(said, { name, version })
  if (!published) throw updateError(updateText('no_checksum'))
  checkSignature(published, keys)
  return published
}

/** The registry's own keys, asked for the way npm goes. */
const fetchKeys = async (path: string, deps: NpmDeps): Promise<readonly RegistryKey[]> => {
  const said = await npm(
    ['config', 'get', 'registry', 'cafile', 'https-proxy', 'proxy', 'noproxy'],
    path,
    deps,
  )
  const set = Object.fromEntries(
    said.split('\n').map(line => {
      const [, name = '', value = ''] = /^([\w-]+)=(.*)$/.exec(line.trim()) ?? []
      return [name, value === 'null' || value === 'undefined' ? '' : value]
    }),
  )
  const { status, text } = await sendChosen({
    url: new URL('-/npm/v1/keys', `${set['registry']}`.replace(/\/*$/, '/')),
    method: 'GET',
    headers: { accept: 'application/json' },
    proxy: proxyFromEnv({
      ...deps.env,
      ...(set['https-proxy'] ? { HTTPS_PROXY: set['https-proxy'] } : {}),
      ...(set['proxy'] ? { HTTP_PROXY: set['proxy'] } : {}),
      ...(set['noproxy'] ? { NO_PROXY: set['noproxy'] } : {}),
    }),
    signal: AbortSignal.timeout(KEYS_TIMEOUT_MS),
    maxBytes: MAX_KEYS,
    ...(set['cafile'] ? { tls: { ca: readFileSync(set['cafile']) } } : {}),
  })
  if (status >= 500) throw updateError(updateText('keys_status', { status }))
  return status === 200 ? readKeys(text) : []
}

/** It runs here: on the runtime that runs this, or on the one beside npm. */
const lookAt = async (
  unpacked: string,
  { version, env, cwd }: NpmDeps & { readonly version: string },
): Promise<void> => {
  const path = hardenEnvironment(defined(env), [cwd])['PATH'] ?? ''
  const runtime = thisProgram().script === undefined ? findProgram('node', path) : process.execPath
  const script = join(unpacked, 'dist/cli.mjs')
  if (!existsSync(script)) throw new ExitError(1, updateText('damaged'))
  if (runtime !== undefined) await startsAs(version, { program: runtime, args: [script], cwd: unpacked })
}

const lookAtNative = async (unpacked: string, version: string): Promise<void> => {
  const program = join(unpacked, 'capstan')
  if (!existsSync(program)) throw new ExitError(1, updateText('damaged'))
  chmodSync(program, 0o755)
  await startsAs(version, { program, args: [], cwd: unpacked })
}

const startsAs = async (
  version: string,
  {
    program,
    args,
    cwd,
  }: { readonly program: string; readonly args: readonly string[]; readonly cwd: string },
): Promise<void> => {
  const said = await runToEnd({
    program,
    args: [...args, '--version'],
    cwd,
    env: { PATH: '/usr/bin:/bin' },
    timeoutMs: TIMEOUT_MS,
  })
  if (!said.startsWith(version)) throw updateError(updateText('not_starting'))
}

const defined = (env: Env): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))

const scratch = (below: string): AsyncDisposable & { readonly path: string } => {
  const path = mkdtempSync(join(below, '.capstan-update-'))
  return {
    path,
    [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }),
  }
}

const inScratch = async <T>(below: string, work: (path: string) => Promise<T>): Promise<T> => {
  await using place = scratch(below)
  try {
    return await work(place.path)
  } catch (error) {
    throw error instanceof ExitError ? error : updateError(errorText(error))
  }
}
