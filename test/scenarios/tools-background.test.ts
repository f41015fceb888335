import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { fixedTaskId, TASK } from '../support/fixed-task-id.ts'

const call = (name: string, input: object = {}) => ({ tool: { name, input } })
/** The next reply, given only when the result before it says what it should. */
const after = (contains: string | RegExp, isError: boolean, reply: object) => ({
  ...reply,
  when: { toolResult: { contains, isError } },
})
const until = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise(resolve => setTimeout(resolve, 10))
}
const WAITING = 'until [ -e go ]; do sleep 0.02; done; echo ready; sleep 300'

test('Monitor: a model that names nothing, then a task nobody knows, watches the one the error names', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: config => ({ ...fixedTaskId(config), wake: true }),
    scenario: {
      replies: [
        call('Bash', { command: WAITING, run_in_background: true }),
        call('Monitor', { description: 'the server' }),
        after(
          'Give the command to watch, a WebSocket (ws), or the task_id of a running task.',
          true,
          call('Monitor', { task_id: 'server' }),
        ),
        after(
          `No task server is running. Running: ${TASK}.`,
          true,
          call('Monitor', { task_id: TASK, persistent: true }),
        ),
        after(`Watching task ${TASK}`, false, { text: 'Watching.' }),
        { text: 'It is ready.', when: { lastUserText: '<event>ready</event>' } },
      ],
    },
  })
  expect((await world.ask('tell me when it is up')).report.text).toBe('Watching.')
  writeFileSync(join(world.dir, 'go'), '')
  const ends = () => world.events.filter(event => event.type === 'turn_ended')
  await until(() => ends().length >= 2)
  expect(ends()[1]?.report.text).toBe('It is ready.')
  expect(world.model.violations).toEqual([])
})

test('Sleep: a model that thinks in seconds, then asks for an hour, reads the unit and the limit', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        call('Sleep', { seconds: 5 }),
        after(/duration_ms: .*"duration_ms"/s, true, call('Sleep', { duration_ms: 3_600_000 })),
        after(/duration_ms: .*600000/, true, call('Sleep', { duration_ms: '5' })),
        after('Waited 5 ms.', false, { text: 'Rested.' }),
      ],
    },
  })
  expect((await world.ask('wait a bit')).report.text).toBe('Rested.')
  expect(world.model.violations).toEqual([])
})

test('TaskStop: a model that gives the number of a process reads the id of the task, and that it is stopped only once', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        call('Bash', { command: 'sleep 300', run_in_background: true }),
        call('TaskStop', { task_id: '4242' }),
        after(`Known: ${TASK}`, true, call('TaskStop', { task_id: TASK })),
        after(`Stopped task ${TASK}`, false, call('TaskStop', { shell_id: TASK })),
        after(`Task ${TASK} had ended already (stopped`, false, { text: 'Stopped.' }),
      ],
    },
  })
  expect((await world.ask('end it')).report.text).toBe('Stopped.')
  expect((await world.engine.query('tasks')).map(task => task.status)).toEqual(['stopped'])
})

test('what a background command printed comes with the news of its end, without secrets and without another call', async () => {
  const key = `ghp_${'a1B2c3D4e5F6g7H8i9'.repeat(2)}`
  await using world = await createWorld({
    allow: ['Bash'],
    files: { 'log.txt': `${key}\n` },
    config: config => ({ ...fixedTaskId(config), wake: true }),
    scenario: {
      replies: [
        call('Bash', { command: 'echo built in 3 s; cat log.txt', run_in_background: true }),
        { text: 'It runs.', when: { toolResult: { tool: 'Bash' } } },
        { text: 'Built.', when: { lastUserText: '<output>built in 3 s\n' } },
      ],
    },
  })
  await world.ask('build it')
  await until(() => world.model.requests.length >= 3)
  const told = JSON.stringify(world.model.requests[2]?.messages.at(-1))
  expect(told).toContain('ended with exit code 0')
  expect(told).not.toContain(key)
})
