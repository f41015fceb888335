import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../lib/find-program.ts'
import { hardenEnvironment } from '../../../lib/process/harden-environment.ts'
import { pluginText } from '../../../protocol/messages/host/plugins.ts'
import { PluginError } from '../plugin-error.ts'
import type { FetchDeps } from './fetch-deps.ts'
import { runToEnd } from './run-to-end.ts'
import { unpackArchive } from './unpack-archive.ts'

const TIMEOUT_MS = 120_000

export interface NpmWanted {
  readonly name: string
  readonly version?: string
  readonly registry?: string
}

/** A package as its registry has it, unpacked by ourselves: none of its scripts runs. Throws PluginError. */
export const fetchNpm = async (wanted: NpmWanted, target: string, deps: FetchDeps): Promise<void> => {
  const env: Readonly<Record<string, string>> = {
    ...hardenEnvironment(deps.env, deps.roots),
    npm_config_offline: 'false',
  }
  const program = findProgram('npm', env['PATH'] ?? '')
  if (program === undefined) throw new PluginError('failed', pluginText('no_npm'))
  // In a directory of its own: no settings of a project are read.
  await using scratch = deps.scratch()
  const spec = wanted.version === undefined ? wanted.name : `${wanted.name}@${wanted.version}`
  try {
    await runToEnd({
      program,
      args: [
        'pack',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--silent',
        ...(wanted.registry === undefined ? [] : ['--registry', wanted.registry]),
        '--',
        spec,
      ],
      cwd: scratch.path,
      env,
      timeoutMs: TIMEOUT_MS,
      ...(deps.signal ? { signal: deps.signal } : {}),
    })
  } catch (error) {
    if (!(error instanceof PluginError)) throw error
    throw new PluginError('failed', pluginText('npm_failed', { name: spec, reason: error.localized }))
  }
  const packed = readdirSync(scratch.path).find(name => name.endsWith('.tgz'))
  if (packed === undefined) throw new PluginError('failed', pluginText('npm_brought_nothing', { name: spec }))
  unpackArchive(readFileSync(join(scratch.path, packed)), target)
}
