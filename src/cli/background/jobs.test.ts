import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { thisProcess } from '../../lib/process/process-identity.ts'
import { chooseJob } from './choose-job.ts'
import { jobTable } from './job-table.ts'
import { findJobs, forgetOldJobs, type Job, logOf, openJobs, readJobs, writeJob } from './jobs.ts'

const job = (id: string, more: Partial<Job> = {}): Job => ({
  id,
  kind: 'session',
  process: thisProcess(),
  startedAt: 1_000,
  cwd: '/w',
  task: 'fix it',
  state: 'working',
  session: `${id}-2c32-47e3-8f48-11a259bf2bc6`,
  ...more,
})

const DEAD = { ...thisProcess(), started: '1' }

test('what runs in the background is found by id, session or name; one that died is not forgotten', async () => {
  await using tmp = tmpDir()
  const directory = openJobs(tmp.path)
  writeJob(tmp.path, job('aaaa1111', { name: 'tests' }))
  writeJob(tmp.path, job('aaaa2222', { startedAt: 2_000, process: DEAD }))
  writeFileSync(`${directory}/bbbb0000.json`, '{"id":')
  expect(readJobs(tmp.path).map(({ id, state }) => [id, state])).toEqual([
    ['aaaa2222', 'crashed'],
    ['aaaa1111', 'working'],
  ])
  expect(findJobs(tmp.path, 'tests').map(({ id }) => id)).toEqual(['aaaa1111'])
  const here = { configHome: tmp.path, process: { env: {}, version: '1', argv: [] } }
  expect(chooseJob(here, 'aaaa2222-2c32').id).toBe('aaaa2222')
  // Of several, the one that runs is meant.
  expect(chooseJob(here, 'aaaa').id).toBe('aaaa1111')
  expect(() => chooseJob(here, 'x')).toThrow('Nothing in the background is called x')
})

test('the list says what each does, and how a command ended', async () => {
  const { text: table } = jobTable(
    [
      job('aaaa1111', { state: 'needs input' }),
      job('aaaa2222', { kind: 'shell', task: 'npm\u001b[2J test', state: 'failed', exitCode: 3 }),
    ],
    61_000,
  )
  expect(table).toMatch(/aaaa1111 +session +needs input +60 s +fix it +\/w/)
  expect(table).toMatch(/aaaa2222 +shell +failed \(exit code 3\)/)
  expect(table).not.toContain('\u001b')
})

test('what ended more than a week ago is forgotten with its log; what runs never is', async () => {
  await using tmp = tmpDir()
  openJobs(tmp.path)
  writeJob(tmp.path, job('aaaa1111'))
  writeJob(tmp.path, job('aaaa2222', { state: 'done', endedAt: 2_000 }))
  writeFileSync(logOf(tmp.path, 'aaaa2222'), 'x')
  forgetOldJobs(tmp.path, 3_000)
  expect(readJobs(tmp.path)).toHaveLength(2)
  forgetOldJobs(tmp.path, 8 * 24 * 60 * 60 * 1000)
  expect(readJobs(tmp.path).map(({ id }) => id)).toEqual(['aaaa1111'])
})
