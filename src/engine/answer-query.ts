import { MODEL_ROWS } from '../features/models/catalogue.ts'
import type { Queries, Query } from '../protocol/query.ts'
import type { Tasks } from '../protocol/tool.ts'
import type { Accounts } from './accounts.ts'
import type { EngineConfig, Live } from './config.ts'
import type { InputQueue } from './input-queue.ts'

/** What a conversation can be asked about. */
export interface Queried {
  readonly config: EngineConfig
  readonly live: Live
  readonly queue: InputQueue
  readonly accounts: Accounts
  readonly tasks: Pick<Tasks, 'list'>
  readonly running: boolean
}

/** Looks, and changes nothing: allowed at any time. */
export const answerQuery = <Q extends Query>(query: Q, about: Queried): Queries[Q] => ANSWERS[query](about)

const ANSWERS: { readonly [K in Query]: (about: Queried) => Queries[K] } = {
  state: ({ config, live, running }) => ({
    sessionId: config.session.id,
    model: live.model,
    mode: live.mode,
    cwd: live.cwd,
    running,
    tools: config.tools.specs.map(spec => spec.name),
    credential: config.credential,
    transcriptPath: config.session.path,
  }),
  queue: ({ queue }) => queue.uuids,
  history: ({ config }) => config.session.messages,
  cost: ({ accounts }) => accounts.cost,
  tasks: ({ tasks }) => tasks.list(),
  models: ({ config }) =>
    [...MODEL_ROWS, ...config.models.rows].map(({ id, window }) => ({
      value: id,
      displayName: id,
      description: `${window} tokens`,
    })),
}
