import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { planName } from '../../src/engine/plan/part.ts'
import type { Scenario, ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import { markerFor } from '../../src/lib/secrets/marker.ts'
import type { Event } from '../../src/protocol/event.ts'
import { plainText } from '../../src/protocol/message.ts'
import type { PermissionAnswer, PermissionMode, PermissionRequest } from '../../src/protocol/permission.ts'
import { createWorld, type World, type WorldOptions } from '../support/engine-bench.ts'
import { madeGithubToken } from '../support/made-secrets.ts'

type Answer = (request: PermissionRequest, world: World) => PermissionAnswer | Promise<PermissionAnswer>

interface Setting extends Omit<WorldOptions, 'scenario' | 'config'> {
  readonly mode?: PermissionMode
  /** Nobody answers when absent. */
  readonly answer?: Answer
  readonly config?: (config: EngineConfig) => Partial<EngineConfig>
}

/** A session whose person answers by function; plans are kept in the config home. */
const open = async (replies: readonly ScriptedReply[], setting: Setting = {}) => {
  const { mode = 'plan', answer, config: more, ...options } = setting
  const scenario: Scenario = { replies }
  const world = await createWorld({
    ...options,
    scenario,
    config: config => ({
      permissions: { ...config.permissions, mode, canAsk: answer !== undefined },
      plans: { own: join(config.place.home, 'config', 'plans') },
      ...more?.(config),
    }),
  })
  const asked: PermissionRequest[] = []
  if (answer)
    void (async () => {
      for await (const event of world.engine.events())
        if (event.type === 'permission_request') {
          asked.push(event.request)
          await world.engine.send({
            type: 'answer_permission',
            id: event.request.id,
            answer: await answer(event.request, world),
          })
        }
    })()
  const sessionId = (await world.engine.query('state')).sessionId
  return { world, asked, plan: join(world.configHome, 'plans', planName(sessionId)) }
}

const modes = (events: readonly Event[]): readonly (PermissionMode | undefined)[] =>
  events.flatMap(event => (event.type === 'status' && event.mode ? [event.mode] : []))
const results = (world: World): readonly string[] =>
  world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'user' && typeof event.entry.message.content !== 'string'
      ? event.entry.message.content.flatMap(block =>
          block.type === 'tool_result'
            ? [typeof block.content === 'string' ? block.content : plainText(block.content)]
            : [],
        )
      : [],
  )
const reminders = (world: World): readonly string[] =>
  world.events.flatMap(event =>
    event.type === 'entry' &&
    event.entry.type === 'attachment' &&
    event.entry.attachment.kind !== 'user_context'
      ? [event.entry.attachment.text]
      : [],
  )
const toolNames = (world: World): readonly (readonly string[])[] =>
  world.model.requests.map(request => request.tools.map(tool => tool.name))

const writePlan = (plan: string, content = '# Plan\nChange a.txt.') => ({
  tool: { name: 'Write', input: { file_path: plan, content } },
})
const edit = { tool: { name: 'Write', input: { file_path: 'a.txt', content: 'new' } } }
const exit = (input: object = {}) => ({ tool: { name: 'ExitPlanMode', input } })
const done = { text: 'done' }
const sessionId = '00000000-0000-4000-8000-0000000000aa'
const session = { newSessionId: sessionId }

/** Scripts need the path before the world exists. */
const openWith = async (replies: (plan: string) => readonly ScriptedReply[], setting: Setting = {}) => {
  const list: ScriptedReply[] = []
  const opened = await open(list, { session, ...setting })
  list.push(...replies(opened.plan))
  return opened
}

test('an edit is refused, the plan is written and approved, and the work begins', async () => {
  const { world, asked, plan } = await openWith(
    file => [
      edit,
      writePlan(file),
      exit({ allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }] }),
      { ...edit },
      done,
    ],
    {
      answer: () => ({
        behavior: 'allow',
        updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
      }),
    },
  )
  await using _ = world
  expect((await world.ask('Change a.txt')).terminal.kind).toBe('completed')
  expect(results(world)[0]).toBe(
    `Permission denied: Plan mode does not allow edits. Put what you would do into the plan file ${plan} with Write or Edit, and call ExitPlanMode when the plan is ready.`,
  )
  expect(asked).toEqual([
    expect.objectContaining({
      toolName: 'ExitPlanMode',
      input: {
        plan: '# Plan\nChange a.txt.',
        planFilePath: plan,
        allowedPrompts: [{ tool: 'Bash', prompt: 'run tests' }],
      },
      details: {
        title: 'Approve the plan and begin',
        localizedTitle: expect.objectContaining({ id: 'tool_questions.plan_title' }),
        why: expect.stringContaining('The plan is ready.'),
        localized: expect.objectContaining({ id: 'allow_list.sentence' }),
        subject: {
          text: '# Plan\nChange a.txt.\n\nWith it, commands of these kinds:\n- Bash: run tests',
          risky: [],
        },
        saves: [{ rule: 'mode acceptEdits' }],
      },
    }),
  ])
  expect(asked[0]?.decision.offer).toEqual([{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }])
  expect(modes(world.events)).toEqual(['acceptEdits'])
  expect(readFileSync(join(world.dir, 'a.txt'), 'utf8')).toBe('new')
  // The approval is told once, by the result of the call.
  expect(reminders(world).map(text => text.slice(0, 24))).toEqual(['Plan mode is on. Find ou'])
  expect(
    results(world)
      .join('\n')
      .match(/approved/g),
  ).toHaveLength(1)
  // Sent whole from the first request on, so that nothing of what was sent ever changes.
  const [first] = toolNames(world)
  expect(first).toContain('ExitPlanMode')
  for (const names of toolNames(world)) expect(names).toEqual(first)
  expect(world.model.violations).toEqual([])
})

test('the plan file is private and its directory is made when it is needed', async () => {
  const { world, plan } = await openWith(file => [writePlan(file), done])
  await using _ = world
  expect(existsSync(join(world.configHome, 'plans'))).toBe(false)
  await world.ask('plan')
  expect(statSync(plan).mode & 0o777).toBe(0o600)
  expect(statSync(join(world.configHome, 'plans')).mode & 0o777).toBe(0o700)
})

test('without a chosen mode the one before planning holds again', async () => {
  const { world, asked } = await openWith(
    file => [{ tool: { name: 'EnterPlanMode' } }, writePlan(file), exit(), done],
    { mode: 'acceptEdits', answer: () => ({ behavior: 'allow' }) },
  )
  await using _ = world
  await world.ask('go')
  expect(asked.map(request => request.details?.title)).toEqual([
    'Switch to plan mode',
    'Approve the plan and begin',
  ])
  expect(modes(world.events)).toEqual(['plan', 'acceptEdits'])
  expect((await world.engine.query('state')).mode).toBe('acceptEdits')
  // The prompt cache goes on: what the model needs for the end of planning is in the reminder.
  const names = toolNames(world)
  expect(names[0]).not.toContain('ExitPlanMode')
  expect(names.every(list => list.join() === names[0]?.join())).toBe(true)
  expect(JSON.stringify(world.model.requests[1]?.messages.at(-1))).toContain('ExitPlanMode: ')
  const { requests } = await world.engine.query('cache')
  expect(requests.flatMap(line => line.break?.cause ?? [])).toEqual(['first_request'])
})

test('the person keeps planning with feedback, which the model reads', async () => {
  let times = 0
  const { world } = await openWith(file => [writePlan(file), exit(), exit(), done], {
    answer: () => (times++ === 0 ? { behavior: 'deny', message: 'And the tests?' } : { behavior: 'allow' }),
  })
  await using _ = world
  await world.ask('go')
  expect(results(world)[1]).toBe(
    'Permission denied: The person declined it and says: And the tests?\n(The plan is not approved and plan mode stays on. Take what the person said into the plan file, then call ExitPlanMode again.)',
  )
  expect(modes(world.events)).toEqual(['default'])
})

test.each<[string, Answer]>([
  [
    'in the dialog',
    ({ input }) => ({ behavior: 'allow', updatedInput: { ...(input as object), plan: '# Mine' } }),
  ],
  [
    'in the file',
    ({ input }) => {
      writeFileSync((input as { planFilePath: string }).planFilePath, '# Mine')
      return { behavior: 'allow' }
    },
  ],
])('a plan that the person changed %s is the one that counts', async (_name, answer) => {
  const { world, plan } = await openWith(file => [writePlan(file), exit(), done], { answer })
  await using _ = world
  await world.ask('go')
  expect(readFileSync(plan, 'utf8')).toBe('# Mine')
  expect(results(world)[1]).toBe(
    `The person approved the plan in ${plan}. Carry it out now (permission mode default: each edit is asked about). They changed it; it now reads:\n\n# Mine`,
  )
  const output = world.events.findLast(event => event.type === 'entry' && event.entry.type === 'user')
  expect(output).toMatchObject({
    entry: {
      toolUseResult: { plan: '# Mine', isAgent: false, filePath: plan, planWasEdited: true, mode: 'default' },
    },
  })
})

test('without anybody to ask, the plan is in the report and the model is told to give it as its answer', async () => {
  const { world, plan } = await openWith(file => [writePlan(file), exit(), { text: '# Plan' }])
  await using _ = world
  const { report } = await world.ask('go')
  expect(results(world)[1]).toMatch(/Nobody can be asked here\. End your turn now and give the whole plan/)
  expect(report.text).toBe('# Plan')
  expect(report.denials).toEqual([
    {
      tool_name: 'ExitPlanMode',
      tool_use_id: expect.any(String),
      tool_input: { plan: '# Plan\nChange a.txt.', planFilePath: plan },
    },
  ])
  expect((await world.engine.query('state')).mode).toBe('plan')
})

test.each([
  ['no plan yet', 'plan', [exit()], /There is no plan yet: write it to .* first/],
  ['plan mode is not on', 'default', [exit()], /^Plan mode is not on/],
  ['plan mode is on already', 'plan', [{ tool: { name: 'EnterPlanMode' } }], /^Plan mode is on already/],
] as const)('nobody is asked when %s', async (_name, mode, calls, text) => {
  const { world, asked } = await openWith(() => [...calls, done], {
    mode,
    answer: () => ({ behavior: 'allow' }),
  })
  await using _ = world
  await world.ask('go')
  expect(results(world)[0]).toMatch(text)
  expect(asked).toEqual([])
})

test('a redirect and a link to the plan do not get round it', async () => {
  const { world, plan } = await openWith(file => [
    { tool: { name: 'Bash', input: { command: `echo x > ${file}` } } },
    { tool: { name: 'Bash', input: { command: 'echo x > b.txt' } } },
    { tool: { name: 'Write', input: { file_path: `${file}/../other.md`, content: 'x' } } },
    done,
  ])
  await using _ = world
  await world.ask('go')
  expect(results(world).every(text => text.startsWith('Permission denied:'))).toBe(true)
  expect(existsSync(plan)).toBe(false)
  expect(existsSync(join(world.dir, 'b.txt'))).toBe(false)
})

test('a front end switches it on and off; the model is told, and what was sent stays', async () => {
  const { world } = await openWith(() => [{ text: 'a', repeat: true }], { mode: 'default' })
  await using _ = world
  await world.ask('one')
  await world.engine.send({ type: 'set_mode', mode: 'plan' })
  await world.ask('two')
  await world.engine.send({ type: 'set_mode', mode: 'default' })
  await world.ask('three')
  expect(reminders(world).map(text => text.slice(0, 40))).toEqual([
    'Plan mode is on. Find out and plan; chan',
    'Plan mode is over (the mode is default n',
  ])
  const [first, second, third] = world.model.requests
  expect(second?.system).toEqual(first?.system)
  for (const [before, after] of [
    [first, second],
    [second, third],
  ])
    expect(JSON.stringify(after?.messages)).toContain(JSON.stringify(before?.messages).slice(0, -3))
})

test('a resumed session finds its plan again but not its mode, and the model is told so', async () => {
  const { world, plan } = await openWith(file => [writePlan(file), done])
  await using _ = world
  await world.ask('plan it')
  await world.engine[Symbol.asyncDispose]()
  const again = await open([done], {
    mode: 'default',
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
  })
  await using _again = again.world
  await again.world.ask('go on')
  expect((await again.world.engine.query('state')).mode).toBe('default')
  expect(again.plan).toBe(plan)
  expect(reminders(again.world)).toEqual([expect.stringMatching(/^Plan mode is over/)])
})

test('approved kinds of commands are put to the reviewer, and anything but a yes is asked', async () => {
  const bash = (command: string) => ({ tool: { name: 'Bash', input: { command } } })
  const verdict = (text: string) => ({ when: { system: 'approved a plan' }, text })
  const { world, asked } = await openWith(
    file => [
      verdict('YES'),
      verdict('NO'),
      verdict('Sure, yes!'),
      { when: { model: 'sonnet' }, ...writePlan(file) },
      {
        when: { model: 'sonnet' },
        ...exit({ allowedPrompts: [{ tool: 'Bash', prompt: 'make marker files' }] }),
      },
      { when: { model: 'sonnet' }, ...bash('touch one') },
      { when: { model: 'sonnet' }, ...bash('touch two') },
      { when: { model: 'sonnet' }, ...bash('touch three') },
      done,
    ],
    {
      config: () => ({ review: {} }),
      answer: ({ toolName }) =>
        toolName === 'ExitPlanMode' ? { behavior: 'allow' } : { behavior: 'deny', message: 'no.' },
    },
  )
  await using _ = world
  await world.ask('go')
  expect(asked.map(request => (request.input as { command?: string }).command)).toEqual([
    undefined,
    'touch two',
    'touch three',
  ])
  expect(existsSync(join(world.dir, 'one'))).toBe(true)
  const review = world.model.requests.find(request => request.source === 'review')
  expect(review?.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: '"touch one"' }] }])
  expect(review?.system[0]?.text).toContain('"make marker files"')
})

test('a compaction does not make the model forget the mode or the plan', async () => {
  const { world } = await openWith(file => [
    writePlan(file, '# Remember me'),
    { when: { lastUserText: 'about to be replaced' }, text: '<summary>short</summary>' },
    { fault: 'prompt_too_long' },
    done,
  ])
  await using _ = world
  await world.ask('go')
  await expect.poll(() => world.kinds()).toContain('reactive_compact_retry')
  const last = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(last).toContain('Plan mode is on.')
  expect(last).toContain('# Remember me')
})

test('a key that the person wrote into the plan is kept from the model when a compaction tells it again', async () => {
  const token = madeGithubToken()
  const { world, plan } = await open(
    [
      { text: 'a' },
      { fault: 'prompt_too_long' },
      { when: { lastUserText: 'about to be replaced' }, text: '<summary>short</summary>' },
      { text: 'b' },
    ],
    { mode: 'default' },
  )
  await using _ = world
  mkdirSync(dirname(plan), { recursive: true })
  writeFileSync(plan, `# With a key\n${token}\n`)
  await world.engine.send({ type: 'set_mode', mode: 'plan' })
  await world.ask('one')
  await world.ask('two')
  const last = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(last).toContain('short')
  expect(last).toContain(markerFor('github-token', token))
  expect(last).not.toContain(token)
})

test('a plan approved for a cleared conversation begins there with the kinds of commands that it named', async () => {
  const kinds = [{ tool: 'Bash', prompt: 'run tests' }]
  const { world, asked } = await openWith(
    file => [
      { when: { lastUserText: 'plan it' }, ...writePlan(file) },
      { when: { toolResult: { tool: 'Write' } }, ...exit({ allowedPrompts: kinds }) },
      { when: { system: 'approved a plan' }, text: 'YES' },
      { when: { lastUserText: 'Carry it out' }, tool: { name: 'Bash', input: { command: 'npm test' } } },
      done,
    ],
    {
      config: () => ({ review: {} }),
      answer: async (request, { engine }) => {
        if (request.toolName !== 'ExitPlanMode') return { behavior: 'deny', message: 'not asked for' }
        await engine.send({ type: 'approve_plan', mode: 'acceptEdits' })
        return { behavior: 'deny', message: '', interrupt: true }
      },
    },
  )
  await using _ = world
  await world.ask('plan it')
  await world.engine.send({ type: 'clear' })
  await world.ask('Carry it out')
  expect(asked.map(({ toolName }) => toolName)).toEqual(['ExitPlanMode'])
  expect((await world.engine.query('state')).mode).toBe('acceptEdits')
  const told = JSON.stringify(world.model.requests.at(-1)?.messages)
  expect(told).not.toContain('No plan was approved')
})

test('a plan that nobody was asked about cannot be approved', async () => {
  const { world } = await openWith(() => [done])
  await using _ = world
  await expect(world.engine.send({ type: 'approve_plan', mode: 'acceptEdits' })).rejects.toThrow(
    'There is no plan to approve.',
  )
  expect((await world.engine.query('state')).mode).toBe('plan')
})

test('a plan whose writing failed in the same reply is not shown', async () => {
  const { world, asked } = await openWith(
    file => [
      writePlan(file, '# Old plan'),
      {
        tools: [
          { name: 'Edit', input: { file_path: file, old_string: 'not there', new_string: 'x' } },
          { name: 'ExitPlanMode' },
        ],
      },
      done,
    ],
    { answer: () => ({ behavior: 'allow' }) },
  )
  await using _ = world
  await world.ask('plan it')
  expect(asked).toEqual([])
  expect(results(world).at(-1)).toMatch(/^Canceled: Edit before it in the same reply failed/)
})

test.each(['default', 'acceptEdits'] as const)('/plan off goes back to mode %s', async mode => {
  await using world = await createWorld({
    scenario: { replies: [{ text: 'ok' }] },
    config: ({ permissions }) => ({ permissions: { ...permissions, mode, canAsk: true } }),
  })
  await world.engine.send({ type: 'set_mode', mode: 'plan' })
  expect((await world.engine.query('state')).modeBefore).toBe(mode)
  await world.engine.send({ type: 'command', line: '/plan off', authority: 'owner' })
  await expect.poll(async () => (await world.engine.query('state')).mode).toBe(mode)
})
