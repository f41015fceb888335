import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SampleSession, writeSession } from '../../../test/support/sample-session.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { appendLog } from '../../features/memory/daily-log.ts'
import { removeOldLogs, removeOldSessions } from './clean-up.ts'

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

test('daily logs of memory go after cleanupPeriodDays as well, with the months that are empty then', async () => {
  await using tmp = tmpDir()
  const usual = join(tmp.path, 'home/projects/p/memory')
  const chosen = join(tmp.path, 'chosen')
  const days = ['2026-09-30', '2026-10-14', '2026-10-15', '2026-11-15']
  for (const path of [usual, chosen])
    for (const day of days)
      appendLog({ path }, { at: new Date(`${day}T12:00:00Z`), asked: 'a', answered: 'b' })
  const deps = { now: () => new Date('2026-11-15T12:00:00Z') }
  removeOldLogs({ configHome: join(tmp.path, 'home'), memoryDirectory: chosen }, 31, deps)
  for (const path of [usual, chosen]) {
    const left = readdirSync(join(path, 'logs'), { recursive: true, encoding: 'utf8' })
    expect(left.sort()).toEqual([
      '2026',
      '2026/10',
      '2026/10/2026-10-15.md',
      '2026/11',
      '2026/11/2026-11-15.md',
    ])
  }
})
