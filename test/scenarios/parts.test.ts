import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { Part } from '../../src/engine/scope.ts'
import { type Op, OpError } from '../../src/protocol/op.ts'
import type { Lookup, Lookups, Query } from '../../src/protocol/query.ts'
import { createCompactionWorld, SUMMARY } from '../support/compaction-world.ts'
import { createWorld, type World } from '../support/engine-bench.ts'

const say = (text: string) => ({ text })
const read = { tool: { name: 'Read', input: { file_path: 'a.txt' } } }
const prompts = (world: World): readonly string[] =>
  world.events.flatMap(event => (event.type === 'turn_started' ? [event.turn.userMessageUuid] : []))

/** A part that writes down what it hears. */
const listener = () => {
  const heard: string[] = []
  const part: Part = {
    recorded: message => void heard.push(`recorded ${message.type}`),
    restarted: (history, why) => void heard.push(`restarted ${why} ${history.length > 0}`),
    turnStarts: ({ said }) => void heard.push(`turnStarts ${said.length}`),
    requesting: (view, model) => void heard.push(`requesting ${view.length > 0} ${model}`),
    requested: () => void heard.push('requested'),
    turnEnded: ({ terminal }) => void heard.push(`turnEnded ${terminal.kind}`),
    news: [{ name: 'fake', collect: () => [{ kind: 'fake', text: 'a fact of the fake' }] }],
    async [Symbol.asyncDispose]() {
      heard.push('the end')
    },
  }
  return { part, heard }
}

test('a part that is added sees every phase, in order, and its news are sent', async () => {
  const { part, heard } = listener()
  const world = await createWorld({ scenario: { replies: [say('A'), say('B')] }, parts: [part] })
  await world.ask('one')
  expect(heard).toEqual([
    'restarted resume false',
    'turnStarts 1',
    'recorded attachment',
    'recorded attachment',
    'recorded user',
    'requesting true claude-sonnet-4-5',
    'requested',
    'recorded assistant',
    'turnEnded completed',
  ])
  expect(JSON.stringify(world.model.requests[0]?.messages)).toContain('a fact of the fake')
  heard.length = 0
  await world.engine.send({ type: 'clear' })
  expect(heard).toEqual(['recorded system', 'restarted clear true'])
  await world[Symbol.asyncDispose]()
  expect(heard.at(-1)).toBe('the end')
})

test('a part that fails keeps no other from hearing, and the turn goes on', async () => {
  const { part, heard } = listener()
  const broken: Part = {
    recorded: () => {
      throw new Error('broken')
    },
    requesting: () => {
      throw new Error('broken')
    },
  }
  await using world = await createWorld({ scenario: { replies: [say('A')] }, parts: [broken, part] })
  const end = await world.ask('one')
  expect(end.terminal.kind).toBe('completed')
  expect(heard).toContain('recorded user')
})

/** One of each; what is in them need not make sense. */
const OPS: { readonly [K in Op['type']]: Extract<Op, { readonly type: K }> } = {
  submit: { type: 'submit', content: 'x', query: false },
  interrupt: { type: 'interrupt' },
  set_advisor: { type: 'set_advisor' },
  set_model: { type: 'set_model' },
  browser: { type: 'browser', action: 'stop' },
  set_mode: { type: 'set_mode', mode: 'default' },
  approve_plan: { type: 'approve_plan', mode: 'default' },
  open_plan: { type: 'open_plan', text: '# x' },
  set_effort: { type: 'set_effort' },
  set_coordinator: { type: 'set_coordinator', enabled: false },
  set_assistant: { type: 'set_assistant', enabled: false },
  set_thinking: { type: 'set_thinking', enabled: false },
  set_fast: { type: 'set_fast', enabled: false },
  set_token_budget: { type: 'set_token_budget' },
  allow_spending: { type: 'allow_spending', usd: 1 },
  take_back: { type: 'take_back', uuid: 'x' },
  command: { type: 'command', line: '/nothing-like-it' },
  shell: { type: 'shell', command: '', id: 'x' },
  forget_memory: { type: 'forget_memory', path: '/none.md' },
  remember: { type: 'remember', text: '', scope: 'user' },
  update_permissions: { type: 'update_permissions', updates: [] },
  aside: { type: 'aside', kind: 'recap' },
  answer_permission: { type: 'answer_permission', id: 'x', answer: { behavior: 'deny', message: 'no' } },
  answer_hook: { type: 'answer_hook', id: 'x', answer: { output: {} } },
  begin: { type: 'begin' },
  set_title: { type: 'set_title', title: 'x' },
  set_tag: { type: 'set_tag', tag: 'x' },
  clear: { type: 'clear' },
  switch_branch: { type: 'switch_branch', messageUuid: 'x' },
  bring_back: { type: 'bring_back', messageUuid: 'x' },
  revert_edit: { type: 'revert_edit', toolUseId: 'x' },
  look_at_pull_requests: { type: 'look_at_pull_requests', host: 'x', repository: 'o/n' },
  hear_news: { type: 'hear_news' },
  stop_task: { type: 'stop_task', taskId: 'x' },
  move_to_background: { type: 'move_to_background' },
  server: { type: 'server', name: 'none', action: 'reconnect' },
  editor: { type: 'editor', action: 'disconnect' },
  snip: { type: 'snip', from: 'x' },
  leave: { type: 'leave', reason: 'resume' },
  signed_in: { type: 'signed_in' },
  use_skill: { type: 'use_skill', name: 'none', use: 'off' },
  tell_agent: { type: 'tell_agent', agentId: 'x', text: 'x' },
  stop_agent: { type: 'stop_agent', agentId: 'x' },
  start_workflow: { type: 'start_workflow', wish: { name: 'none' } },
  enter_worktree: { type: 'enter_worktree', path: '/nowhere' },
  set_thinking_budget: { type: 'set_thinking_budget' },
  apply_settings: { type: 'apply_settings', settings: {} },
  write_setting: { type: 'write_setting', key: 'model', value: 'x', scope: 'local' },
  reload_plugins: { type: 'reload_plugins' },
  reload_skills: { type: 'reload_skills' },
  seed_read: { type: 'seed_read', path: '/nowhere', mtimeMs: 1 },
  set_servers: { type: 'set_servers', servers: {} },
}

const QUERIES: Readonly<Record<Query, true>> = {
  peers: true,
  browser: true,
  browserPicture: true,
  code: true,
  state: true,
  queue: true,
  history: true,
  cost: true,
  budgets: true,
  tree: true,
  tasks: true,
  context: true,
  cache: true,
  schedules: true,
  pullRequests: true,
  goal: true,
  assistant: true,
  instructions: true,
  memoryIndex: true,
  effects: true,
  todos: true,
  editor: true,
  permissions: true,
  changes: true,
  commands: true,
  servers: true,
  models: true,
  styles: true,
  skills: true,
  agents: true,
  runningAgents: true,
  teamAtWork: true,
  pendingNotes: true,
  untoldNotes: true,
  wakingHooks: true,
  extensionProblems: true,
  extensions: true,
  hooks: true,
  plugins: true,
  settings: true,
}

/** Nothing is there to be found. */
const LOOKUPS: { readonly [L in Lookup]: Lookups[L]['about'] } = {
  earlier: { boundary: 'none' },
  file: { path: '/nowhere', maxBytes: 1 },
  resource: { server: 'none', uri: 'ui://x' },
  server_call: { tool: 'mcp__none__x', input: {}, by: 'program' },
  title: { description: 'x' },
}

test('every op, every query and every lookup has a part that serves it, and only one', async () => {
  await using world = await createWorld({ scenario: { replies: [say('A')] } })
  for (const query of Object.keys(QUERIES) as Query[])
    await expect(world.engine.query(query), query).resolves.toBeDefined()
  for (const op of Object.values(OPS)) {
    const refused = await world.engine.send(op).then(
      () => undefined,
      (error: Error) => error,
    )
    if (refused) expect(refused, op.type).toBeInstanceOf(OpError)
  }
  for (const what of Object.keys(LOOKUPS) as Lookup[]) {
    const refused = await world.engine.look(what, LOOKUPS[what]).catch((error: unknown) => error)
    if (what !== 'title') expect(refused, what).toBeInstanceOf(OpError)
  }
  const second: Part = { answers: { cost: () => Promise.reject(new Error('never asked')) } }
  await expect(createWorld({ scenario: { replies: [] }, parts: [second] })).rejects.toThrow(
    'two parts serve cost',
  )
})

/** Requests without what a clock or a new process makes. */
const lastSent = (world: World): string => {
  const { messages, system, tools } = world.model.requests.at(-1) ?? {}
  return JSON.stringify({ system, tools, messages })
}

const FILES = {
  'a.txt': 'hello\n',
  'AGENTS.md': 'Be brief.\n',
  'sub/AGENTS.md': 'Be kind.\n',
  'sub/b.txt': 'b\n',
}
const readSub = { tool: { name: 'Read', input: { file_path: 'sub/b.txt' } } }
const edit = {
  tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'hello', new_string: 'bye' } },
}

const configOf = new WeakMap<World, EngineConfig>()

/** What happens to a conversation; each leaves it with another beginning, or as it was. */
const MOVES: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  branch: async world => {
    const [, second = ''] = prompts(world)
    await world.engine.rewind({ messageUuid: second, what: 'conversation' })
  },
  clear: world => world.engine.send({ type: 'clear' }),
  compaction: world => world.engine.compact({}),
  'failed branch': async world => {
    const [, second = ''] = prompts(world)
    const { session } = configOf.get(world) ?? {}
    if (!session) throw new Error('no session')
    const { record } = session
    // The mark that makes the new place the newest cannot be written.
    Object.assign(session, { record: () => Promise.reject(new Error('disk full')) })
    await expect(world.engine.rewind({ messageUuid: second, what: 'conversation' })).rejects.toThrow(
      'disk full',
    )
    Object.assign(session, { record })
  },
  nothing: async () => undefined,
}

/** Without the ids of messages and calls, which the scripted model counts anew in every process. */
const settled = (request: string): string =>
  request.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|toolu_\w+/g, 'ID')

test.each(Object.keys(MOVES))('after %s every part stands where a new process would', async move => {
  let given: EngineConfig | undefined
  // What a compaction gave back counts as read only for the process that did it: a new one has to read again.
  const next = move === 'compaction' ? [say('C'), say('D')] : [edit, say('C'), say('D')]
  const options = (replies: readonly object[]) => ({
    files: FILES,
    allow: ['Read', 'Edit'],
    replies: replies as never,
    window: 400_000,
  })
  const world = await createCompactionWorld({
    ...options([SUMMARY, read, say('A'), readSub, say('B'), ...next]),
    onConfig: config => {
      given = config
    },
  })
  if (given) configOf.set(world, given)
  await world.ask('first')
  await world.ask('second')
  await MOVES[move]?.(world)
  const copy = `${world.sessionPath}.copy`
  copyFileSync(world.sessionPath, copy)
  await world.ask('third')
  const here = lastSent(world)
  await world.engine[Symbol.asyncDispose]()
  copyFileSync(copy, world.sessionPath)
  writeFileSync(join(world.dir, 'a.txt'), FILES['a.txt'])
  await using again = await createCompactionWorld({
    ...options(next),
    files: {},
    in: world,
    session: { resume: { path: world.sessionPath, fork: false } },
  })
  await again.ask('third')
  expect(JSON.parse(settled(lastSent(again)))).toEqual(JSON.parse(settled(here)))
  await world[Symbol.asyncDispose]()
})
