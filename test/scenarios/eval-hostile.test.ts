import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tryFileLock } from '../../src/lib/files/file-lock.ts'
import { openWorldHere } from '../support/run-here.ts'

// Tasks and runs of evaluations that somebody else wrote, damaged, or works in.

const TASK = 'check: "true"\n'

test('a task reaches nothing outside of its folder, and waits for no pipe', async () => {
  await using world = await openWorldHere({ replies: [] })
  const secret = join(world.root, 'secret')
  mkdirSync(secret)
  writeFileSync(join(secret, 'key'), 'secret')
  const put = (name: string, text = TASK) => world.put(`evals/${name}/task.yaml`, text)
  const at = (name: string) => join(world.project, 'evals', name)
  put('start')
  symlinkSync(secret, join(at('start'), 'start'))
  put('overlay', 'check: { command: "true", overlay: over }\n')
  symlinkSync(secret, join(at('overlay'), 'over'))
  put('solution')
  symlinkSync(join(secret, 'key'), join(at('solution'), 'solution'))
  put('up', `setup: { directory: ../../.. }\n${TASK}`)
  put('archive', `setup: { archive: a.tar }\n${TASK}`)
  symlinkSync(join(secret, 'key'), join(at('archive'), 'a.tar'))
  mkdirSync(at('pipe'), { recursive: true })
  execFileSync('mkfifo', [join(at('pipe'), 'task.yaml')])
  put('huge', `${TASK}description: "${'x'.repeat(2_000_000)}"\n`)
  const { code, stderr } = await world.run(['eval', 'list'])
  expect(code).toBe(2)
  for (const name of ['start', 'overlay', 'solution', 'archive'])
    expect(stderr).toMatch(new RegExp(`evals/${name}/.*leads out of the folder`))
  expect(stderr).toMatch(/evals\/up\/.*setup\.directory/)
  expect(stderr).toMatch(/evals\/pipe\/.*not a regular file/)
  expect(stderr).toMatch(/evals\/huge\/.*larger than/)
})

test('a run that is damaged, or written by somebody else, is said and touches nothing', async () => {
  await using world = await openWorldHere({ replies: [] })
  const runs = join(world.config, 'evals')
  const plan = {
    ...{ version: 1, id: '2026-01-01-aaaaaa', createdAt: '2026-01-01T00:00:00Z', times: 1, flags: [] },
    ...{ sandbox: true, record: false, variants: [{ name: 'default', values: {} }] },
    tasks: [
      {
        ...{
          name: 'a',
          format: 'capstan',
          source: world.project,
          description: '',
          digest: 'x',
          network: 'off',
        },
        ...{ prompts: [], setup: {}, overlays: [], checks: [], limits: {}, attempts: 1, tags: [], needs: [] },
      },
    ],
  }
  const put = (name: string, text: string) => {
    mkdirSync(join(runs, name, 'results'), { recursive: true })
    writeFileSync(join(runs, name, 'plan.json'), text)
  }
  const out = join(world.root, 'outside')
  put('good', JSON.stringify(plan))
  put('cut', JSON.stringify(plan).slice(0, 50))
  put('id', JSON.stringify({ ...plan, id: '../../outside' }))
  put('task', JSON.stringify({ ...plan, tasks: [{ ...plan.tasks[0], name: '../../../outside/x' }] }))
  put('variant', JSON.stringify({ ...plan, variants: [{ name: '../x', values: {} }] }))
  put('many', JSON.stringify({ ...plan, times: 1e12 }))
  put('list', '[]')
  writeFileSync(join(runs, 'good', 'results', 'a~default~1.json'), '{"key":"a~default~1","us')
  const listed = await world.run(['eval', 'list', '--runs'])
  expect([listed.code, listed.stdout.trim()]).toEqual([0, expect.stringMatching(/^2026-01-01-aaaaaa\s+0\/1/)])
  for (const name of ['cut', 'id', 'task', 'variant', 'many', 'list']) {
    expect(listed.stderr).toContain(join(runs, name))
    const resumed = await world.run(['eval', 'run', '--resume', join(runs, name)])
    expect([name, resumed.code, resumed.stderr]).toEqual([
      name,
      2,
      expect.stringContaining('is damaged, or not the plan of a run'),
    ])
    expect((await world.run(['eval', 'report', name])).code).toBe(2)
  }
  expect(existsSync(out)).toBe(false)
  expect((await world.run(['eval', 'report', 'good'])).code).toBe(0)
})

test('two of them in one directory: the second says so, and the plan is the first one', async () => {
  await using world = await openWorldHere({ replies: [] })
  world.put('evals/a/task.yaml', `prompt: Go.\n${TASK}`)
  const directory = join(world.project, 'out')
  mkdirSync(directory)
  const attempt = tryFileLock(join(directory, 'lock'), {
    newId: randomUUID,
    now: () => Date.now(),
    uncheckableMs: 60_000,
  })
  const second = await world.run(['eval', 'run', '--no-sandbox', '--out', 'out'])
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('under way in another process')])
  expect(existsSync(join(directory, 'plan.json'))).toBe(false)
  if ('lock' in attempt) attempt.lock.release()
  writeFileSync(join(directory, 'plan.json'), 'mine')
  const third = await world.run(['eval', 'run', '--no-sandbox', '--out', 'out'])
  expect([third.code, readFileSync(join(directory, 'plan.json'), 'utf8')]).toEqual([2, 'mine'])
  expect(existsSync(join(directory, 'lock'))).toBe(false)
})
