import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCompactionWorld, resumeWorld, SUMMARY, used } from '../support/compaction-world.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { keptRun, runAsText } from '../support/kept-run.ts'

const ALLOWED = ['Bash', 'Edit', 'Write', 'Read']
const read = { name: 'Read', input: { file_path: 'a.txt' } }
const files = { 'a.txt': 'remember me\n', 'AGENTS.md': 'Be brief.\n' }
const prompts = (world: World): readonly string[] =>
  world.events.flatMap(event => (event.type === 'turn_started' ? [event.turn.userMessageUuid] : []))

const open = (options: WorldOptions): Promise<World> =>
  createWorld({
    files,
    allow: ALLOWED,
    ...options,
    config: config => ({
      plans: { own: join(config.place.home, 'config', 'plans') },
      ...options.config?.(config),
    }),
  })

/** Requests and session files say the same, byte for byte, as when they were kept. */
const expectKept = (name: string, world: World): void => {
  const text = runAsText(world)
  expect(text).toBe(keptRun(name, text))
}

test('tools that read, edit, run and are refused', async () => {
  await using world = await open({
    deny: ['Read(secret.txt)'],
    scenario: {
      replies: [
        { text: 'Looking.', tool: read },
        {
          tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'me', new_string: 'you' } },
        },
        {
          tools: [
            { name: 'Bash', input: { command: 'cat a.txt' } },
            { name: 'Read', input: { file_path: 'secret.txt' } },
            { name: 'Raed', input: {} },
          ],
        },
        { tool: { name: 'TodoWrite', input: { todos: [] } } },
        { text: 'Done.' },
        { text: 'And done.' },
      ],
    },
  })
  await world.ask('change it')
  await world.ask('and now?')
  await world.engine[Symbol.asyncDispose]()
  expectKept('tools', world)
})

test('a conversation that is compacted, resumed and cleared', async () => {
  const replies = [SUMMARY, { tool: read, ...used(11_000) }, { text: 'done', ...used(500) }]
  await using world = await createCompactionWorld({ files, allow: ALLOWED, replies })
  await world.ask('the original request')
  await world.engine[Symbol.asyncDispose]()
  expectKept('compacted', world)
  await using again = await resumeWorld(world, {
    replies: [{ text: 'hello again' }, { text: 'fresh' }, { text: 'again' }],
  })
  await again.ask('go on')
  await again.engine.send({ type: 'clear' })
  await again.ask('begin')
  await again.engine[Symbol.asyncDispose]()
  expectKept('resumed-and-cleared', again)
})

test('a conversation that goes on from an earlier message, and comes back', async () => {
  await using world = await open({
    scenario: {
      replies: [
        { tool: read },
        { text: 'A' },
        { tool: { name: 'Bash', input: { command: "printf 'two' > a.txt" } } },
        { text: 'B' },
        { text: 'C' },
        { text: 'D' },
      ],
    },
  })
  await world.ask('first')
  await world.ask('second')
  const [, second = ''] = prompts(world)
  await world.engine.send({ type: 'submit', content: 'other second', insteadOf: second })
  await world.engine.idle()
  await world.engine.send({ type: 'switch_branch', messageUuid: second, what: 'conversation' })
  await world.ask('third')
  await world.engine[Symbol.asyncDispose]()
  expectKept('branches', world)
})

test('plan mode, commands of the person, and words that cost no turn', async () => {
  await using world = await open({
    scenario: { replies: [{ tool: read }, { text: 'a plan' }, { text: 'B' }] },
    config: config => ({ permissions: { ...config.permissions, mode: 'plan' } }),
  })
  await world.ask('plan it')
  await world.ask('/cost')
  await world.engine.send({ type: 'set_mode', mode: 'default' })
  await world.engine.send({ type: 'shell', command: 'echo hello', id: 'one' })
  await world.ask('go')
  await world.engine[Symbol.asyncDispose]()
  expectKept('plan-and-commands', world)
})
