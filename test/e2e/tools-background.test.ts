import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { resultOf, type World } from '../support/run-program.ts'
import { messagesOf, resultsOf } from '../support/wire-results.ts'

const call = (id: string, name: string, input: object) => ({ tool: { id, name, input } })
const PERMIT = ['--allowedTools', 'Bash,Monitor']
const fine = expect.not.stringMatching(/^ERROR/)

/** As the model would read it in the result of the call, which is written down before it is sent. */
const taskOf = (open: { world?: World }, id: string): string => {
  const written = JSON.stringify(open.world?.sessions() ?? [])
  return new RegExp(`"tool_use_id":"${id}".*? task (\\w+)`).exec(written)?.[1] ?? ''
}

test('commands run in the background, are read and are stopped', async () => {
  const open: { world?: World } = {}
  await using world = await openWorldHere({
    replies: [
      call('quick', 'Bash', { command: 'echo from; echo behind', run_in_background: true }),
      call('output', 'TaskOutput', {
        block: true,
        get task_id() {
          return taskOf(open, 'quick')
        },
      }),
      call('slow', 'Bash', { command: 'sleep 600', run_in_background: true }),
      call('stop', 'TaskStop', {
        get task_id() {
          return taskOf(open, 'slow')
        },
      }),
      { text: 'Done.', repeat: true },
    ],
  })
  open.world = world
  expect(resultOf(await world.stream(['go', ...PERMIT]))).toMatchObject({ result: 'Done.', is_error: false })
  expect(resultsOf(world)).toEqual({
    quick: fine,
    output: expect.stringContaining('from\nbehind'),
    slow: fine,
    stop: expect.stringContaining('Stopped task'),
  })
})

test('lines of a watched command come as notifications while the model sleeps', async () => {
  const open: { world?: World } = {}
  const told = '<event>up and running</event>'
  await using world = await openWorldHere({
    replies: [
      call('watch', 'Monitor', { command: 'echo up and running; sleep 600', persistent: true }),
      {
        when: { lastUserText: told },
        ...call('stop', 'TaskStop', {
          get task_id() {
            return taskOf(open, 'watch')
          },
        }),
      },
      { when: { toolResult: { tool: 'TaskStop' } }, text: 'Seen.' },
      ...['a', 'b', 'c', 'd'].map(id => call(id, 'Sleep', { duration_ms: 1500, reason: 'nothing to do' })),
    ],
  })
  open.world = world
  expect(resultOf(await world.stream(['watch', ...PERMIT]))).toMatchObject({
    result: 'Seen.',
    is_error: false,
  })
  expect(resultsOf(world)).toMatchObject({
    watch: expect.stringMatching(/^Watching task \w+ \(echo up and running; sleep 600\)\. /),
    a: expect.stringMatching(/^Woken after \d+ ms: there is news from background work\.$/),
    stop: expect.stringContaining('Stopped task'),
  })
  const said = JSON.stringify(messagesOf(world, -1))
  expect(said.split(told).length - 1).toBe(1)
})
