import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { madePlan } from '../../../../test/support/made-eval.ts'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { NO_USAGE } from '../../../protocol/usage.ts'
import { runsOf } from '../plan.ts'
import type { RunPorts, SessionEnd } from './ports.ts'
import { runOne } from './run-one.ts'
import { createRun } from './run-store.ts'

const open = (path: string, session: () => Promise<SessionEnd>) => {
  const plan = madePlan('r1', { tasks: ['a'], variants: ['x'] })
  const store = createRun(join(path, 'run'), plan)
  const none = {
    usd: 0,
    unpriced: false,
    usage: NO_USAGE,
    requests: 1,
    calls: 0,
    toolErrors: 0,
    questions: 0,
  }
  const ports = {
    command: async () => ({ code: 0, timedOut: false, output: '' }),
    git: async (args: readonly string[], { cwd }: { readonly cwd: string }) => {
      if (args[0] === 'init') mkdirSync(join(cwd, '.git'))
      return ''
    },
    judge: async () => ({ passed: true, why: '' }),
    has: async () => true,
    now: () => 0,
    session,
    measure: () => ({ ...none, began: true, list: [] }),
    container: async () => {
      throw new Error('there is none')
    },
  } satisfies RunPorts
  const [run] = runsOf(plan)
  if (!run) throw new Error('the plan has one')
  const { signal } = new AbortController()
  const hold = async () => await runOne(run, { store, ports, workOf: key => join(path, 'work', key), signal })
  return { store, run, hold }
}

test.each(['ENOSPC', 'EDQUOT'])(
  'where there is no room (%s) nothing is a result, and the run goes on',
  async code => {
    await using tmp = tmpDir()
    let isFull = true
    const { store, run, hold } = open(tmp.path, async () => {
      if (isFull) throw Object.assign(new Error('no room'), { code })
      return { ended: 'completed', answer: 'done', ms: 1 }
    })
    await expect(hold()).rejects.toThrow('no room')
    expect([store.result(run.key), store.state(run.key)?.prepared]).toEqual([undefined, true])
    const copy = join(tmp.path, 'work', run.key, 'copy')
    expect(existsSync(copy)).toBe(true)
    isFull = false
    expect(await hold()).toMatchObject({ outcome: 'passed', answer: 'done' })
    expect([store.state(run.key), existsSync(copy)]).toEqual([undefined, false])
  },
)

test('what else fails is an error of this session alone', async () => {
  await using tmp = tmpDir()
  const { hold } = open(tmp.path, async () => {
    throw new Error('something else')
  })
  expect(await hold()).toMatchObject({ outcome: 'error', why: { kind: 'session', what: 'something else' } })
})
