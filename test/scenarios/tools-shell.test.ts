import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, type World } from '../support/engine-bench.ts'
import { fixedTaskId, TASK } from '../support/fixed-task-id.ts'

const until = async (ready: () => boolean): Promise<void> => {
  while (!ready()) await new Promise(resolve => setTimeout(resolve, 10))
}
const textOf = (message: unknown): string => JSON.stringify(message)
const taskEvents = (world: World) =>
  world.events
    .filter(event => event.type === 'task')
    .map(event => [event.change, event.task.status, event.running.length])

test('a model that asks for the output of a task nobody knows learns its name from the error', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'echo served; exit 3', run_in_background: true } } },
        { tool: { name: 'BashOutput', input: { bash_id: 'bash_1' } } },
        {
          when: { toolResult: { contains: `Known: ${TASK}`, isError: true } },
          tool: { name: 'BashOutput', input: { bash_id: TASK, block: true } },
        },
        { when: { toolResult: { contains: 'failed, exit code 3\nserved' } }, text: 'It failed.' },
      ],
    },
  })
  const end = await world.ask('start it and look')
  expect([end.terminal.kind, end.report.text, taskEvents(world)]).toEqual([
    'completed',
    'It failed.',
    [
      ['started', 'running', 1],
      ['ended', 'failed', 0],
    ],
  ])
  expect(world.model.violations).toEqual([])
})

test('a server started with & is ended and said; with run_in_background it lives and is stopped', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'sleep 300 & echo $! > first' } } },
        {
          when: { toolResult: { contains: 'Use run_in_background' } },
          tool: {
            name: 'Bash',
            input: { command: 'echo $$ > second; exec sleep 300', run_in_background: true },
          },
        },
        {
          tool: {
            name: 'Bash',
            input: { command: 'until [ -s second ]; do :; done; kill -0 $(cat second)' },
          },
        },
        { tool: { name: 'KillShell', input: { shell_id: TASK } } },
        { when: { toolResult: { contains: 'Stopped task' } }, text: 'Stopped.' },
      ],
    },
  })
  expect((await world.ask('serve')).report.text).toBe('Stopped.')
  const pid = (name: string) => readFileSync(join(world.dir, name), 'utf8').trim()
  expect([pid('first'), pid('second')].map(id => existsSync(`/proc/${id}/cwd`))).toEqual([false, false])
})

test('the end of a task is told at the next pause, once', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        {
          tool: {
            name: 'Bash',
            input: { command: 'until [ -e go ]; do sleep 0.02; done', run_in_background: true },
          },
        },
        { tool: { name: 'Bash', input: { command: 'touch go; until [ -e seen ]; do sleep 0.02; done' } } },
        { tool: { name: 'Bash', input: { command: 'true' } } },
        { text: 'Done.' },
      ],
    },
  })
  const done = world.ask('go')
  await until(() => world.events.some(event => event.type === 'task' && event.change === 'ended'))
  writeFileSync(join(world.dir, 'seen'), '')
  await done
  const requests = world.model.requests.map(request => textOf(request.messages.at(-1)))
  expect(requests.map(request => request.includes('<status>completed</status>'))).toEqual([
    false,
    false,
    true,
    false,
  ])
  const told = world.events.filter(
    event => event.type === 'entry' && event.entry.type === 'user' && event.entry.origin !== undefined,
  )
  expect(told.length).toBe(1)
})

test('what ended while nothing ran is told with the next message, and starts no turn by itself', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        {
          tool: {
            name: 'Bash',
            input: { command: 'until [ -e go ]; do sleep 0.02; done', run_in_background: true },
          },
        },
        { text: 'Started.' },
        { text: 'I see.' },
      ],
    },
  })
  await world.ask('start')
  writeFileSync(join(world.dir, 'go'), '')
  await until(() => taskEvents(world).length === 2)
  const before = world.model.requests.length
  await world.ask('well?')
  expect([before, textOf(world.model.requests.at(-1)?.messages).includes('<task-notification>')]).toEqual([
    2,
    true,
  ])
})

test('a front end lets the model hear of what ended; without news nothing happens', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        {
          tool: {
            name: 'Bash',
            input: { command: 'until [ -e go ]; do sleep 0.02; done', run_in_background: true },
          },
        },
        { text: 'Started.' },
        { text: 'It is done.' },
      ],
    },
  })
  await world.ask('start')
  await world.engine.send({ type: 'hear_news' })
  await world.engine.idle()
  const before = world.model.requests.length
  writeFileSync(join(world.dir, 'go'), '')
  await until(() => taskEvents(world).length === 2)
  await world.engine.send({ type: 'hear_news' })
  await world.engine.idle()
  expect([before, world.model.requests.length]).toEqual([2, 3])
  expect(textOf(world.model.requests.at(-1)?.messages)).toContain('<task-notification>')
})

test('where the person wants it, news starts a turn of its own', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: config => ({ ...fixedTaskId(config), wake: true }),
    scenario: {
      replies: [
        {
          tool: {
            name: 'Bash',
            input: { command: 'until [ -e go ]; do sleep 0.02; done', run_in_background: true },
          },
        },
        { text: 'Started.' },
        { text: 'It is done.' },
      ],
    },
  })
  await world.ask('start')
  writeFileSync(join(world.dir, 'go'), '')
  await until(() => world.events.filter(event => event.type === 'turn_ended').length === 2)
  expect(world.model.requests.length).toBe(3)
})

test('an interrupt ends the command and leaves background work alone; the end of the session ends all', async () => {
  const world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        {
          tool: {
            name: 'Bash',
            input: { command: 'echo $$ > back; exec sleep 300', run_in_background: true },
          },
        },
        { tool: { name: 'Bash', input: { command: 'setsid sleep 300 & echo $! > front; wait; sleep 300' } } },
        { text: 'never' },
      ],
    },
  })
  const done = world.ask('go')
  const pid = (name: string): string =>
    existsSync(join(world.dir, name)) ? readFileSync(join(world.dir, name), 'utf8').trim() : ''
  await until(() => pid('front') !== '' && pid('back') !== '')
  const [front, back] = [pid('front'), pid('back')]
  await world.engine.send({ type: 'interrupt' })
  const end = await done
  const alive = [front, back].map(id => existsSync(`/proc/${id}/cwd`))
  await world[Symbol.asyncDispose]()
  expect([end.terminal.kind, alive, existsSync(`/proc/${back}/cwd`)]).toEqual([
    'aborted_tools',
    [false, true],
    false,
  ])
  expect(taskEvents(world).at(-1)).toEqual(['ended', 'stopped', 0])
})

test('a host stops a task, and the model is told; one that is not there is refused', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'sleep 300', run_in_background: true } } },
        { text: 'Started.' },
        { text: 'I see.' },
      ],
    },
  })
  await world.ask('start')
  await expect(world.engine.send({ type: 'stop_task', taskId: 'b0' })).rejects.toThrow(
    'no background task b0',
  )
  await world.engine.send({ type: 'stop_task', taskId: TASK })
  expect((await world.engine.query('tasks')).map(task => task.status)).toEqual(['stopped'])
  await world.ask('and?')
  expect(textOf(world.model.requests.at(-1)?.messages)).toContain('<status>killed</status>')
})

test('a command that the person moves to the background is told to the model as that', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        { tool: { name: 'Bash', input: { command: 'touch begun; sleep 300' } } },
        {
          when: {
            toolResult: {
              contains: 'The person moved it to the background while it ran; it goes on there as task',
            },
          },
          text: 'It goes on.',
        },
      ],
    },
  })
  const done = world.ask('go')
  await until(() => existsSync(join(world.dir, 'begun')))
  await world.engine.send({ type: 'move_to_background' })
  expect((await done).report.text).toBe('It goes on.')
})

test('a watched command tells its lines while the model works', async () => {
  await using world = await createWorld({
    allow: ['Bash', 'Monitor'],
    config: fixedTaskId,
    scenario: {
      replies: [
        { tool: { name: 'Monitor', input: { command: 'echo ready; sleep 300', persistent: true } } },
        { tool: { name: 'Sleep', input: { duration_ms: 1500 } } },
        { text: 'Seen.' },
      ],
    },
  })
  await world.ask('watch')
  expect(textOf(world.model.requests.at(-1)?.messages)).toContain('<event>ready</event>')
})

/** What was asked, and the file after the model's `sed -i` was answered with yes; `meanwhile` happens before the answer. */
const askSed = async (meanwhile: (file: string) => void) => {
  await using world = await createWorld({
    files: { 'a.txt': 'one\ntwo\n' },
    config: config => ({ permissions: { ...config.permissions, canAsk: true } }),
    scenario: {
      replies: [{ tool: { name: 'Bash', input: { command: "sed -i 's/two/2/' a.txt" } } }, { text: 'Done.' }],
    },
  })
  const file = join(world.dir, 'a.txt')
  const ended = world.ask('change it')
  const asked = () => world.events.find(event => event.type === 'permission_request')
  await until(() => asked() !== undefined)
  const request = asked()?.request
  const untouched = readFileSync(file, 'utf8')
  meanwhile(file)
  await world.engine.send({
    type: 'answer_permission',
    id: request?.id ?? '',
    answer: { behavior: 'allow' },
  })
  await ended
  return {
    diff: request?.details?.diff?.text,
    untouched,
    after: readFileSync(file, 'utf8'),
    result: textOf(world.model.requests.at(-1)?.messages.at(-1)),
  }
}

test.skipIf(process.platform !== 'linux')(
  'a sed -i is asked about with the change it would make, and the yes makes it',
  async () => {
    expect(await askSed(() => undefined)).toMatchObject({
      diff: '@@ -1,2 +1,2 @@\n one\n-two\n+2',
      untouched: 'one\ntwo\n',
      after: 'one\n2\n',
    })
  },
)

test.skipIf(process.platform !== 'linux')(
  'a yes to a sed -i does not count when its file changes while the person reads',
  async () => {
    const { after, result } = await askSed(file => writeFileSync(file, 'zero\none\ntwo\n'))
    expect(after).toBe('zero\none\ntwo\n')
    expect(result).toContain('would not be the one that was shown')
  },
)
