import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import { readAgents } from './read-agents.ts'

const ALL = `---
name: reviewer
description: Reviews: changes
tools: Read, Grep, Bash(git diff *)
disallowedTools: [Write]
model: haiku
permissionMode: plan
maxTurns: 5
effort: high
background: true
isolation: worktree
color: blue
skills: [deploy]
mcpServers:
  - github
  - own:
      command: x
hooks:
  Stop: ./done.sh
memory: project
initialPrompt: Begin.
---
You review.
`

const read = async (
  files: Readonly<Record<string, string>>,
  { source = { level: 'user' }, given }: { source?: ContributionSource; given?: string } = {},
) => {
  await using tmp = tmpDir()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tmp.path, name)), { recursive: true })
    writeFileSync(join(tmp.path, name), text)
  }
  const { contributions } = await readAgents(
    [{ source, root: tmp.path }],
    createMarkdownHeads(undefined),
    given,
  )
  return {
    agents: contributions.flatMap(({ agents = [] }) => agents).map(({ file: _, ...agent }) => agent),
    problems: contributions.flatMap(({ problems = [] }) => problems).map(({ message }) => message),
  }
}

const WHOLE = {
  name: 'reviewer',
  description: 'Reviews: changes',
  prompt: 'You review.',
  tools: ['Read', 'Grep', 'Bash(git diff *)'],
  disallowedTools: ['Write'],
  model: 'haiku',
  permissionMode: 'plan',
  maxTurns: 5,
  effort: 'high',
  background: true,
  isolation: 'worktree',
  color: 'blue',
  skills: ['deploy'],
  servers: ['github', { own: { command: 'x' } }],
  hooks: { Stop: [{ hooks: [{ type: 'command', command: './done.sh' }] }] },
  memory: 'project',
  initialPrompt: 'Begin.',
}

test('every key of an agent counts, in folders too', async () => {
  expect(await read({ 'agents/team/reviewer.md': ALL })).toEqual({ agents: [WHOLE], problems: [] })
})

test('an agent of a plugin cannot loosen what the person decided', async () => {
  const { agents, problems } = await read({ 'agents/a.md': ALL }, { source: { level: 'plugin', name: 'p' } })
  const { permissionMode: _, servers: __, hooks: ___, ...rest } = WHOLE
  expect(agents).toEqual([rest])
  expect(problems).toEqual(
    ['permissionMode', 'hooks', 'mcpServers'].map(
      key => `Agent a: "${key}" does not count for agents of plugins.`,
    ),
  )
})

test('what is wrong with a file is told, and the others count', async () => {
  const { agents, problems } = await read({
    'agents/README.md': 'Notes.',
    'agents/bad.md': '---\n- x\n---\n',
    'agents/colon.md': '---\nname: a:b\ndescription: d\n---\n',
    'agents/good.md': '---\nname: good\ndescription: d\ncolor: gray\nmaxTurns: many\n---\nx',
    'agents/same.md': '---\nname: good\ndescription: d\n---\nx',
    'agents/silent.md': '---\nname: silent\n---\nx',
  })
  expect(agents).toEqual([{ name: 'good', description: 'd', prompt: 'x' }])
  expect(problems).toEqual([
    'Agent README: not an agent: it needs "name" and "description" between --- lines at its beginning.',
    'Agent bad: the part between the --- lines is not valid YAML. Put values with a ":" in quotes.',
    'Agent colon: "name" is missing, or holds spaces, ":" or "/". Add a name such as code-reviewer.',
    'Agent good: "maxTurns" should be a whole number above 0. It is ignored.',
    'Agent good: "color" should be one of red, blue, green, yellow, purple, orange, pink, cyan. It is ignored.',
    'Agent same: not used, because another file here has the name good.',
    'Agent silent: "description" is missing. Say in it when the agent should be used.',
  ])
})

test.each([
  [
    '{"a":{"description":"d","prompt":"p","maxTurns":3}}',
    [{ name: 'a', description: 'd', prompt: 'p', maxTurns: 3 }],
    [],
  ],
  ['{"a":{"description":"d"}}', [], ['--agents: a needs "description" and "prompt".']],
  ['[]', [], ['--agents: expected an object with the names of agents as keys.']],
])('the command line brings agents: %s', async (given, agents, problems) => {
  expect(await read({}, { given })).toEqual({ agents, problems })
})

test('what is no JSON is told', async () => {
  expect((await read({}, { given: '{' })).problems[0]).toMatch(/^--agents: not valid JSON/)
})

test.each([
  ['tools', '5', 'a list of texts'],
  ['tools', '[Read, {Bash: git}]', 'a list of texts'],
  ['tools', '{Read: true}', 'a list of texts'],
  ['disallowedTools', '{Bash: x}', 'a list of texts'],
  ['disallowed-tools', '7', 'a list of texts'],
  ['permissionMode', 'Plan', 'one of '],
  ['permissionMode', '[plan, default]', 'one of '],
])(
  'an agent whose %s is %s is not loaded: it could do more than its author wrote',
  async (key, value, wanted) => {
    const { agents, problems } = await read({
      'agents/a.md': `---\nname: a\ndescription: d\n${key}: ${value}\n---\nx`,
    })
    expect(agents).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`"${key}" should be ${wanted}`)
    expect(problems[0]).toMatch(/it is not loaded\.$/)
  },
)

test("a plugin's permission mode does not count, whatever it is", async () => {
  const { agents } = await read(
    { 'agents/a.md': '---\nname: a\ndescription: d\npermissionMode: Plan\n---\nx' },
    { source: { level: 'plugin', name: 'p' } },
  )
  expect(agents).toEqual([{ name: 'a', description: 'd', prompt: 'x' }])
})

test('no agent is called none, which means no agent', async () => {
  const file = await read({ 'agents/x.md': '---\nname: none\ndescription: d\n---\nx' })
  const given = await read({}, { given: '{"none":{"description":"d","prompt":"p"}}' })
  expect([...file.agents, ...given.agents]).toEqual([])
  for (const { problems } of [file, given]) expect(problems[0]).toMatch(/"none" means no agent/)
})
