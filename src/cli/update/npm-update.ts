import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToEnd } from '../../features/plugins/fetch/run-to-end.ts'
import { unpackArchive } from '../../features/plugins/fetch/unpack-archive.ts'
import { errorText } from '../../lib/error-text.ts'
import { findProgram } from '../../lib/find-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import type { Env } from '../../protocol/host.ts'
import { ExitError } from '../exit-error.ts'
import { putVersion } from './put-version.ts'
import { updateError } from './update-error.ts'

const NAME = 'capstan'
const TIMEOUT_MS = 300_000

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
  if (program === undefined)
    throw new ExitError(1, 'npm was not found. Install it, or update Capstan by hand.')
  // npm looks for a project in the directories above, too, and others may write to those: this is one, and none of theirs.
  writeFileSync(join(directory, 'package.json'), '{}')
  const alone = ['--no-workspaces', ...args]
  return await runToEnd({ program, args: alone, cwd: directory, env: hardened, timeoutMs: TIMEOUT_MS })
}

/** The newest version that the registry offers to everybody. */
export const newestOnNpm = async ({ env, cwd }: NpmDeps): Promise<string> => {
  const said = await inScratch(tmpdir(), path => npm(['view', NAME, 'version', '--json'], path, { env, cwd }))
  const version = /\d+\.\d+\.\d+[^"\s]*/.exec(said)?.[0]
  if (version === undefined) throw updateError('the registry named no version')
  return version
}

/**
 * Fetches that version, looks at it, and puts it beside the one that runs; npm compares it with what the registry says of
 * it. The changelog that came along.
 */
export const updateFromNpm = async (
  version: string,
  root: string,
  { env, cwd }: NpmDeps,
): Promise<string> => {
  try {
    accessSync(root, constants.W_OK)
  } catch (error) {
    throw updateError(errorText(error))
  }
  return await inScratch(root, async path => {
    await npm(['pack', '--ignore-scripts', `${NAME}@${version}`], path, { env, cwd })
    const packed = readdirSync(path).find(name => name.endsWith('.tgz'))
    if (packed === undefined) throw updateError('npm brought no package')
    const unpacked = join(path, 'package')
    unpackArchive(readFileSync(join(path, packed)), unpacked)
    await lookAt(unpacked, version)
    const changelog = readFileSync(join(unpacked, 'CHANGELOG.md'), 'utf8')
    putVersion({ version, unpacked, root, now: Date.now() })
    return changelog
  })
}

/** It is what it should be, and it runs here. */
const lookAt = async (unpacked: string, version: string): Promise<void> => {
  const about = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
    name?: unknown
    version?: unknown
  }
  if (about.name !== NAME || about.version !== version) throw updateError('the download is damaged')
  const args = [join(unpacked, 'dist/cli.mjs'), '--version']
  const said = await runToEnd({
    program: process.execPath,
    args,
    cwd: unpacked,
    env: { PATH: '/usr/bin:/bin' },
    timeoutMs: TIMEOUT_MS,
  })
  if (!said.startsWith(version)) throw updateError('the new version does not start here')
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
