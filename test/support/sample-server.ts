import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ServersChoice } from '../../src/engine/servers/options.ts'
import type { Contribution } from '../../src/protocol/extensions/contribution.ts'
import type { NamedServer, ServerConfig } from '../../src/protocol/extensions/server.ts'
import { sha256 } from './kept-listing.ts'

export const SAMPLE_SERVER = join(import.meta.dirname, 'sample-server.mjs')

/** A server of ours that behaves as told. */
export const sampleServer = (options: object = {}): ServerConfig => ({
  type: 'stdio',
  command: process.execPath,
  args: [SAMPLE_SERVER, JSON.stringify(options)],
  env: {},
})

/** What it wrote down, line by line; a line it is still writing is not there yet. */
export const logOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []

/** The servers of a session, as a host chooses them. */
export const withServers =
  (
    servers: readonly NamedServer[],
    more: Partial<ServersChoice> & { readonly source?: Contribution['source'] } = {},
  ) =>
  (config: EngineConfig): Partial<EngineConfig> => {
    const { source = { level: 'user' }, ...choice } = more
    return {
      servers: {
        written: [{ source, servers }],
        env: {},
        version: '1',
        configHome: join(config.place.cwd, '..', 'servers-home'),
        defer: 'always',
        waitMs: 20_000,
        hash: sha256,
        approve: async () => undefined,
        setDisabled: async () => undefined,
        disabled: () => [],
        refusal: () => undefined,
        openUrl: async () => false,
        ...choice,
      },
    }
  }
