import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import type { WorkflowInfo, WorkflowRequest } from '../../src/protocol/agents/workflow.ts'
import type { ExtensionRoot } from '../../src/protocol/extensions/roots.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { gitRepository } from '../support/git-repository.ts'

interface Stage extends Partial<WorldOptions> {
  readonly replies?: Scenario['replies']
  readonly places?: (dir: string) => readonly ExtensionRoot[]
}

const project = (dir: string): ExtensionRoot => ({
  source: { level: 'project', directory: '.capstan' },
  root: join(dir, '.capstan'),
})

const open = async ({ replies = [], places = dir => [project(dir)], ...options }: Stage): Promise<World> =>
  await createWorld({
    ...options,
    scenario: { replies },
    config: config => ({
      place: { ...config.place, workflowsDir: join(config.place.cwd, '..', 'runs') },
      extensions: { list: async () => places(config.place.cwd), onChanged: () => () => undefined },
      worktree: { trusted: true },
    }),
  })

const endOf = async (world: World): Promise<WorkflowInfo> => {
  for (;;) {
    const found = world.events.findLast(event => event.type === 'workflow_changed')
    if (found?.type === 'workflow_changed' && found.info.state !== 'running') return found.info
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}

const run = async (world: World, wish: WorkflowRequest): Promise<WorkflowInfo> => {
  world.events.length = 0
  await world.engine.send({ type: 'start_workflow', wish: { quiet: true, ...wish } })
  return await endOf(world)
}

const promptsOf = (world: World): readonly string[] =>
  world.model.requests.map(({ messages }) => JSON.stringify(messages.at(0)?.content))
const write = (file_path: string) => ({ name: 'Write', input: { file_path, content: 'x\n' } })

test('a step in a worktree that was interrupted finds its worktree again and is told what is in it', async () => {
  await using repository = gitRepository()
  const home = join(repository.home, 'config')
  await using world = await open({
    in: { dir: repository.root, configHome: home },
    allow: ['Write', 'Edit', 'Bash'],
    replies: [
      { tool: write('first.txt'), when: { lastUserText: 'BUILD it' } },
      { text: 'built', when: { lastUserText: 'go on from there' } },
      { tool: write('other.txt'), when: { lastUserText: 'OTHER' } },
      { text: 'made', when: { toolResult: { tool: 'Write', contains: 'other.txt' } } },
    ],
  })
  // Its first attempt has one turn, which is over when the file is written.
  const text = `
steps:
  - { id: before, prompt: OTHER work, isolation: worktree }
  - { id: build, prompt: BUILD it, isolation: worktree, limits: { turns: 1 } }
  - { id: after, run: echo after >> log }
`
  const first = await run(world, { text })
  const [kept, build] = first.steps
  expect([first.state, kept?.worktrees?.length, build?.worktrees?.length]).toEqual(['failed', 1, 1])
  const [path = ''] = build?.worktrees ?? []
  expect(readFileSync(join(path, 'first.txt'), 'utf8')).toBe('x\n')
  expect(existsSync(join(repository.root, 'first.txt'))).toBe(false)

  const second = await run(world, { resume: first.runId })
  expect(second.state).toBe('completed')
  // What an earlier run of the program left is still named; nothing was made twice.
  expect(second.steps.map(({ worktrees }) => worktrees)).toEqual([kept?.worktrees, [path], undefined])
  expect(readdirSync(dirname(path)).filter(name => !name.startsWith('.'))).toHaveLength(2)
  const [began, again] = promptsOf(world).filter(prompt => prompt.includes('BUILD it'))
  expect(began).not.toContain('earlier attempt')
  expect(again).toContain('This worktree holds 1 new file: an earlier attempt at this task was interrupted')
})

test('steps whose ids look alike or are long have a worktree each', async () => {
  await using repository = gitRepository()
  const long = 'x'.repeat(63)
  await using world = await open({
    in: { dir: repository.root, configHome: join(repository.home, 'config') },
    allow: ['Write', 'Edit'],
    replies: [
      { tool: write('made.txt'), when: { lastUserText: 'MAKE' }, repeat: true },
      { text: 'made', when: { toolResult: { tool: 'Write' } }, repeat: true },
    ],
  })
  const text = `
inputs: { list: { type: array, default: [0, 1] } }
steps:
  - { id: a, prompt: MAKE, isolation: worktree, forEach: '\${{ inputs.list }}' }
  - { id: a-1, prompt: MAKE, isolation: worktree }
  - { id: ${long}a, prompt: MAKE, isolation: worktree }
  - { id: ${long}b, prompt: MAKE, isolation: worktree }
`
  const { state, steps } = await run(world, { text })
  expect(state).toBe('completed')
  const trees = steps.flatMap(({ worktrees = [] }) => worktrees)
  expect([trees.length, new Set(trees).size]).toEqual([5, 5])
})

test('without a screen the command waits for the run: its report is the answer, and a run that fails fails it', async () => {
  await using world = await open({
    allow: ['Bash'],
    files: {
      '.capstan/workflows/greet.yaml':
        'inputs: { who: string }\nsteps: [{ id: a, prompt: "GREET ${{ inputs.who }}" }]\noutputs: { said: "${{ steps.a.output }}" }',
      '.capstan/workflows/fail.yaml': 'steps: [{ id: a, run: exit 3 }]',
      '.capstan/workflows/bad.yaml': 'steps:\n  - promt: x\n',
    },
    replies: [{ text: 'hello Bo', when: { lastUserText: 'GREET Bo' }, repeat: true }],
  })
  for (const line of ['/workflow run greet who=Bo', '/workflow greet who=Bo']) {
    const { terminal, report } = await world.ask(line)
    expect([terminal.kind, report.text]).toEqual([
      'completed',
      expect.stringMatching(/a +done[\s\S]*said: hello Bo\nCompleted · /),
    ])
  }
  // The model heard of nothing but the step.
  expect(world.model.requests).toHaveLength(2)
  const failed = await world.ask('/workflow fail')
  const report = expect.stringMatching(
    /Step a failed: Exit code 3\.\nResume with: capstan workflow run --resume w\w+$/,
  )
  expect(failed.terminal).toEqual({
    kind: 'command_failed',
    message: report,
    localized: { id: 'layout.lines', text: report, values: expect.anything() },
  })
  const bad = await world.ask('/workflow bad')
  expect(bad.terminal).toEqual({
    kind: 'command_failed',
    message: `The workflow bad has mistakes:\n${join(world.dir, '.capstan/workflows/bad.yaml')}:2:5: there is no field "promt" here. Did you mean "prompt"?`,
    localized: expect.objectContaining({ id: 'workflows.mistakes_in' }),
  })
})

test('a list that is written out is gone through, and its items are words of whoever wrote them', async () => {
  await using world = await open({
    replies: ['ann', 'bob'].map(who => ({
      text: `hi ${who}`,
      when: { lastUserText: `GREET ${who} as number` },
    })),
  })
  const text = `
steps: [{ id: each, forEach: [ann, bob], prompt: 'GREET \${{ item }} as number \${{ index }}' }]
outputs: { all: '\${{ steps.each.output }}' }
`
  expect((await run(world, { text })).outputs).toEqual({ all: ['hi ann', 'hi bob'] })
  expect(promptsOf(world).join()).not.toContain('workflow-data')
})

test('an interrupt of the command stops the run it waits for', async () => {
  await using world = await open({
    replies: [{ text: 'x'.repeat(5000), chunkMs: 50, when: { lastUserText: 'SLOW' } }],
    files: { '.capstan/workflows/slow.yaml': 'steps: [{ id: a, prompt: SLOW }]' },
  })
  const asked = world.ask('/workflow slow')
  while (!world.events.some(event => event.agent && event.type === 'turn_started'))
    await new Promise(resolve => setTimeout(resolve, 2))
  await world.engine.send({ type: 'interrupt' })
  expect((await asked).terminal).toMatchObject({ message: expect.stringContaining('Stopped · ') })
  expect((await world.engine.query('runningAgents'))[0]?.status).toBe('stopped')
})

test('a workflow of a plugin goes by the name of the plugin, and may call its agents by their short names', async () => {
  const place = (dir: string): ExtensionRoot => ({
    source: { level: 'plugin', name: 'kit' },
    root: join(dir, 'kit'),
  })
  const files = {
    'kit/workflows/check.yaml':
      "steps: [{ id: gate, run: '[ -e go ]' }, { id: a, agent: critic, prompt: LOOK }]",
    'kit/agents/critic.md': '---\nname: critic\ndescription: looks\n---\nYou are the CRITIC.\n',
    '.capstan/workflows/check.yaml': 'steps: [{ id: a, prompt: OWN }]',
  }
  await using world = await open({
    files,
    allow: ['Bash'],
    places: dir => [project(dir), place(dir)],
    replies: [{ text: 'own', when: { lastUserText: 'OWN' } }],
  })
  const { report } = await world.ask('/workflow list')
  expect(report.text).toMatch(/^check +project/m)
  expect(report.text).toMatch(/^kit:check +plugin kit/m)
  expect(await run(world, { name: 'check' })).toMatchObject({ name: 'check', state: 'completed' })
  const first = await run(world, { name: 'kit:check' })
  expect(first).toMatchObject({ name: 'kit:check', state: 'failed' })
  // Its file may be gone by then; the plugin it was of is remembered.
  rmSync(join(world.dir, 'kit/workflows/check.yaml'))
  writeFileSync(join(world.dir, 'go'), '')
  await using again = await open({
    in: world,
    allow: ['Bash'],
    places: dir => [place(dir)],
    replies: [{ text: 'fine', when: { lastUserText: 'LOOK' } }],
  })
  expect(await run(again, { resume: first.runId })).toMatchObject({ name: 'kit:check', state: 'completed' })
  expect(JSON.stringify(again.model.requests.at(-1)?.system)).toContain('You are the CRITIC.')
})
