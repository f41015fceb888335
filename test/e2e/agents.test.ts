import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { ofType, openWorld, resultOf } from '../support/run-program.ts'

const STREAM = ['-p', '--output-format', 'stream-json', '--verbose']

test('an agent of the command line works under its call, and a background one is waited for at the end', async () => {
  const helper = { helper: { description: 'Helps', prompt: 'You help with words.', tools: ['Read'] } }
  await using world = await openWorld({
    replies: [
      {
        tools: [
          { name: 'Task', input: { description: 'front', prompt: 'PART front', subagent_type: 'helper' } },
          { name: 'Agent', input: { description: 'back', prompt: 'PART back', run_in_background: true } },
        ],
        when: { lastUserText: 'hello' },
      },
      { text: 'front is done', when: { lastUserText: 'PART front' } },
      { text: 'back is done', when: { lastUserText: 'PART back' }, chunkMs: 40 },
      { text: 'Both started.', when: { toolResult: { contains: 'front is done' } } },
      { text: 'Back reported.', when: { lastUserText: 'back is done' } },
    ],
  })
  const ended = await world.run([...STREAM, '--agents', JSON.stringify(helper), '--', 'hello'])
  expect(ended.code).toBe(0)
  const init = ended.lines.find(ofType('system', 'init'))
  expect(init?.['agents']).toEqual(expect.arrayContaining(['general-purpose', 'Explore', 'Plan', 'helper']))
  expect(ended.lines.some(line => typeof line['parent_tool_use_id'] === 'string')).toBe(true)
  expect(JSON.stringify(ended.lines)).toContain('back is done')
  expect(ended.lines.find(line => line.subtype === 'task_notification')).toMatchObject({
    status: 'completed',
  })
})

test('--agent runs the conversation as that agent: its prompt, its tools, and no others', async () => {
  const agents = {
    writer: { description: 'Writes', prompt: 'You write poems.', tools: ['Read', 'Agent(Explore)'] },
  }
  await using world = await openWorldHere({
    replies: [
      { tool: { name: 'Agent', input: { description: 'd', prompt: 'x', subagent_type: 'Plan' } }, times: 1 },
      { text: 'A poem.' },
    ],
  })
  const ended = await world.run([
    ...[
      '-p',
      '--output-format',
      'json',
      '--agents',
      JSON.stringify(agents),
      '--agent',
      'writer',
      '--',
      'hello',
    ],
  ])
  expect(resultOf(ended)['result']).toBe('A poem.')
  const [first, second] = world.server.requests.map(({ body }) => body as Readonly<Record<string, never>>)
  expect(JSON.stringify(first?.['system'])).toContain('You write poems.')
  expect((first?.['tools'] as readonly { name: string }[] | undefined)?.map(({ name }) => name)).toEqual([
    'Agent',
    'Read',
  ])
  expect(JSON.stringify(second?.['messages'])).toContain('only start agents of these types: Explore')
  const unknown = await world.run([
    '-p',
    '--agent',
    'writr',
    '--agents',
    JSON.stringify(agents),
    '--',
    'hello',
  ])
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('Did you mean writer?')])
})

test('--append-subagent-system-prompt stands behind the prompt of agents and not in that of the conversation', async () => {
  await using world = await openWorldHere({
    replies: [
      {
        tool: { name: 'Agent', input: { description: 'd', prompt: 'PART' } },
        when: { lastUserText: 'hello' },
      },
      { text: 'done', when: { lastUserText: 'PART' } },
      { text: 'Told.', when: { toolResult: { tool: 'Agent' } } },
    ],
  })
  const flags = ['-p', '--append-subagent-system-prompt', 'Answer in rhymes.']
  expect((await world.run([...flags, '--', 'hello'])).stdout).toBe('Told.\n')
  const [conversation, agent] = world.server.requests.map(({ body }) => JSON.stringify(body?.['system']))
  expect(agent).toContain('Answer in rhymes.')
  expect(conversation).not.toContain('Answer in rhymes.')
})
