import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textTokens } from '../../src/features/context/tokens.ts'
import { createWorld } from '../support/engine-bench.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'

const LONG = 'It does much, and says so at length. '.repeat(60)

const many = (count: number, file: (at: number) => readonly [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => file(at)))

test('what extensions are said to cost is what the first request says of them', async () => {
  const tools = Array.from({ length: 60 }, (_, at) => ({
    name: `tool_number_${at}`,
    description: LONG,
    inputSchema: { type: 'object', properties: { text: { type: 'string', description: LONG } } },
  }))
  await using world = await createWorld({
    scenario: { replies: [{ text: 'ok' }] },
    files: {
      ...many(80, at => [
        `.claude/skills/skill-${at}/SKILL.md`,
        `---\ndescription: Skill ${at}. ${LONG}\n---\nDo it.`,
      ]),
      ...many(40, at => [
        `.claude/agents/agent-${at}.md`,
        `---\nname: agent-${at}\ndescription: Agent ${at}. ${LONG}\n---\nBe it.`,
      ]),
    },
    config: config => ({
      extensions: {
        list: async () => [
          { source: { level: 'project', directory: '.claude' }, root: join(config.place.cwd, '.claude') },
        ],
        onChanged: () => () => undefined,
      },
      ...withServers([{ name: 'big', config: sampleServer({ tools, prompts: [] }) }])(config),
    }),
  })
  await world.ask('hello')
  const { entries } = await world.engine.query('extensions')
  const said = entries.reduce((sum, { tokens = 0 }) => sum + tokens, 0)
  const texts = (world.model.requests[0]?.messages ?? [])
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .flatMap(block => (block.type === 'text' ? [block.text] : []))
  const sent = texts
    .filter(text => /agent-0|skill-0|mcp__big__/.test(text))
    .map(text => textTokens(text))
    .reduce((sum, tokens) => sum + tokens, 0)
  expect(sent).toBeGreaterThan(1_000)
  expect(said / sent).toBeGreaterThan(0.8)
  expect(said / sent).toBeLessThan(1.2)
  // Definitions that nobody has looked up are in no request.
  expect(JSON.stringify(world.model.requests[0]?.tools)).not.toContain('tool_number_0')
})
