import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planName } from '../../src/engine/plan/part.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { PermissionAnswer, PermissionRequest } from '../../src/protocol/permission.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { gitRepository } from '../support/git-repository.ts'

const DRAFT = '# Draft\n\n## One\nfirst'
const REVISED = '# Revised\n\n## One\nbetter'
const structured = (input: object, lastUserText: string): ScriptedReply => ({
  tool: { name: 'StructuredOutput', input: input as Readonly<Record<string, unknown>> },
  when: { lastUserText },
})

/** What the agents of a plan answer. */
const agents = (problems: readonly string[]): readonly ScriptedReply[] => [
  { text: 'in a.ts', when: { lastUserText: 'Find the code it is about' } },
  { text: 'tests', when: { lastUserText: 'Find what meets the code' } },
  { text: 'history', when: { lastUserText: 'Look for what can go wrong' } },
  { text: DRAFT, when: { lastUserText: 'Plan this task: move the parser' } },
  structured({ problems }, 'Attack it.'),
  { text: REVISED, when: { lastUserText: 'Revise this plan' } },
]

const present: ScriptedReply = {
  tool: { name: 'ExitPlanMode', input: {} },
  when: { lastUserText: 'Show it to me with ExitPlanMode' },
}

type Answer = (request: PermissionRequest) => PermissionAnswer

const open = async (
  at: ReturnType<typeof gitRepository>,
  replies: readonly ScriptedReply[],
  answer?: Answer,
) => {
  const world = await createWorld({
    scenario: { replies },
    allow: ['Edit', 'Write', 'Bash'],
    in: { dir: at.root, configHome: join(at.home, 'config') },
    config: config => ({
      wake: answer !== undefined,
      worktree: { trusted: true },
      permissions: { ...config.permissions, canAsk: answer !== undefined },
      plans: { own: join(at.home, 'config', 'plans') },
      place: {
        ...config.place,
        isGitRepo: true,
        env: at.env,
        workflowsDir: join(at.home, 'config', 'runs'),
      },
    }),
  })
  const asked: PermissionRequest[] = []
  if (answer)
    void (async () => {
      for await (const event of world.engine.events())
        if (event.type === 'permission_request') {
          asked.push(event.request)
          const { id } = event.request
          await world.engine.send({ type: 'answer_permission', id, answer: answer(event.request) })
        }
    })()
  const { sessionId } = await world.engine.query('state')
  return { world, asked, plan: join(at.home, 'config', 'plans', planName(sessionId)) }
}

const type = (world: World, line: string) => world.engine.send({ type: 'command', line, authority: 'owner' })
const notices = (world: World) => world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
const shown = (world: World) =>
  world.events.flatMap(event => (event.type === 'command_output' ? [event.text] : []))
const results = (world: World): string => JSON.stringify(world.model.requests.at(-1)?.messages)
const READY = 'The plan is ready. Read, comment and approve it with /ultraplan review.'
const inTree = ({ toolName, input }: PermissionRequest): PermissionAnswer =>
  toolName === 'ExitPlanMode'
    ? { behavior: 'allow', updatedInput: { ...(input as object), worktree: true } }
    : { behavior: 'allow' }

test('what it may cost is agreed first; explorers, a planner and a critic make the plan, which is carried out in a worktree', async () => {
  await using at = gitRepository()
  const { world, asked, plan } = await open(
    at,
    [
      ...agents(['step one is too large']),
      present,
      {
        tool: { name: 'Write', input: { file_path: 'new.txt', content: 'x' } },
        when: { toolResult: { tool: 'ExitPlanMode' } },
      },
      { text: 'done' },
    ],
    inTree,
  )
  await using _ = world
  await type(world, '/ultraplan move the parser')
  expect(asked[0]?.decision.because).toMatchObject({
    text: expect.stringMatching(
      /^Up to 6 agents would start, for about \$\d+\.\d\d\. They stop at \$5\.00\.$/,
    ),
  })
  await expect.poll(() => notices(world)).toContain(READY)
  // The model hears nothing of it before the person wants it.
  expect(world.model.requests.some(({ messages }) => JSON.stringify(messages).includes('ExitPlanMode'))).toBe(
    false,
  )
  expect((await world.engine.query('state')).mode).toBe('default')
  await type(world, '/ultraplan review')
  await expect
    .poll(() => existsSync(join(at.root, '.capstan/worktrees')) && results(world))
    .toContain('new.txt')
  expect(readFileSync(plan, 'utf8')).toBe(REVISED)
  expect(asked.at(-1)?.input).toMatchObject({ plan: REVISED, worktree: false })
  expect(results(world)).toContain('They want it done in a worktree. You are in the worktree')
  expect(existsSync(join(at.root, 'new.txt'))).toBe(false)
  expect((await world.engine.query('state')).mode).toBe('default')
})

test('a plan without a fault is not revised; one that was there before is kept beside it', async () => {
  await using at = gitRepository()
  const { world, plan } = await open(at, [...agents([]), present, { text: 'planning on' }], ({ toolName }) =>
    toolName === 'ExitPlanMode' ? { behavior: 'deny', message: 'On "One": smaller' } : { behavior: 'allow' },
  )
  await using _ = world
  await type(world, '/ultraplan move the parser --usd 2')
  await expect
    .poll(() => shown(world).at(-1))
    .toMatch(/^Planning in the background \(w[0-9a-f]+\), for at most \$2\.00\./)
  await expect.poll(() => notices(world)).toContain(READY)
  await world.engine.send({ type: 'open_plan', text: 'mine' })
  await type(world, '/ultraplan review')
  await expect.poll(() => results(world)).toContain('On \\"One\\": smaller')
  expect(readFileSync(plan, 'utf8')).toBe(DRAFT)
  expect(readFileSync(plan.replace('.md', '-earlier-1.md'), 'utf8')).toBe('mine')
  expect((await world.engine.query('state')).mode).toBe('plan')
})

test('where there is no worktree to be had nothing begins', async () => {
  await using at = gitRepository()
  writeFileSync(join(at.root, '.capstan'), 'a file is in the way')
  const { world } = await open(at, [...agents([]), present, { text: 'sorry' }], inTree)
  await using _ = world
  await type(world, '/ultraplan --usd 1 move the parser')
  await expect.poll(() => notices(world)).toContain(READY)
  await type(world, '/ultraplan review')
  await expect.poll(() => results(world)).toContain('Plan mode stays on')
  expect(results(world)).toContain('The worktree could not be made')
  expect((await world.engine.query('state')).mode).toBe('plan')
})

test('with nobody to ask a limit has to be given, and the plan is the answer', async () => {
  await using at = gitRepository()
  const { world } = await open(at, agents([]))
  await using _ = world
  await expect(type(world, '/ultraplan move the parser')).rejects.toThrow(
    'Say what it may cost: /ultraplan --usd 5 <task>',
  )
  expect(world.model.requests).toEqual([])
  await type(world, '/ultraplan --usd 1 move the parser')
  await expect.poll(() => shown(world)).toEqual([DRAFT])
})

test('words that cannot be, a refused budget and a missing plan are said and start nothing', async () => {
  await using at = gitRepository()
  const { world } = await open(at, [], () => ({ behavior: 'deny', message: 'no' }))
  await using _ = world
  for (const [line, text] of [
    ['/ultraplan', 'Say what to plan'],
    ['/ultraplan --usd 0 x', '--usd takes a number above 0'],
    ['/ultraplan review', 'There is no finished plan here.'],
    ['/ultraplan review w123456', 'There is no finished plan here.'],
  ] as const)
    await expect(type(world, line)).rejects.toThrow(text)
  await type(world, '/ultraplan x')
  await expect.poll(() => shown(world)).toEqual(['Not started.'])
  expect(world.model.requests).toEqual([])
})
