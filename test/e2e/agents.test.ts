import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import { ofType, resultOf, type World } from '../support/run-program.ts'
import { sampleServer } from '../support/sample-server.ts'

const STREAM = ['-p', '--output-format', 'stream-json', '--verbose']

test('an agent of the command line works under its call, and a background one is waited for at the end', async () => {
  const helper = { helper: { description: 'Helps', prompt: 'You help with words.', tools: ['Read'] } }
  await using world = await openWorldHere({
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
  const args = [...STREAM, '--forward-subagent-text', '--agents', JSON.stringify(helper), '--', 'hello']
  const ended = await world.run(args)
  expect(ended.code).toBe(0)
  const forwarded = ended.lines.filter(ofType('assistant')).filter(line => line['parent_tool_use_id'])
  expect(JSON.stringify(forwarded)).toContain('front is done')
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

const FINE = { replies: [{ text: 'Fine.', repeat: true }] }
const said = (world: World, at = 0): string => JSON.stringify(world.server.requests[at]?.body?.['messages'])
const runAs = (world: World, agent: object, args: readonly string[]) =>
  world.run(['-p', '--agents', JSON.stringify({ a: { description: 'd', prompt: 'P', ...agent } }), ...args])

test('--agent gives the conversation the skills, the memory and the MCP servers of the agent', async () => {
  await using world = await openWorldHere(FINE)
  world.put('.capstan/skills/style/SKILL.md', '---\ndescription: d\n---\nWrite short sentences.')
  world.put('.capstan/agent-memory/a/MEMORY.md', '- The build is slow on Mondays.\n')
  const agent = {
    tools: ['Read'],
    skills: ['style'],
    memory: 'project',
    mcpServers: [{ notes: sampleServer() }],
  }
  const ended = await runAs(world, agent, ['--trust', '--agent', 'a', '--', 'hello'])
  expect([ended.code, ended.stderr]).toEqual([0, ''])
  const request = JSON.stringify(world.server.requests[0]?.body)
  expect(said(world)).toContain('<skill name=\\"style\\">\\nWrite short sentences.')
  expect(request).toContain('The build is slow on Mondays.')
  expect(request).toContain('mcp__notes__')
  // The next run of the session has them already.
  const id = world.sessions()[0]?.id ?? ''
  await runAs(world, agent, ['--trust', '--agent', 'a', '--resume', id, '--', 'more'])
  expect(said(world, 1).split('Write short sentences.')).toHaveLength(2)
})

test('the initial prompt of an agent starts the first turn, alone or before what was asked', async () => {
  await using world = await openWorldHere(FINE)
  const agent = { initialPrompt: 'Look around first.' }
  expect((await runAs(world, agent, ['--agent', 'a'])).code).toBe(0)
  expect(said(world)).toContain('"text":"Look around first."')
  await runAs(world, agent, ['--agent', 'a', '--', 'Then fix it.'])
  expect(said(world, 1)).toContain('"text":"Look around first.\\n\\nThen fix it."')
  const id = world.sessions().at(-1)?.id ?? ''
  await runAs(world, agent, ['--agent', 'a', '--resume', id, '--', 'go on'])
  expect(said(world, 2).split('Look around first.')).toHaveLength(2)
  const none = await runAs(world, {}, ['--agent', 'a'])
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No prompt')])
})

test('a goal that a run does not reach makes it fail, with a sentence', async () => {
  await using world = await openWorldHere(FINE)
  const missed = await world.run(['-p', '--', '/goal $ false --turns 2'])
  expect([missed.code, missed.stderr]).toEqual([
    1,
    expect.stringContaining('The goal was not reached: $ false'),
  ])
  const reached = await world.run(['-p', '--', '/goal $ true'])
  expect([reached.code, reached.stderr]).not.toContain('not reached')
  expect(reached.code).toBe(0)
})

test('the agent that a plugin names in its settings runs the conversation, unless the person chose another', async () => {
  await using world = await openWorldHere(FINE)
  const dir = world.put('fmt/settings.json', JSON.stringify({ agent: 'poet', model: 'never' }))
  world.put('fmt/agents/poet.md', '---\nname: poet\ndescription: d\n---\nYou speak in rhymes.')
  const args = ['-p', '--plugin-dir', dirname(dir)]
  const system = (at: number): string => JSON.stringify(world.server.requests[at]?.body?.['system'])
  await world.run([...args, '--', 'hello'])
  expect(system(0)).toContain('You speak in rhymes.')
  expect(world.server.requests[0]?.body?.['model']).not.toBe('never')
  await world.run([...args, '--agent', 'general-purpose', '--', 'hello'])
  expect(system(1)).not.toContain('You speak in rhymes.')
  world.put('fmt/settings.json', JSON.stringify({ agent: 'pote' }))
  const wrong = await world.run([...args, '--', 'hello'])
  expect([wrong.code, wrong.stderr]).toEqual([0, expect.stringContaining('the agent pote, which doesn')])
})

describe('a session that ran as an agent', () => {
  const AGENT =
    '---\nname: ro\ndescription: Looks\ntools: Read, Grep\nmodel: claude-opus-4-5\n---\nYou only look.\n'
  /** What the request offers, who is asked, and whose prompt that is. */
  const narrowed = (world: World, at: number) => {
    const body = world.server.requests[at]?.body as Readonly<Record<string, never>> | undefined
    const tools = (body?.['tools'] ?? []) as readonly { readonly name: string }[]
    return [
      tools.map(({ name }) => name),
      body?.['model'],
      JSON.stringify(body?.['system']).includes('You only look.'),
    ]
  }
  const AS_AGENT = [['Grep', 'Read'], 'claude-opus-4-5', true]
  const start = async (world: World): Promise<string> => {
    world.put('.capstan/agents/ro.md', AGENT)
    expect((await world.run(['-p', '--trust', '--agent', 'ro', '--', 'hello'])).code).toBe(0)
    expect(narrowed(world, 0)).toEqual(AS_AGENT)
    return world.sessions()[0]?.id ?? ''
  }

  test.each([
    ['continue', () => ['--continue']],
    ['resume', (id: string) => ['--resume', id]],
    ['fork', (id: string) => ['--resume', id, '--fork-session']],
    ['fork of a fork', (id: string) => ['--resume', id, '--fork-session']],
  ])('%s keeps the agent, its tools and its model, and hooks hear its name', async (name, flags) => {
    await using world = await openWorldHere(FINE)
    const id = await start(world)
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: 'cat > stop.json' }] }] }
    const more = ['--settings', JSON.stringify({ hooks })]
    expect((await world.run(['-p', '--trust', ...more, ...flags(id), '--', 'more'])).code).toBe(0)
    expect(narrowed(world, 1)).toEqual(AS_AGENT)
    expect(JSON.parse(readFileSync(join(world.project, 'stop.json'), 'utf8'))).toMatchObject({
      agent_type: 'ro',
    })
    if (name !== 'fork of a fork') return
    const copy = world.sessions().find(session => session.id !== id)?.id ?? ''
    await world.run(['-p', '--trust', ...flags(copy), '--', 'again'])
    expect(narrowed(world, 2)).toEqual(AS_AGENT)
  })

  test('a flag says otherwise, and that is kept', async () => {
    await using world = await openWorldHere(FINE)
    const id = await start(world)
    await world.run(['-p', '--trust', '--resume', id, '--agent', 'none', '--', 'more'])
    await world.run(['-p', '--trust', '--resume', id, '--', 'more'])
    for (const at of [1, 2]) {
      expect(narrowed(world, at)[2]).toBe(false)
      expect(narrowed(world, at)[0]).toContain('Bash')
    }
  })

  test('without its definition it does not go on with more than it had', async () => {
    await using world = await openWorldHere(FINE)
    const id = await start(world)
    rmSync(join(world.project, '.capstan/agents/ro.md'))
    const ended = await world.run(['-p', '--trust', '--resume', id, '--', 'more'])
    expect([ended.code, ended.stderr, world.server.requests.length]).toEqual([
      2,
      expect.stringContaining("This session ran as the agent ro, which doesn't exist anymore."),
      1,
    ])
  })
})

test.each([
  ['{', /--agents: not valid JSON/],
  ['{"a":{"description":"d"}}', /--agents: a needs "description" and "prompt"/],
  ['{"a":{"description":"d","prompt":"p","tools":5}}', /--agents: a: "tools" should be .* not loaded/],
])('--agents that cannot be used as written start nothing: %s', async (agents, why) => {
  await using world = await openWorldHere({ replies: [{ text: 'x', repeat: true }] })
  const ended = await world.run(['-p', '--agents', agents, '--', 'hello'])
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended.stderr).toMatch(why)
})

test('--agent says why a file of that name is no agent', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'x', repeat: true }] })
  mkdirSync(join(world.config, 'agents'), { recursive: true })
  writeFileSync(join(world.config, 'agents', 'rev.md'), '---\nname: rev\n---\nx')
  const ended = await world.run(['-p', '--agent', 'rev', '--', 'hello'])
  expect(ended.code).toBe(2)
  expect(ended.stderr).toMatch(/Agent rev: "description" is missing.*rev\.md/)
})
