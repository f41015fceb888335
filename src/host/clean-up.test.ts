import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SampleSession, writeSession } from '../../test/support/sample-session.ts'
import { tmpDir } from '../../test/support/tmp-dir.ts'
import { removeOldSessions } from './clean-up.ts'

test('cleanupPeriodDays removes sessions that nobody wrote to for so long, and no others', async () => {
  await using tmp = tmpDir()
  const lines = new SampleSession().ask('a').lines
  const [old, young] = [1, 2].map(n =>
    writeSession(join(tmp.path, 'projects/p', `aaaaaaaa-0000-4000-8000-00000000000${n}.jsonl`), lines),
  ) as [string, string]
  const now = new Date('2026-11-15T12:00:00Z')
  utimesSync(old, now, new Date('2026-10-15T11:59:00Z'))
  utimesSync(young, now, new Date('2026-10-15T12:01:00Z'))
  removeOldSessions(tmp.path, 31, { newId: () => 'lock', now: () => now })
  expect([old, young].map(existsSync)).toEqual([false, true])
})
