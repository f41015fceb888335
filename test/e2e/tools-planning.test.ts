import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import { type Line, resultOf, type World } from '../support/run-program.ts'
import { resultsOf } from '../support/wire-results.ts'

const call = (id: string, name: string, input: object) => ({ tool: { id, name, input } })
const namesOf = (world: World, at: number): readonly string[] =>
  ((world.server.requests.at(at)?.body?.['tools'] ?? []) as readonly { name: string }[]).map(
    tool => tool.name,
  )

test('lists of work are kept: what is looked up is loaded, tasks are linked, read, completed and deleted', async () => {
  await using world = await openWorldHere({
    replies: [
      call('todo', 'TodoWrite', {
        todos: [{ content: 'Build', status: 'in_progress', activeForm: 'Building' }],
      }),
      call('search', 'ToolSearch', { query: 'select:TaskCreate,TaskList' }),
      call('one', 'TaskCreate', { subject: 'Build it', description: 'All of it.' }),
      call('two', 'TaskCreate', { subject: 'Test it', description: 'Every part.' }),
      call('link', 'TaskUpdate', { taskId: '2', addBlockedBy: ['1'], owner: 'tester' }),
      call('get', 'TaskGet', { taskId: '2' }),
      call('done', 'TaskUpdate', { taskId: '1', status: 'completed' }),
      call('list', 'TaskList', {}),
      call('gone', 'TaskUpdate', { taskId: '2', status: 'deleted' }),
      call('none', 'TaskGet', { taskId: '2' }),
      { text: 'Done.' },
    ],
  })
  expect(resultOf(await world.stream(['go']))).toMatchObject({ result: 'Done.', is_error: false })
  expect(resultsOf(world)).toEqual({
    todo: expect.not.stringMatching(/^ERROR/),
    search: expect.stringContaining('TaskCreate'),
    one: 'Task 1 was created: Build it',
    two: 'Task 2 was created: Test it',
    link: 'Task 2 was changed (owner, blockedBy). It still waits for 1.',
    get: 'Task 2: Test it\nStatus: pending\nOwner: tester\nWaits for: 1\n\nEvery part.',
    done: 'Task 1 was changed (status). It is completed now.',
    list: '1. Build it (completed)\n2. Test it (pending, tester)',
    gone: 'Task 2 was deleted.',
    none: 'There is no such task. TaskList shows which there are.',
  })
  const loaded = (at: number) => namesOf(world, at).includes('TaskCreate')
  // It is described in the result: the tools that were sent stay as they are.
  expect([loaded(0), loaded(-1)]).toEqual([false, false])
})

test('StructuredOutput is offered only with a schema, refused with the place of the fault, and given as the result', async () => {
  const schema = JSON.stringify({
    type: 'object',
    properties: { files: { type: 'array', items: { type: 'string' } } },
    required: ['files'],
    additionalProperties: false,
  })
  await using world = await openWorldHere({
    replies: [
      call('look', 'Glob', { pattern: '*.txt' }),
      call('wrong', 'StructuredOutput', { files: 'a.txt', count: 1 }),
      call('right', 'StructuredOutput', { files: ['a.txt'] }),
      { text: 'No schema.' },
    ],
  })
  world.put('a.txt', 'x')
  const ended = await world.stream(['--json-schema', schema, 'list them'])
  expect(resultOf(ended)).toMatchObject({ subtype: 'success', structured_output: { files: ['a.txt'] } })
  expect(resultsOf(world)).toEqual({
    look: 'a.txt',
    wrong: expect.stringMatching(
      /^ERROR <tool_use_error>The output does not fit the schema:\n- \/ .*\(count\)\n- \/files must be array<\/tool_use_error>$/,
    ),
  })
  await world.stream(['without one'])
  expect([namesOf(world, 0), namesOf(world, -1)].map(names => names.includes('StructuredOutput'))).toEqual([
    true,
    false,
  ])
})

test('a host answers the questions the model asks', async () => {
  const question = {
    question: 'Which colour?',
    header: 'Colour',
    options: [
      { label: 'red', description: 'Like fire' },
      { label: 'blue', description: 'Like water' },
    ],
    multiSelect: false,
  }
  await using world = await openWorldHere({
    replies: [call('ask', 'AskUserQuestion', { questions: [question] }), { text: 'Done.' }],
  })
  const host = hostSession(world, ['--permission-prompt-tool', 'stdio'])
  host.ask('paint')
  const { id, request } = await host.question(1)
  expect(request).toMatchObject({ subtype: 'can_use_tool', tool_name: 'AskUserQuestion' })
  const input = request['input'] as Line
  host.reply(id, { behavior: 'allow', updatedInput: { ...input, answers: { 'Which colour?': 'blue' } } })
  expect(await host.result(1)).toMatchObject({ result: 'Done.' })
  expect(resultsOf(world)['ask']).toContain('Which colour? blue')
  await host.finish()
})
