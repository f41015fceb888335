import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { thisProcess } from '../../src/lib/process/process-identity.ts'
import { hasNats, startNats } from '../support/nats-server.ts'
import { openTeamFiles } from '../support/open-team-files.ts'
import { openTeamNats } from '../support/open-team-nats.ts'
import { runWorkers } from '../support/run-workers.ts'
import { sampleSize } from '../support/sample-size.ts'

const size = {
  processes: sampleSize({ usual: 3, full: 16 }),
  tasks: sampleSize({ usual: 24, full: 1_000 }),
  killed: sampleSize({ usual: 1, full: 5 }),
}
const name = 'processes that share a list do every task once, also when a third of them is killed'

test(`in files, ${name}`, async () => {
  const where = realpathSync(mkdtempSync(join(tmpdir(), 'capstan-work-')))
  await runWorkers({ ...size, kind: 'files', where, backend: openTeamFiles(where, thisProcess()) })
  rmSync(where, { recursive: true, force: true })
})

test.runIf(hasNats())(`on a NATS server, ${name}`, async () => {
  await using server = await startNats()
  const backend = openTeamNats(server.url, thisProcess())
  await runWorkers({ ...size, kind: 'nats', where: server.url, backend })
  await backend.close()
})
