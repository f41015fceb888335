import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { madePlan } from '../../../test/support/made-eval.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { SessionWish } from '../../features/evals/run/ports.ts'
import { createRun } from '../../features/evals/run/run-store.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { holdSession } from './session-child.ts'

const RESULT = (answer: string, reason = 'completed'): string =>
  `${JSON.stringify({ type: 'result', result: answer, terminal_reason: reason, duration_ms: 5 })}\n`

const SESSION = '11111111-2222-8333-8444-555555555555'

const open = (path: string) => {
  const plan = madePlan('r1', { tasks: ['a'], variants: ['x'] })
  const store = createRun(join(path, 'run'), plan)
  const [task] = plan.tasks
  const [variant] = plan.variants
  if (!task || !variant) throw new Error('the plan has one of each')
  const wish: SessionWish = {
    ...{ key: 'a~x~1', session: SESSION, index: 0, prompt: 'Begin.', cwd: path, seconds: 60 },
    ...{ task, variant },
  }
  store.saveState(wish.key, { restarts: 0, prepared: true, prompts: ['Begin.'], startedAt: '' })
  const file = sessionPath(join(path, 'config'), path, SESSION)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  const hold = async (script: string) =>
    await holdSession(
      wish,
      {
        store,
        configHome: join(path, 'config'),
        env: { PATH: '/usr/bin:/bin' },
        program: ['/bin/sh', '-c', script, 'program'],
      },
      new AbortController().signal,
    )
  return { hold, out: (number: number) => store.fileOf(wish.key, `${SESSION}.0.${number}.out`) }
}

test('what a child of a killed process still prints is not taken for what its successor says', async () => {
  await using tmp = tmpDir()
  const { hold, out } = open(tmp.path)
  writeFileSync(out(0), '')
  const said = join(tmp.path, 'said')
  // In the middle of its successor's work the old one comes to its end.
  const late = `cat > ${said}; printf '%s' '${RESULT('old', 'aborted_tools').trim()}' >> ${out(0)}; printf '%s\\n' '${RESULT('new').trim()}'`
  expect(await hold(late)).toMatchObject({ ended: 'completed', answer: 'new' })
  expect(readFileSync(said, 'utf8')).toContain('Go on where you were')
  // What was answered is not asked for again, whichever of them wrote last.
  expect(await hold('echo must not run >&2; exit 9')).toMatchObject({ ended: 'completed', answer: 'new' })
})

test('a child that says nothing did not start, and says why', async () => {
  await using tmp = tmpDir()
  const { hold } = open(tmp.path)
  expect(await hold('echo no key >&2; exit 3')).toMatchObject({
    ended: 'not_started',
    problem: 'no key (exit code 3)',
  })
})
