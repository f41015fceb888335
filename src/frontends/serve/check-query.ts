import { serveText } from '../../protocol/messages/host/serve.ts'
import type { Query } from '../../protocol/query.ts'
import type { ClientRights } from '../../protocol/serve/wire.ts'
import { WireProblem } from './wire-problem.ts'

/** Whether anybody may ask, or only who may change settings: those may hold tokens, and so may commands of hooks. */
export const QUERIES: { readonly [Q in Query]: 'anybody' | 'settings' } = {
  state: 'anybody',
  queue: 'anybody',
  history: 'anybody',
  cost: 'anybody',
  budgets: 'anybody',
  tree: 'anybody',
  tasks: 'anybody',
  context: 'anybody',
  cache: 'anybody',
  instructions: 'anybody',
  memoryIndex: 'anybody',
  effects: 'anybody',
  todos: 'anybody',
  permissions: 'anybody',
  changes: 'anybody',
  commands: 'anybody',
  servers: 'anybody',
  skills: 'anybody',
  editor: 'anybody',
  code: 'anybody',
  browser: 'anybody',
  browserPicture: 'anybody',
  agents: 'anybody',
  runningAgents: 'anybody',
  peers: 'anybody',
  teamAtWork: 'anybody',
  pendingNotes: 'anybody',
  untoldNotes: 'settings',
  wakingHooks: 'settings',
  schedules: 'anybody',
  goal: 'anybody',
  assistant: 'anybody',
  plugins: 'anybody',
  hooks: 'settings',
  settings: 'settings',
  extensionProblems: 'anybody',
  styles: 'anybody',
  extensions: 'anybody',
  models: 'anybody',
}

/** The query, if this client may ask it. Throws WireProblem. */
export const checkQuery = (name: string, rights: ClientRights): Query => {
  if (!Object.hasOwn(QUERIES, name)) throw new WireProblem('not_found', serveText('no_query'))
  const query = name as Query
  if (QUERIES[query] === 'settings' && !rights.settings)
    throw new WireProblem('forbidden', serveText('settings_hidden'))
  return query
}
