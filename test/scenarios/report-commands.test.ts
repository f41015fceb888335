import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/features/commands/index.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { readWorkflow } from '../../src/features/workflows/read-workflow.ts'
import type { WorkflowRequest } from '../../src/protocol/agents/workflow.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { createFakeHost } from '../support/fake-command-host.ts'

const structured = (input: object, lastUserText: string): ScriptedReply => ({
  tool: { name: 'StructuredOutput', input: input as Readonly<Record<string, unknown>> },
  when: { lastUserText },
})

const finding = (claim: string) => ({ claim, source: 'https://a.example/x', quote: 'word' })

const RESEARCH: readonly ScriptedReply[] = [
  structured({ questions: [{ question: 'one', where: 'web' }] }, 'Split this into three to six questions'),
  structured({ findings: [finding('it is so')], open: [] }, 'You research one part'),
  structured({ checked: [{ ...finding('it is so'), verdict: 'holds' }], open: [] }, 'You had no part in it'),
  {
    text: 'It is so [1] [2].\n[1] https://a.example/x\n[2] https://b.example/y',
    when: { lastUserText: 'Write the report' },
  },
]

const open = async (replies: readonly ScriptedReply[], more: Partial<WorldOptions> = {}): Promise<World> =>
  await createWorld({
    ...more,
    scenario: { replies },
    config: config => ({
      wake: false,
      place: { ...config.place, workflowsDir: join(config.place.cwd, '..', 'runs') },
    }),
  })

const say = async (world: World, content: string): Promise<string> => {
  await world.engine.send({ type: 'submit', content, authority: 'owner' })
  await world.engine.idle()
  return world.events.flatMap(event => (event.type === 'command_output' ? [event.text] : [])).at(-1) ?? ''
}

test('a question is split, searched, checked and reported, and what nobody checked is named', async () => {
  await using world = await open(RESEARCH)
  const text = await say(world, '/deep-research --usd 2 is it so?')
  expect(text).toContain('It is so [1] [2].')
  expect(text).toMatch(/not checked by a second agent: https:\/\/b\.example\/y$/)
  expect(world.model.requests).toHaveLength(4)
  expect(await say(world, '/deep-research show')).toContain('It is so [1] [2].')
})

test('without anybody to agree to the cost it has to be said', async () => {
  await using world = await open([])
  await say(world, '/deep-research is it so?')
  expect(JSON.stringify(world.events)).toContain('Say what it may cost: /deep-research --usd 5')
  expect(world.model.requests).toHaveLength(0)
})

test.each([['/teleport abc', /^\/teleport isn't here: there are no sessions in a cloud\./]])(
  '%s says why it is not here, and the model is not asked',
  async (line, said) => {
    await using world = await open([])
    await say(world, line)
    const [end] = world.events.filter(event => event.type === 'turn_ended')
    expect(end).toMatchObject({
      terminal: { kind: 'command_failed', message: expect.stringMatching(said) as string },
    })
    expect(world.model.requests).toHaveLength(0)
  },
)

test('a name of another tool is no command of ours', async () => {
  const { commandNotHere } = await import('../../src/features/commands/not-here.ts')
  const { notHereText } = await import('../../src/protocol/messages/commands/not-here.ts')
  const names = Object.keys(notHereText.rows).map(row => row.replaceAll('_', '-'))
  expect(names.filter(name => commandNotHere(name) === undefined)).toEqual([])
  const ours = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  expect(ours.filter(name => commandNotHere(name))).toEqual([])
})

test.each(['en', 'zh'] as const)(
  'what several agents do is a workflow that can be run (%s)',
  async language => {
    for (const name of ['deep-research', 'ultrareview']) {
      const host = createFakeHost()
      const command = COMMANDS.find(each => each.name === name)
      await command?.run('why', { ...host, place: { ...host.place, promptLanguage: language } })
      const [, wish] = host.calls.find(([called]) => called === 'startWorkflow') ?? []
      const { workflow, problems } = await readWorkflow(String((wish as WorkflowRequest).text), {
        fallbackName: 'x',
      })
      expect(problems).toEqual([])
      expect(workflow?.name).toBe(name)
      expect(workflow?.steps.at(-1)?.id).toBe('report')
    }
  },
)

test('prompts people call come in the language of the prompt, and the model is not told of them', async () => {
  const written = COMMANDS.filter(({ bundled, personOnly }) => bundled && personOnly)
  const host = createFakeHost()
  for (const command of written.filter(
    ({ name }) => name !== 'update-config' && name !== 'team-onboarding',
  )) {
    const texts = []
    for (const promptLanguage of ['en', 'zh'] as const) {
      const outcome = await command.run('x', { ...host, place: { ...host.place, promptLanguage } })
      texts.push(String(outcome.text))
    }
    expect(texts[0]).not.toMatch(/\p{Script=Han}/u)
    expect(texts[1]?.match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(100)
  }
  await using world = await open([{ text: 'hello' }])
  await say(world, 'hi')
  const sent = JSON.stringify(world.model.requests[0]?.messages)
  for (const { name, description } of written) expect(sent, name).not.toContain(description)
})
