import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitRepository } from '../support/git-repository.ts'
import { heldHere } from '../support/run-here.ts'
import { eventually, openWorld } from '../support/run-program.ts'

const SLOW = { text: 'x'.repeat(4000), chunkMs: 100, when: { lastUserText: 'SLOW' }, times: 1 }
const FLOW = `
name: flow
steps:
  - { id: one, run: echo one >> log }
  - { id: two, prompt: SLOW work }
  - { id: three, run: echo three >> log }
outputs: { said: '\${{ steps.two.output }}' }
`
const RUN = ['workflow', 'run', 'flow', '--trust', '--allowedTools', 'Bash']

const open = async (replies: readonly object[]) => {
  const world = await openWorld({ replies: replies as never })
  world.put('.capstan/workflows/flow.yaml', FLOW)
  return world
}

test('kill -9 in the middle of a run: it goes on with the step that was running and repeats none that was done', async () => {
  await using world = await open([SLOW, { text: 'all well', when: { lastUserText: 'SLOW' } }])
  const running = world.start(RUN)
  await eventually(() => world.server.requests.length > 0)
  running.child.kill('SIGKILL')
  await running.ended
  const [file = ''] = readdirSync(join(world.config, 'workflow-runs')).filter(name => name.endsWith('.jsonl'))
  const runId = file.replace('.jsonl', '')
  const resume = ['workflow', 'run', '--resume', runId, '--trust', '--allowedTools', 'Bash']
  const ended = await heldHere(world).run([...resume, '--json'])
  expect([ended.code, ended.stderr]).toEqual([0, expect.stringContaining('two: it was interrupted before')])
  expect(JSON.parse(ended.stdout)).toMatchObject({
    state: 'completed',
    outputs: { said: 'all well' },
    steps: [{ id: 'one', kept: true }, { id: 'two', repeated: true }, { id: 'three' }],
  })
  expect(readFileSync(join(world.project, 'log'), 'utf8')).toBe('one\nthree\n')
  expect((await heldHere(world).run(resume)).code).toBe(0)
  // The session that the steps ran in was opened by nobody: it is none to go on with.
  expect((await heldHere(world).run(['-p', 'x', '--continue'])).stderr).toContain('no session to continue')
  // But what its steps cost, the one of the program that was killed as well, is in the ledger.
  const ledger = await heldHere(world).run(['ledger', '--all', '--json'])
  expect(ledger.lines.filter(line => line['kind'] === 'spend').length).toBeGreaterThan(0)
  expect(readFileSync(join(world.project, 'log'), 'utf8')).toBe('one\nthree\n')
})

test('kill -9 while a step works in its worktree: the same worktree is found again, with what was done there', async () => {
  await using repository = gitRepository()
  await using world = await openWorld({
    replies: [
      {
        tool: { name: 'Write', input: { file_path: 'half.txt', content: 'half' } },
        when: { lastUserText: 'BUILD' },
        times: 1,
      },
      { text: 'x'.repeat(4000), chunkMs: 100, when: { toolResult: { tool: 'Write' } }, times: 1 },
      { text: 'all built', when: { lastUserText: 'go on from there' } },
    ],
  })
  repository.write(
    join(repository.root, 'flow.yaml'),
    'steps: [{ id: build, prompt: BUILD, isolation: worktree }]\noutputs: { said: "${{ steps.build.output }}" }',
  )
  const flags = ['--trust', '--permission-mode', 'acceptEdits']
  const at = { cwd: repository.root }
  const running = world.start(['workflow', 'run', './flow.yaml', ...flags], at)
  await eventually(() => world.server.requests.length > 1)
  running.child.kill('SIGKILL')
  await running.ended
  const trees = (): readonly string[] =>
    repository.git('worktree', 'list', '--porcelain').match(/(?<=^worktree ).*wf-.*$/gm) ?? []
  const [tree = ''] = trees()
  expect(readFileSync(join(tree, 'half.txt'), 'utf8')).toBe('half')
  const [file = ''] = readdirSync(join(world.config, 'workflow-runs')).filter(name => name.endsWith('.jsonl'))
  const resume = ['workflow', 'run', '--resume', file.replace('.jsonl', ''), '--json', ...flags]
  const ended = await heldHere(world).run(resume, at)
  expect([ended.code, JSON.parse(ended.stdout)]).toMatchObject([
    0,
    { outputs: { said: 'all built' }, steps: [{ repeated: true, worktrees: [tree] }] },
  ])
  expect(trees()).toEqual([tree])
  expect(readFileSync(join(tree, 'half.txt'), 'utf8')).toBe('half')
})

test('an interrupt stops a run in order and says how to resume it', async () => {
  await using world = await open([SLOW])
  const running = world.start(RUN)
  await eventually(() => world.server.requests.length > 0)
  running.child.kill('SIGINT')
  const { code, stdout } = await running.ended
  expect(code).toBe(130)
  expect(stdout).toMatch(/one +done[\s\S]*two +stopped[\s\S]*three +waiting[\s\S]*workflow run --resume w\w+/)
})

test('a workflow of a repository nobody trusts runs nothing, and mistakes are told with their place', async () => {
  await using opened = await open([])
  const world = heldHere(opened)
  const refused = await world.run(['workflow', 'run', 'flow', '--allowedTools', 'Bash'])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('There is no workflow flow')])
  const asFile = await world.run([
    'workflow',
    'run',
    './.capstan/workflows/flow.yaml',
    '--allowedTools',
    'Bash',
  ])
  expect([asFile.code, asFile.stderr]).toEqual([2, expect.stringContaining('capstan trust')])
  expect(existsSync(join(world.project, 'log'))).toBe(false)
  world.put('bad.yaml', 'steps:\n  - promt: x\n')
  const bad = await world.run(['workflow', 'validate', 'bad.yaml'])
  expect([bad.code, bad.stdout]).toEqual([
    1,
    expect.stringContaining('bad.yaml:2:5: there is no field "promt" here. Did you mean "prompt"?'),
  ])
  const plan = await world.run(['workflow', 'run', 'flow', '--trust', '--dry-run'])
  expect([plan.code, plan.stdout]).toEqual([
    0,
    expect.stringMatching(
      /SLOW work[\s\S]*It would start 1 agent, for about \$\d[\d.]* \(a rough guess\)\. Nothing was run/,
    ),
  ])
  expect(world.server.requests).toHaveLength(0)
})
