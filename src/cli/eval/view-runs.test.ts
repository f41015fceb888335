import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madePlan, madeResult } from '../../../test/support/made-eval.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createRun } from '../../features/evals/run/run-store.ts'
import { tryFileLock } from '../../lib/files/file-lock.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import { listRunInfos, viewRun } from './view-runs.ts'

test('a run is seen as it comes, with what is under way and why something failed', async () => {
  await using tmp = tmpDir()
  const directory = join(tmp.path, 'evals', 'r1')
  const store = createRun(directory, madePlan('r1', { tasks: ['a', 'b'], variants: ['x', 'y'] }))
  expect(listRunInfos(tmp.path, inEnglish)).toMatchObject([{ id: 'r1', done: 0, total: 4, isRunning: false }])
  store.save(madeResult('a', 'x', 'passed'))
  store.save({ ...madeResult('a', 'y', 'failed'), why: { kind: 'check', what: 'grep' } })
  store.saveState('b~x~1', { restarts: 0, prepared: true, prompts: ['p'], startedAt: '' })
  const attempt = tryFileLock(join(directory, 'lock'), {
    newId: () => 'me',
    now: Date.now,
    uncheckableMs: 60_000,
  })
  const view = viewRun(tmp.path, 'r1', inEnglish)
  expect(view).toMatchObject({
    done: 2,
    isRunning: true,
    progress: '2/4 done · 1 passed · 1 failed · 1 running · $0.200',
    current: ['b~x~1'],
    tasks: [
      ['task', 'x', 'y'],
      ['a', '1/1', '0/1'],
      ['b', '–', '–'],
    ],
    failures: [['a~y~1', 'failed', expect.stringContaining('grep') as string]],
  })
  expect(view?.variants[1]?.slice(0, 2)).toEqual(['x', '1/1 100%'])
  if ('lock' in attempt) attempt.lock.release()
  expect(listRunInfos(tmp.path, inEnglish)[0]?.isRunning).toBe(false)
  expect([viewRun(tmp.path, '../r1', inEnglish), viewRun(tmp.path, 'r2', inEnglish)]).toEqual([
    undefined,
    undefined,
  ])
})
