import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { collectComplaints } from '../../features/plugins/format/complaint.ts'
import {
  type MarketplaceSource,
  readMarketplaceSource,
} from '../../features/plugins/format/marketplace-source.ts'
import type { PluginQuestion, StoreDeps } from '../../features/plugins/store/store-deps.ts'
import { storePaths } from '../../features/plugins/store/store-paths.ts'
import { expandHome } from '../../lib/paths.ts'
import type { Env } from '../../protocol/host.ts'
import { gitSandboxAt } from '../sandbox/probe-sandbox.ts'
import { type Gathered, gatherSettings } from '../settings/gather-settings.ts'
import type { Start } from '../start.ts'
import { download } from './download.ts'

/** Where plugins are managed from, and who is asked. */
export interface DeskOptions {
  readonly start: Start
  readonly env: Env
  agree(question: PluginQuestion): Promise<boolean>
}

export type PluginScope = 'user' | 'project' | 'local'

/** What settings say at this moment. */
export const gatherNow = ({ start, env }: DeskOptions): Gathered => gatherSettings({}, { ...start, env })

export const storeDeps = (options: DeskOptions, { plugins, settings }: Gathered): StoreDeps => {
  const { start, env, agree } = options
  const { root } = storePaths(start.configHome)
  return {
    env,
    roots: [start.cwd],
    sandbox: gitSandboxAt({ env, roots: [start.cwd], settings: () => settings.sandbox }),
    configHome: start.configHome,
    ...(env['CAPSTAN_COMPAT'] === '0' ? {} : { otherHome: join(start.home, '.claude') }),
    policy: plugins.policy,
    named: sourcesOf({ ...plugins.proposedMarketplaces, ...plugins.marketplaces }),
    resolve: path => resolve(start.cwd, expandHome(path, start.home)),
    agree,
    // The loaders are read when a plugin is installed, not when one is listed.
    powersOf: async plugin => (await import('../trust/plugin-powers.ts')).pluginPowers(plugin),
    download: url => download(url, env),
    newId: randomUUID,
    now: Date.now,
    scratch() {
      // Beside what is kept, so that it can be moved there in one step.
      mkdirSync(root, { recursive: true, mode: 0o700 })
      const path = mkdtempSync(join(root, 'tmp-'))
      return { path, [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }) }
    },
  }
}

const sourcesOf = (
  given: Readonly<Record<string, { readonly source: object }>>,
): Readonly<Record<string, MarketplaceSource>> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, { source }]) => {
      const read = readMarketplaceSource(source, 'source', collectComplaints().complain)
      return read ? [[name, read]] : []
    }),
  )

export const isDirectoryAt =
  ({ start }: DeskOptions) =>
  (path: string): boolean | undefined =>
    statSync(resolve(start.cwd, expandHome(path, start.home)), { throwIfNoEntry: false })?.isDirectory()
