import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { serveScenario } from '../../src/features/models/scripted/server.ts'
import { bundleProgram, COMPILED } from '../support/bundle-program.ts'
import type { ManySessions } from '../support/many-sessions.ts'
import { tmpDir } from '../support/tmp-dir.ts'

const run = promisify(execFile)

test('50 sessions in one host share a connection and a watch per directory, weigh little and leave nothing', async () => {
  await using tmp = tmpDir()
  const program = await bundleProgram('many-sessions')
  const server = await serveScenario({ replies: Array.from({ length: 60 }, () => ({ text: 'ok' })) })
  try {
    const { stdout } = await run(process.execPath, ['--expose-gc', program, server.url, tmp.path], {
      env: { ...process.env, ...COMPILED },
    })
    const seen = JSON.parse(stdout) as ManySessions
    expect(seen.left).toEqual([])
    expect([seen.open, seen.told, seen.sockets]).toEqual([50, 50, 1])
    // Files of the person are looked at once for each of the two directories, all others once.
    expect(Object.values(seen.watchers).reduce((most, count) => Math.max(most, count), 0)).toBe(2)
    expect(seen.watchers).toMatchObject({
      [join(tmp.path, 'one/.capstan')]: 1,
      [join(tmp.path, 'two/.capstan')]: 1,
    })
    expect(seen.megabytesPerSession).toBeLessThanOrEqual(4)
  } finally {
    await server.close()
  }
})
