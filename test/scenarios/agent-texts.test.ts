import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { toolPool } from '../../src/agents/tool-pool.ts'
import { startGitReader } from '../../src/engine/prompt/git-snapshot.ts'
import { BUILT_IN_AGENTS } from '../../src/features/agents/built-in/built-in-agents.ts'
import { createToolbox, readToolSpecs } from '../../src/host/tools/toolbox.ts'
import type { ModelRequest } from '../../src/protocol/model.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

// What agents and whoever starts them are told about where they are and what they have.

const agent = (more: object) => ({
  name: 'Agent',
  input: { description: 'a', prompt: 'SUBTASK', ...more },
})
const systemOf = (request: ModelRequest | undefined): string =>
  (request?.system ?? []).map(({ text }) => text).join('\n')
const requestOf = (world: World, words: string): ModelRequest | undefined =>
  world.model.requests.find(({ messages }) => JSON.stringify(messages.at(-1)).includes(words))

test('an agent in a worktree is told the branch of the worktree, and its result names commands of git', async () => {
  await using world = await createWorld({
    allow: ['Write'],
    files: { 'a.txt': 'a\n' },
    config: ({ place }) => ({
      place: { ...place, isGitRepo: true },
      prompt: {
        git: startGitReader(
          { cwd: place.cwd, trusted: true },
          { env: { PATH: process.env['PATH'] ?? '', HOME: place.home }, roots: () => [place.cwd] },
        ),
      },
    }),
    scenario: {
      replies: [
        { tool: agent({ isolation: 'worktree' }), when: { lastUserText: 'GO' } },
        {
          tool: { name: 'Write', input: { file_path: 'made.txt', content: 'x' } },
          when: { lastUserText: 'SUBTASK' },
        },
        { text: 'written', when: { toolResult: { tool: 'Write' } } },
        { text: 'done', when: { toolResult: { tool: 'Agent' } } },
      ],
    },
  })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd: world.dir,
      encoding: 'utf8',
    })
  git('init', '-qb', 'trunk')
  git('add', '.')
  git('commit', '-qm', 'first')
  await world.ask('GO')
  const result = JSON.stringify(world.model.requests.at(-1)?.messages.at(-1))
  const branch = /branch (\S+)\./.exec(result)?.[1] ?? ''
  expect(git('branch', '--list', branch).trim()).not.toBe('')
  const told = systemOf(requestOf(world, 'SUBTASK'))
  expect(told).toContain(branch)
  expect(told).not.toContain('trunk\n')
  // What it names works as it stands.
  const [, path] = /in the worktree (\S+), branch/.exec(result) ?? []
  expect(result).toContain(`git merge ${branch}`)
  const inTree = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b', ...args], {
      cwd: path,
      encoding: 'utf8',
    })
  inTree('add', '-A')
  inTree('commit', '-qm', 'made')
  git('merge', '-q', branch)
  expect(git('ls-files')).toContain('made.txt')
})

test('the result of an agent that only looks has its id, and SendMessage continues it', async () => {
  await using world = await createWorld({
    scenario: {
      replies: [
        { tool: agent({ subagent_type: 'Explore' }), when: { lastUserText: 'GO' } },
        { text: 'found', when: { lastUserText: 'SUBTASK' } },
        { text: 'done', when: { toolResult: { tool: 'Agent', contains: 'agentId: ' } } },
      ],
    },
  })
  const { report } = await world.ask('GO')
  expect(report.text).toBe('done')
})

test('what a built-in agent reads of its tools prefers none that it may not have', async () => {
  const specs = await readToolSpecs()
  const names = specs.map(({ name }) => name)
  for (const definition of BUILT_IN_AGENTS) {
    const has = toolPool(definition)
    for (const { name, description } of specs.filter(each => has(each.name, each.aliases))) {
      // "Prefer X", "use X": advice without a condition.
      const advised = [...description.matchAll(/\b(?:[Pp]refer|[Uu]se) ((?:\w+(?:, | and | or )?)+)/g)]
        .flatMap(([, list = '']) => list.split(/\W+/))
        .filter(word => names.includes(word) && !has(word))
      expect([definition.name, name, advised]).toEqual([definition.name, name, []])
    }
  }
})

const TEAM = [
  {
    tools: [
      { name: 'TeamCreate', input: { team_name: 'crew', description: 'd' } },
      agent({ name: 'ann', team_name: 'crew', prompt: 'WORK' }),
    ],
    when: { lastUserText: 'GO' },
  },
  { text: 'Started.', when: { toolResult: { tool: 'Agent' } } },
  { text: 'done with it', when: { lastUserText: 'WORK' } },
  { text: 'ok', when: { lastUserText: '<teammate-message' }, repeat: true },
]

test('a member is told that its leader answers, and has the tools of the team from the start', async () => {
  const tools = createToolbox(await readToolSpecs(), { denied: [], teams: true })
  await using world = await createWorld({
    scenario: { replies: TEAM },
    config: ({ place }) => ({
      tools,
      wake: true,
      teams: { backend: 'files', directory: join(place.taskListDir ?? '', '..', '..', 'teams'), on: true },
    }),
  })
  await world.ask('GO')
  await vi.waitFor(() => expect(requestOf(world, 'a member of the team')).toBeDefined(), {
    timeout: 60_000,
    interval: 5,
  })
  const first = requestOf(world, 'a member of the team')
  expect(systemOf(first)).not.toContain('Nobody can answer')
  expect(systemOf(first)).toContain('Your leader can answer questions')
  const sent = first?.tools.map(({ name }) => name) ?? []
  expect(['SendMessage', 'TaskList', 'TaskUpdate'].filter(name => !sent.includes(name))).toEqual([])
  expect(sent).not.toContain('TaskCreate')
})

test('a session that is a member has the tools of the team from the start', async () => {
  const whole = (teams: true | 'member') =>
    createToolbox(specs, { denied: [], teams })
      .specs.filter(({ name, deferred }) => name === 'SendMessage' && !deferred)
      .map(({ name }) => name)
  const specs = await readToolSpecs()
  expect([whole(true), whole('member')]).toEqual([[], ['SendMessage']])
})
