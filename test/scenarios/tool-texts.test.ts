import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Message } from '../../src/protocol/message.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { fixedTaskId, TASK } from '../support/fixed-task-id.ts'

// What tools tell of themselves and of what they did with a call.

const call = (name: string, input: Readonly<Record<string, unknown>>) => ({ name, input })
const allResults = (world: World): string =>
  JSON.stringify(world.model.requests.map(({ messages }) => messages.at(-1)))

const startWorkflow = async (text: string): Promise<unknown> => {
  await using world = await createWorld({
    allow: ['Bash'],
    scenario: { replies: [] },
    config: ({ place }) => ({
      place: { ...place, workflowsDir: join(place.cwd, '..', 'runs') },
      worktree: { trusted: true },
    }),
  })
  await world.engine.send({ type: 'start_workflow', wish: { quiet: true, text } })
  for (;;) {
    const found = world.events.findLast(event => event.type === 'workflow_changed')
    if (found?.type === 'workflow_changed' && found.info.state !== 'running') return found.info.outputs
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

const STEPS = `
name: w
description: d
steps:
  - id: one
    run: echo first
  - id: two
    run: echo second
  - id: three
    when: \${{ false }}
    run: echo third
`

test('a workflow without outputs gives the output of the last step that ran', async () => {
  expect(await startWorkflow(STEPS)).toMatchObject({ two: expect.anything() })
  expect(await startWorkflow(`${STEPS}outputs:\n  it: \${{ steps.one.state }}\n`)).toEqual({ it: 'done' })
})

test.each([
  ['BashOutput', 'bash_id'],
  ['TaskOutput', 'id'],
  ['KillShell', 'shell_id'],
])('%s with %s is not told that the name it used was ignored', async (name, field) => {
  await using world = await createWorld({
    allow: ['Bash'],
    config: fixedTaskId,
    scenario: {
      replies: [
        { tool: call('Bash', { command: 'until [ -e go ]; do sleep 0.02; done', run_in_background: true }) },
        {
          tool: call(name, { [field]: TASK }),
          when: { toolResult: { contains: `as task ${TASK}` } },
        },
        { text: 'Done.' },
      ],
    },
  })
  const { report } = await world.ask('GO')
  expect([report.text, allResults(world).includes('Ignored in your')]).toEqual(['Done.', false])
})

test('an allow rule for Bash covers the same command in Monitor, and nothing else of it', async () => {
  await using world = await createWorld({
    allow: ['Bash'],
    scenario: {
      replies: [
        { tool: call('Monitor', { command: 'touch made && echo ready' }) },
        {
          tool: call('Monitor', { ws: { url: 'ws://127.0.0.1:9/' } }),
          when: { toolResult: { contains: 'Watching' } },
        },
        { text: 'Done.', when: { toolResult: { isError: true } } },
      ],
    },
  })
  const { report } = await world.ask('GO')
  expect([report.text, world.model.requests.length]).toEqual(['Done.', 3])
})

test('a deny rule for Bash covers commands of Monitor', async () => {
  await using world = await createWorld({
    deny: ['Bash'],
    allow: ['Monitor'],
    scenario: {
      replies: [
        { tool: call('Monitor', { command: 'touch made' }) },
        { text: 'Done.', when: { toolResult: { isError: true, contains: 'Bash' } } },
      ],
    },
  })
  expect((await world.ask('GO')).report.text).toBe('Done.')
})

test('Snip leaves out a large result that stands beside a command; what the command did stays', async () => {
  const large = Array.from({ length: 200 }, (_, at) => `line ${at} of the large file`).join('\n')
  const reads = { file_path: 'large.txt' }
  await using world = await createWorld({
    files: { 'large.txt': large },
    allow: ['Bash', 'Write'],
    scenario: {
      replies: [
        { tools: [call('Read', reads), call('Write', { file_path: 'made.txt', content: 'made' })] },
        { tool: call('Snip', {}) },
        { text: 'Listed.' },
        { text: 'After.', when: { lastUserText: 'MORE' } },
      ],
    },
  })
  await world.ask('GO')
  const listed = allResults(world)
  const [, id = ''] = /([0-9a-f-]{8}) {2}\d+ tokens {2}Read/.exec(listed) ?? []
  expect(id).not.toBe('')
  await world.engine.send({ type: 'snip', from: id })
  await world.ask('MORE')
  const sent = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect([sent.includes('line 150 of the large file'), sent.includes('made.txt')]).toEqual([false, true])
  const edits = world.events.flatMap(event =>
    event.type === 'entry' && (event.entry as Message).type === 'system' ? [event.entry] : [],
  )
  expect(JSON.stringify(edits)).toContain('"why":"asked"')
})
