import { project } from '../features/context/project.ts'
import { contextUsage } from '../features/context/usage/context-usage.ts'
import { MODEL_ROWS } from '../features/models/catalogue.ts'
import type { EditBook } from '../features/sessions/edits/edit-book.ts'
import type { Message } from '../protocol/message.ts'
import { PERMISSION_MODES } from '../protocol/permission.ts'
import type { Queries, Query } from '../protocol/query.ts'
import type { Tasks } from '../protocol/tool.ts'
import { currentEffects } from './calls/effects.ts'
import { commandInfos } from './commands/commands.ts'
import type { EngineConfig, Live } from './config.ts'
import { modeRefused } from './live/live.ts'
import type { Branches } from './parts/branches.ts'
import type { Purse } from './parts/budgets.ts'
import type { SessionCache } from './parts/cache.ts'
import { windowOf } from './parts/context.ts'
import { instructionsIn } from './parts/instructions.ts'
import type { Gate } from './parts/permissions.ts'
import type { Ports } from './parts/ports.ts'
import type { SessionPrompt } from './parts/prompt.ts'
import type { Toolset } from './parts/toolset.ts'
import type { Accounts } from './spending/accounts.ts'
import type { InputQueue } from './turn/input-queue.ts'

/** What a conversation can be asked about. */
export interface Queried {
  readonly config: EngineConfig
  readonly live: Live
  readonly queue: InputQueue
  readonly accounts: Accounts
  readonly purse: Pick<Purse, 'uses'>
  readonly tasks: Pick<Tasks, 'list'>
  readonly branches: Pick<Branches, 'tree'>
  readonly running: boolean
  readonly opening: readonly Message[]
  readonly cache: SessionCache
  readonly prompt: SessionPrompt
  readonly toolset: Toolset
  readonly ports: Pick<Ports, 'state' | 'history'>
  readonly book: EditBook
  readonly gate: Pick<Gate, 'sandbox'>
}

/** What a conversation that has not begun would begin with: a person may look before the first request. */
export const lookAhead = async (query: Query, prompt: SessionPrompt): Promise<readonly Message[]> => {
  if (query !== 'context' && query !== 'instructions') return []
  if (prompt.system().length === 0) await prompt.prepare()
  return (await prompt.opening()).map(attachment => ({
    type: 'attachment',
    uuid: '',
    timestamp: '',
    attachment,
  }))
}

/** Looks, and changes nothing: allowed at any time. */
export const answerQuery = <Q extends Query>(query: Q, about: Queried): Queries[Q] | Promise<Queries[Q]> =>
  ANSWERS[query](about)

const ANSWERS: { readonly [K in Query]: (about: Queried) => Queries[K] | Promise<Queries[K]> } = {
  state: ({ config, live, running }) => ({
    sessionId: config.session.id,
    model: live.model,
    mode: live.mode,
    cwd: live.cwd,
    running,
    tools: config.tools.specs.map(spec => spec.name),
    credential: config.credential,
    ...(live.effort === undefined ? {} : { effort: live.effort }),
    thinking: live.thinking !== undefined && live.thinking.type !== 'disabled',
    ...(live.title === undefined ? {} : { title: live.title }),
    transcriptPath: config.session.path,
  }),
  queue: ({ queue }) => queue.uuids,
  // The session grows its own list.
  history: ({ config }) => [...config.session.messages],
  cost: ({ accounts }) => accounts.cost,
  budgets: async ({ accounts, purse }) => [...(accounts.run ? [accounts.run] : []), ...(await purse.uses())],
  tree: ({ branches }) => branches.tree(),
  tasks: ({ tasks }) => tasks.list(),
  cache: ({ cache }) => cache.report(),
  effects: ({ config, tasks }) => currentEffects(config.session.effects, tasks.list()),
  instructions: loadedIn,
  commands: ({ config }) => commandInfos(config),
  permissions: async ({ live, gate }) => ({
    mode: live.mode,
    modes: PERMISSION_MODES.filter(mode => modeRefused(mode, live) === undefined),
    rules: live.rules,
    directories: live.roots,
    sandbox: gate.sandbox ? ((await gate.sandbox.ready()).available ? 'on' : 'unavailable') : 'off',
  }),
  async changes({ ports, book, branches }) {
    const { turnChanges } = await import('./commands/turn-changes.ts')
    return await turnChanges({ history: ports.history, book, tree: branches.tree })
  },
  todos: ({ ports: { state } }) => readTodos(state.get('todos')),
  context: about => {
    const { config, live, prompt, toolset, cache } = about
    const parts = {
      system: prompt.system(),
      tools: toolset.sent(),
      view: [...about.opening, ...project(config.session.messages)],
      instructions: loadedIn(about),
    }
    return contextUsage(parts, { model: live.model, ...windowOf(config, live) }, cache.drift)
  },
  models: ({ config }) =>
    [...MODEL_ROWS, ...config.models.rows].map(({ id, window }) => ({
      value: id,
      displayName: id,
      description: `${window.toLocaleString('en-US')} tokens`,
    })),
}

function loadedIn({ config, opening }: Queried): Queries['instructions'] {
  return instructionsIn([...opening, ...config.session.messages])
}

/** What tools keep in the state is theirs; here it is only looked at. */
const readTodos = (list: unknown): Queries['todos'] =>
  (Array.isArray(list) ? list : []).flatMap((each: unknown) => {
    const { content, status } = (each ?? {}) as { readonly content?: unknown; readonly status?: unknown }
    return typeof content === 'string' && typeof status === 'string' ? [{ content, status }] : []
  })
