import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { OpenRequest } from '../../protocol/host.ts'
import { readEnvironment } from '../environment.ts'
import { chooseServers } from './options.ts'

const waitOf = async (
  env: Record<string, string>,
  { mcpConfig = [] as readonly string[], interactive = false } = {},
) => {
  await using tmp = tmpDir()
  const request: OpenRequest = { env, session: { kind: 'new' }, overrides: { mcpConfig }, interactive }
  const gathered = { settings: {}, trusted: true, trustRoot: tmp.path, serverPolicy: {}, writtenServers: [] }
  const { waitMs } = await chooseServers(
    request,
    { gathered: gathered as never, environment: readEnvironment(env) },
    { cwd: tmp.path, home: tmp.path, configHome: join(tmp.path, 'own'), env, version: '1' } as never,
  )
  return waitMs
}

const NAMED = { mcpConfig: ['{"mcpServers":{"a":{"command":"x"}}}'] }

test.each<[Record<string, string>, object, number | undefined]>([
  [{}, {}, 5_000],
  [{}, NAMED, 30_000],
  [{ MCP_CONNECTION_NONBLOCKING: '1' }, {}, 0],
  [{ MCP_CONNECTION_NONBLOCKING: 'true' }, NAMED, 0],
  [{ MCP_CONNECTION_NONBLOCKING: '0' }, {}, 30_000],
  [{ MCP_CONNECTION_NONBLOCKING: '0', MCP_TIMEOUT: '9000' }, {}, 9_000],
  [{ MCP_CONNECTION_NONBLOCKING: '0' }, { interactive: true }, undefined],
])('with %j and %j a run waits for servers at most %s ms', async (env, how, ms) => {
  expect(await waitOf(env, how)).toBe(ms)
})
