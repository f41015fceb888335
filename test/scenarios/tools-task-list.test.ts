import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { toolResults } from '../support/tool-results.ts'

const call = (name: string, input: object = {}) => ({ tool: { name, input } })
/** The next reply, given only when the result before it says what it should. */
const after = (contains: string | RegExp, isError: boolean, reply: object) => ({
  ...reply,
  when: { toolResult: { contains, isError } },
})
const task = { subject: 'Fix it', description: 'The test fails.' }

test('TaskCreate: a model that leaves the description out and gives metadata as text is told both, with the schema', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        call('TaskCreate', { subject: 'Fix it', metadata: 'urgent' }),
        after(
          /Nothing was run\.\n- description: [\s\S]*- metadata: [\s\S]*The input has to fit: /,
          true,
          call('TaskCreate', { ...task, metadata: { urgent: true } }),
        ),
        after('Task 1 was created: Fix it', false, call('TaskList')),
        after(/^1\. Fix it \(pending\)$/, false, { text: 'Noted.' }),
      ],
    },
  })
  expect((await world.ask('note it')).report.text).toBe('Noted.')
  expect(world.model.violations).toEqual([])
})

test('TaskGet: a model that gives a subject, then a number nobody has, is led to the list and reads the task', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        call('TaskCreate', task),
        call('TaskGet', { taskId: 'Fix it' }),
        after('taskId: must be the number of a task', true, call('TaskGet', { taskId: 7 })),
        after('There is no such task. TaskList shows which there are.', false, call('TaskList')),
        after('1. Fix it (pending)', false, call('TaskGet', { taskId: '#1' })),
        after('Task 1: Fix it\nStatus: pending\n\nThe test fails.', false, { text: 'Read.' }),
      ],
    },
  })
  expect((await world.ask('what was it?')).report.text).toBe('Read.')
  expect(world.model.violations).toEqual([])
})

test('TaskList: a model that calls it by another name is understood, told its name, and learns the way from the answers', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        call('TasksList'),
        after('The task list is empty.', false, call('TaskCreate', task)),
        after('Task 1 was created', false, call('TaskList')),
        after('1. Fix it (pending)', false, { text: 'One task.' }),
      ],
    },
  })
  expect((await world.ask('what is left?')).report.text).toBe('One task.')
  expect(JSON.stringify(world.model.requests[1])).toContain(
    'Repaired in your TasksList call: the tool is called TaskList',
  )
  expect(toolResults(world.model.requests).map(result => result.isError)).toEqual([false, false, false])
})

test('TaskUpdate: a model that invents a status and a task reads which there are', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        call('TaskCreate', task),
        call('TaskUpdate', { taskId: 1, status: 'done' }),
        after(/status: .*"completed"/, true, call('TaskUpdate', { taskId: '2', status: 'completed' })),
        after(
          'There is no task 2. Nothing was changed. There are: 1.',
          true,
          call('TaskUpdate', { taskId: '1', status: 'completed' }),
        ),
        after('Task 1 was changed (status). It is completed now.', false, { text: 'Done.' }),
      ],
    },
  })
  expect((await world.ask('finish it')).report.text).toBe('Done.')
})
