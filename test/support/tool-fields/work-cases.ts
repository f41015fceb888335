import { execFileSync } from 'node:child_process'
import type { World } from '../engine-bench.ts'
import { fixedTaskId, TASK } from '../fixed-task-id.ts'
import type { Call } from '../play-calls.ts'
import { type FieldCase, type FieldWorld, REPOSITORY, told } from './field-case.ts'

type Cases = Readonly<Record<string, Readonly<Record<string, FieldCase>>>>

const NOT_USED = /Not used in your/
const task = { subject: 'Fix it', description: 'The test fails.' }
const CREATED: Call = ['TaskCreate', task]
const GET: Call = ['TaskGet', { taskId: '1' }]
const LIST: Call = ['TaskList', {}]

const created = (change: object, other: object, shows: RegExp): FieldCase => ({
  with: { ...task, ...change },
  without: { ...task, ...other },
  shows,
  after: [GET],
})
const updated = (change: object, shows: RegExp, after: readonly Call[] = [GET]): FieldCase => ({
  before: [CREATED, CREATED],
  with: { taskId: '1', ...change },
  without: { taskId: '1', status: 'pending' },
  shows,
  after,
})
/** What the terminal shows of the list. */
const listed: FieldCase['on'] = ({ events }) =>
  JSON.stringify(
    events.flatMap(event =>
      event.type === 'entry' && event.entry.type === 'user' ? [event.entry.toolUseResult] : [],
    ),
  )

const TASKS: Cases = {
  TaskCreate: {
    subject: created({}, { subject: 'Other' }, /Task 1: Fix it/),
    description: created({}, { description: 'Other' }, /The test fails/),
    activeForm: {
      ...created({ activeForm: 'Fixing it' }, {}, /"activeForm":"Fixing it"/),
      after: [LIST],
      on: listed,
    },
    metadata: created({ metadata: { urgent: 1 } }, {}, /urgent/),
  },
  TaskGet: {
    taskId: { before: [CREATED], with: { taskId: '1' }, without: { taskId: '2' }, shows: /Fix it/ },
  },
  TaskUpdate: {
    taskId: {
      ...updated({ status: 'completed' }, /Status: completed/),
      without: { taskId: '2', status: 'completed' },
    },
    status: updated({ status: 'completed' }, /Status: completed/),
    subject: updated({ subject: 'Another' }, /Task 1: Another/),
    description: updated({ description: 'Read it' }, /^Read it$/m),
    activeForm: { ...updated({ activeForm: 'Fixing it' }, /"activeForm":"Fixing it"/, [LIST]), on: listed },
    owner: updated({ owner: 'ann' }, /Owner: ann/),
    addBlocks: updated({ addBlocks: ['2'] }, /Blocks: 2/),
    addBlockedBy: updated({ addBlockedBy: ['2'] }, /Waits for: 2/),
    metadata: updated({ metadata: { urgent: 1 } }, /Metadata: .*urgent/),
  },
}

const todo = { content: 'Test', status: 'in_progress', activeForm: 'Testing' }
const todos = (change: object, shows: RegExp, on: FieldCase['on'] = undefined): FieldCase => ({
  with: { todos: [{ ...todo, ...change }] },
  without: { todos: [todo] },
  shows,
  ...(on === undefined ? {} : { on }),
})

const background = (command: string): Call => ['Bash', { command, run_in_background: true }]
const SHELL: FieldWorld = { allow: ['Bash', 'Monitor'] }
const newestTask = async ({ engine }: World): Promise<string> => JSON.stringify(await engine.query('tasks'))
/** The one that runs: its id is made, so it is asked for by the session. */
const RUN_FOREVER = 'sleep 600'

const BASH: Readonly<Record<string, FieldCase>> = {
  command: { with: { command: 'echo one' }, without: { command: 'echo two' }, shows: /^one$/, world: SHELL },
  timeout: {
    with: { command: 'sleep 600; echo end', timeout: 1 },
    without: { command: 'echo end' },
    shows: /1 ms|timed out|background/i,
    world: SHELL,
  },
  description: {
    with: { command: RUN_FOREVER, run_in_background: true, description: 'waits long' },
    without: { command: RUN_FOREVER, run_in_background: true },
    shows: /waits long/,
    on: newestTask,
    world: SHELL,
  },
  run_in_background: {
    with: { command: RUN_FOREVER, run_in_background: true },
    without: { command: 'true' },
    shows: /background/,
    world: SHELL,
  },
  dangerouslyDisableSandbox: {
    with: { command: 'touch x', dangerouslyDisableSandbox: true },
    without: { command: 'touch x' },
    shows: /outside the sandbox/i,
    on: 'question',
  },
}

/** Of a background command that has the id that the script knows. */
const output = (change: object, other: object, shows: RegExp, command = RUN_FOREVER): FieldCase => ({
  before: [background(command)],
  with: { task_id: TASK, ...change },
  without: { task_id: TASK, ...other },
  shows,
  world: {
    config: config => ({
      ...fixedTaskId(config),
      permissions: { ...config.permissions, mode: 'bypassPermissions', canAsk: true },
    }),
  },
})

const ONCE = { cron: '0 9 1 1 *', prompt: 'Look at it' }
const cron = (change: object, shows: RegExp, on?: FieldCase['on']): FieldCase => ({
  with: { ...ONCE, ...change },
  without: ONCE,
  shows,
  ...(on ? { on } : { after: [['CronList', {}]] }),
})

const ENTER: Call = ['EnterWorktree', { name: 'side' }]
const DIRTY: readonly Call[] = [ENTER, ['Write', { file_path: 'new.txt', content: 'x' }]]

const WRITABLE: FieldWorld = { ...REPOSITORY, allow: ['Write'] }
/** It has a worktree that others made. */
const WITH_OTHER: FieldWorld = {
  ...REPOSITORY,
  async prepare(world) {
    await REPOSITORY.prepare?.(world)
    const args = ['worktree', 'add', '-q', '-b', 'kept', '../kept']
    execFileSync('git', args, { cwd: world.dir, stdio: 'pipe' })
  },
}

const worktrees: Cases = {
  EnterWorktree: {
    name: {
      with: { name: 'side' },
      without: { name: 'other' },
      shows: /worktree side now/,
      world: WRITABLE,
    },
    path: {
      with: { path: '../kept' },
      without: { name: 'side' },
      shows: /branch kept/,
      world: WITH_OTHER,
    },
  },
  ExitWorktree: {
    action: {
      before: [ENTER],
      with: { action: 'remove' },
      without: { action: 'keep' },
      shows: /was removed/,
      world: WRITABLE,
    },
    discard_changes: {
      before: DIRTY,
      with: { action: 'remove', discard_changes: true },
      without: { action: 'remove' },
      shows: /was removed/,
      world: WRITABLE,
    },
  },
}

const PULL = 'https://github.com/a/b/pull/7'
/** Pull requests can be followed; none of these calls asks a forge. */
const FOLLOWING: FieldWorld = {
  config: () => ({
    pullRequests: { pollMs: 60_000, forges: [], userAgent: 'test', token: async () => undefined },
  }),
}

export const WORK_CASES: Cases = {
  ...TASKS,
  ...worktrees,
  Bash: BASH,
  TodoWrite: {
    todos: { with: { todos: [todo] }, without: { todos: [] }, shows: /0 of 1 done/ },
    'todos[].content': todos({ content: 'Write' }, /In progress: Write/),
    'todos[].status': todos({ status: 'completed' }, /1 of 1 done/),
    'todos[].activeForm': todos({ activeForm: 'Trying' }, /"activeForm":"Trying"/, listed),
  },
  CronCreate: {
    cron: cron({ cron: '0 8 1 1 *' }, /08:00|8:00|0 8/),
    prompt: cron({ prompt: 'Something else' }, /Something else/),
    recurring: cron({ recurring: false }, /once/),
    durable: cron({ durable: true }, /later sessions/, 'question'),
  },
  SubscribePR: {
    action: {
      with: { action: 'list' },
      without: { action: 'unsubscribe', url: PULL },
      shows: /You follow no pull request/,
      world: FOLLOWING,
    },
    url: {
      with: { action: 'unsubscribe', url: PULL },
      without: { action: 'unsubscribe', url: 'https://github.com/a/b/pull/8' },
      shows: /pull\/7/,
      world: FOLLOWING,
    },
    text: {
      with: { action: 'answer', url: PULL, text: 'Because of it' },
      without: { action: 'answer', url: PULL, text: 'No' },
      shows: /Because of it/,
      on: 'screen',
      world: FOLLOWING,
    },
    reply_to: {
      with: { action: 'answer', url: PULL, text: 'No', reply_to: '4711' },
      without: { action: 'answer', url: PULL, text: 'No' },
      shows: /4711/,
      on: 'screen',
      world: FOLLOWING,
    },
  },
  CronDelete: { id: { with: { id: 'nothing' }, without: { id: 'other' }, shows: /nothing/ } },
  Sleep: {
    duration_ms: { with: { duration_ms: 1 }, without: { duration_ms: 2 }, shows: /Waited 1 ms/ },
    reason: {
      with: { duration_ms: 1, reason: 'the build' },
      without: { duration_ms: 1 },
      shows: /the build/,
      on: 'screen',
    },
  },
  ScheduleWakeup: {
    delaySeconds: {
      with: { delaySeconds: 90, prompt: 'p' },
      without: { delaySeconds: 120, prompt: 'p' },
      shows: /in 90 seconds/,
    },
    prompt: {
      with: { delaySeconds: 90, prompt: 'Look again' },
      without: { delaySeconds: 90, prompt: 'Other' },
      shows: /Look again/,
      on: async ({ engine }) => JSON.stringify(await engine.query('schedules')),
    },
    reason: {
      with: { delaySeconds: 90, prompt: 'p', reason: 'the build runs' },
      without: { delaySeconds: 90, prompt: 'p' },
      shows: /the build runs/,
      on: 'screen',
    },
    stop: { with: { stop: true }, without: { delaySeconds: 90, prompt: 'p' }, shows: /no loop|has ended/ },
  },
  TaskOutput: {
    task_id: { with: { task_id: 'bnothing' }, without: { task_id: 'bother' }, shows: /bnothing/ },
    block: output({ block: true, timeout: 1 }, { block: false, timeout: 1 }, /after 1 ms of waiting/),
    timeout: output({ timeout: 1 }, {}, /after 1 ms of waiting/),
    filter: output(
      { block: true, filter: 'two' },
      { block: true },
      /exit code 0\ntwo$/,
      'echo one; echo two',
    ),
  },
  TaskStop: {
    task_id: { with: { task_id: 'bnothing' }, without: { task_id: 'bother' }, shows: /bnothing/ },
  },
  Monitor: {
    command: {
      with: { command: RUN_FOREVER },
      without: { task_id: 'bnone' },
      shows: /Watching task/,
      world: SHELL,
    },
    task_id: { with: { task_id: 'bnone' }, without: {}, shows: /No task bnone/ },
    description: {
      with: { command: RUN_FOREVER, description: 'waits long' },
      without: { command: RUN_FOREVER },
      shows: /waits long/,
      on: newestTask,
      world: SHELL,
    },
    timeout_ms: {
      with: { command: RUN_FOREVER, timeout_ms: 5_000 },
      without: { command: RUN_FOREVER },
      shows: /up to 5000 ms/,
      world: { ...SHELL },
    },
    persistent: {
      with: { command: RUN_FOREVER },
      without: { command: RUN_FOREVER, persistent: true },
      shows: /for up to/,
      world: { ...SHELL },
    },
    ws: { with: { ws: { url: 'ws://127.0.0.1:1/' } }, without: {}, shows: /127\.0\.0\.1/ },
    'ws.url': {
      with: { ws: { url: 'ws://127.0.0.1:1/' } },
      without: { ws: { url: 'ws://127.0.0.2:1/' } },
      shows: /127\.0\.0\.1/,
    },
  },
}

const unused = (change: object, other: object, more: Partial<FieldCase> = {}): FieldCase => ({
  with: change,
  without: other,
  shows: NOT_USED,
  on: told,
  ...more,
})

export const WORK_SEAMS: Cases = {
  Bash: {
    'timeout in the background': unused(
      { command: RUN_FOREVER, run_in_background: true, timeout: 5_000 },
      { command: RUN_FOREVER, run_in_background: true },
      { world: SHELL },
    ),
    'dangerouslyDisableSandbox in the background': {
      with: { command: 'touch x', run_in_background: true, dangerouslyDisableSandbox: true },
      without: { command: 'touch x', run_in_background: true },
      shows: /outside the sandbox/i,
      on: 'question',
    },
  },
  Monitor: {
    'timeout_ms beside persistent': unused(
      { command: RUN_FOREVER, persistent: true, timeout_ms: 5_000 },
      { command: RUN_FOREVER, persistent: true },
      { world: SHELL },
    ),
  },
  TaskOutput: {
    'timeout without block': unused(
      { task_id: 'bnone', block: false, timeout: 5 },
      { task_id: 'bnone', block: false },
      { before: [background('true')], world: SHELL },
    ),
  },
  ScheduleWakeup: {
    'delaySeconds beside stop': unused({ stop: true, delaySeconds: 90 }, { stop: true }),
    'prompt beside stop': unused({ stop: true, prompt: 'p' }, { stop: true }),
    'reason beside stop': unused({ stop: true, reason: 'r' }, { stop: true }),
  },
  ExitWorktree: {
    'discard_changes with keep': unused(
      { action: 'keep', discard_changes: true },
      { action: 'keep' },
      { before: DIRTY, world: WRITABLE },
    ),
    'discard_changes with keep asks nobody': {
      before: DIRTY,
      with: { action: 'remove', discard_changes: true },
      without: { action: 'keep', discard_changes: true },
      shows: /Discard the worktree/,
      on: 'question',
      world: WRITABLE,
    },
  },
}
