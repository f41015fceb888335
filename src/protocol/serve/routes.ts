import * as z from 'zod'
import { EFFORTS } from '../model.ts'
import type { OpEffect } from '../op-effect.ts'
import { PERMISSION_MODES } from '../permission.ts'
import { FLEET_ROUTES } from './fleet.ts'
import { opSchema } from './op-schema.ts'
import { PUSH_ROUTES } from './push-routes.ts'

/** One thing a client may ask for over HTTP: what is checked and what is described come from the same row. */
export interface Route {
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  /** Below the beginning of all paths, with `:name` for what varies. */
  readonly path: string
  readonly summary: string
  /** How far it reaches, in the words of ops: a client without the right for it is refused. */
  readonly effect: OpEffect
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Of the answer when all is well. */
  readonly status: 200 | 201 | 204
  /** In words: the name of its type in `wire.ts` or of what it wraps. */
  readonly answer: string
  /** Asked without a token. */
  readonly open?: true
  /** Asked with the token of a link to watch, and with no other; rows without this accept no such token. */
  readonly watch?: true
}

const path = z.string().min(1).max(4_096)
const id = z.string().min(1).max(200)
const limit = z.coerce.number().int().min(1).max(1_000).exactOptional()

/** What a client may choose for a session it opens; nothing that runs, loads or writes something by itself. */
const overrides = z.strictObject({
  model: z.string().max(200).exactOptional(),
  fallbackModel: z.array(z.string().max(200)).max(10).exactOptional(),
  effort: z.enum(EFFORTS).exactOptional(),
  thinking: z.enum(['adaptive', 'disabled']).exactOptional(),
  maxTurns: z.int().positive().exactOptional(),
  maxBudgetUsd: z.number().positive().exactOptional(),
  permissionMode: z.enum(PERMISSION_MODES).exactOptional(),
  disallowedTools: z.array(z.string().max(10_000)).max(200).exactOptional(),
  agent: z.string().max(200).exactOptional(),
  name: z.string().max(200).exactOptional(),
  worktree: z.union([z.string().max(200), z.literal(true)]).exactOptional(),
})

const session = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('new'), id: z.uuid().exactOptional() }),
  z.strictObject({
    kind: z.enum(['resume', 'fork']),
    which: id,
    at: id.exactOptional(),
    whenBusy: z.enum(['refuse', 'take_over']).exactOptional(),
  }),
])

const language = z.enum(['en', 'zh']).exactOptional()

const openBody = z.strictObject({
  cwd: path.exactOptional(),
  session: session.exactOptional(),
  overrides: overrides.exactOptional(),
})
export type OpenBody = z.infer<typeof openBody>

const flag = z.boolean().exactOptional()

/** How long a link to watch lasts at most, and unless somebody says otherwise. */
export const SHARE_HOURS = { most: 30 * 24, usual: 24 } as const

const historyQuery = z.strictObject({ before: id.exactOptional(), after: id.exactOptional(), limit })
const place = {
  after: z.coerce.number().int().nonnegative().exactOptional(),
  epoch: id.exactOptional(),
  message: id.exactOptional(),
}

export const ROUTES = {
  ...FLEET_ROUTES,
  ...PUSH_ROUTES,
  health: {
    method: 'get',
    path: '/health',
    summary: 'Is the server up?',
    effect: 'conversation',
    status: 200,
    answer: '{status}',
    open: true,
  },
  openapi: {
    method: 'get',
    path: '/openapi.json',
    summary: 'This description',
    effect: 'conversation',
    status: 200,
    answer: 'OpenAPI 3.1',
  },
  server: {
    method: 'get',
    path: '/server',
    summary: 'What the server is and allows',
    effect: 'conversation',
    status: 200,
    answer: 'ServerInfo',
  },
  newLink: {
    method: 'post',
    path: '/links',
    summary: 'A link with a one-time code, to sign another browser in',
    effect: 'conversation',
    status: 201,
    answer: '{url, expiresAt}',
  },
  transcribe: {
    method: 'post',
    path: '/transcriptions',
    summary: 'What is said in a recording (WAV, base64)',
    effect: 'conversation',
    body: z.strictObject({ audio: z.base64().min(60).max(20_000_000) }),
    status: 200,
    answer: '{text}',
  },
  listSessions: {
    method: 'get',
    path: '/sessions',
    summary: 'Open sessions and kept ones, the newest first',
    effect: 'conversation',
    query: z.strictObject({ cwd: path.exactOptional(), limit }),
    status: 200,
    answer: '{sessions: SessionInfo[]}',
  },
  openSession: {
    method: 'post',
    path: '/sessions',
    summary: 'Open a session: new, resumed or a fork',
    effect: 'session',
    body: openBody,
    status: 201,
    answer: '{session: SessionInfo, warnings: string[]}',
  },
  listEvals: {
    method: 'get',
    path: '/evals',
    summary: 'Runs of capstan eval, the newest first',
    effect: 'conversation',
    query: z.strictObject({ language }),
    status: 200,
    answer: '{runs: EvalRunInfo[]}',
  },
  evalRun: {
    method: 'get',
    path: '/evals/:id',
    summary: 'One run of capstan eval with its tables, also while it runs',
    effect: 'conversation',
    query: z.strictObject({ language }),
    status: 200,
    answer: 'EvalRunView',
  },
  session: {
    method: 'get',
    path: '/sessions/:id',
    summary: 'One session',
    effect: 'conversation',
    status: 200,
    answer: 'SessionInfo',
  },
  renameSession: {
    method: 'patch',
    path: '/sessions/:id',
    summary: 'Rename a session',
    effect: 'conversation',
    body: z.strictObject({ title: z.string().min(1).max(200) }),
    status: 200,
    answer: 'SessionInfo',
  },
  closeSession: {
    method: 'delete',
    path: '/sessions/:id',
    summary: 'Close an open session; what was said is kept',
    effect: 'conversation',
    status: 204,
    answer: 'nothing',
  },
  purgeSession: {
    method: 'post',
    path: '/sessions/:id/purge',
    summary: 'Delete a session with everything kept for it; this cannot be undone',
    effect: 'settings',
    status: 204,
    answer: 'nothing',
  },
  exportSession: {
    method: 'get',
    path: '/sessions/:id/export',
    summary: 'A session as one file to keep or share, without secrets',
    effect: 'conversation',
    query: z.strictObject({ format: z.enum(['html', 'md', 'json']).exactOptional() }),
    status: 200,
    answer: '{name, text}',
  },
  history: {
    method: 'get',
    path: '/sessions/:id/history',
    summary: 'Messages of the conversation, from the end; before or after one of them',
    effect: 'conversation',
    query: historyQuery,
    status: 200,
    answer: 'HistoryPage',
  },
  agentHistory: {
    method: 'get',
    path: '/sessions/:id/agents/:agentId/history',
    summary: 'Messages of an agent of the session',
    effect: 'conversation',
    status: 200,
    answer: '{messages: Message[]}',
  },
  files: {
    method: 'get',
    path: '/sessions/:id/files',
    summary: 'Files of the working directory by a part of their path, the best match first',
    effect: 'conversation',
    query: z.strictObject({ query: z.string().max(500), limit }),
    status: 200,
    answer: '{files: string[]}',
  },
  query: {
    method: 'get',
    path: '/sessions/:id/queries/:query',
    summary: 'Ask the session something: state, cost, context, permissions …',
    effect: 'conversation',
    status: 200,
    answer: '{answer}',
  },
  op: {
    method: 'post',
    path: '/sessions/:id/ops',
    summary: 'Say something to the session; accepted when this answers',
    effect: 'conversation',
    body: z.strictObject({ id: id.exactOptional(), op: opSchema }),
    status: 200,
    answer: '{}',
  },
  rewind: {
    method: 'post',
    path: '/sessions/:id/rewind',
    summary: 'Go back to before an earlier message, or to another branch',
    effect: 'session',
    body: z.strictObject({
      messageUuid: id,
      what: z.enum(['conversation', 'code', 'both']),
      to: z.enum(['before', 'end']).exactOptional(),
      dryRun: flag,
      force: flag,
    }),
    status: 200,
    answer: 'MoveReport',
  },
  rewindFiles: {
    method: 'post',
    path: '/sessions/:id/rewind-files',
    summary: 'Bring files back to how they were before a message',
    effect: 'session',
    body: z.strictObject({
      messageUuid: id,
      to: z.enum(['before', 'end']).exactOptional(),
      dryRun: flag,
      force: flag,
    }),
    status: 200,
    answer: 'RewindReport',
  },
  compact: {
    method: 'post',
    path: '/sessions/:id/compact',
    summary: 'Compact the conversation',
    effect: 'conversation',
    body: z.strictObject({
      instructions: z.string().max(100_000).exactOptional(),
      preview: flag,
      onlyIfShorter: flag,
      part: z.strictObject({ messageUuid: id, side: z.enum(['before', 'after']) }).exactOptional(),
    }),
    status: 200,
    answer: 'CompactReport',
  },
  events: {
    method: 'get',
    path: '/sessions/:id/events',
    summary: 'Follow a session: a WebSocket, or Server-Sent Events with the same frames',
    effect: 'conversation',
    query: z.strictObject({ ...place, name: z.string().max(60).exactOptional() }),
    status: 200,
    answer: 'ServerFrame',
  },
  listShares: {
    method: 'get',
    path: '/sessions/:id/shares',
    summary: 'Links to watch an open session, with who watches',
    effect: 'conversation',
    status: 200,
    answer: '{shares: ShareInfo[]}',
  },
  newShare: {
    method: 'post',
    path: '/sessions/:id/shares',
    summary:
      'A link that can read this open session and do nothing else; it lasts a day unless hours are given',
    effect: 'conversation',
    body: z.strictObject({ hours: z.number().positive().max(SHARE_HOURS.most).exactOptional() }),
    status: 201,
    answer: 'NewShare',
  },
  endShare: {
    method: 'delete',
    path: '/sessions/:id/shares/:shareId',
    summary: 'End a link to watch; whoever reads with it is cut off',
    effect: 'conversation',
    status: 204,
    answer: 'nothing',
  },
  watch: {
    method: 'get',
    path: '/watch',
    summary: 'What a link to watch shows, and until when',
    effect: 'conversation',
    status: 200,
    answer: 'WatchInfo',
    watch: true,
  },
  watchHistory: {
    method: 'get',
    path: '/watch/history',
    summary: 'Messages of the watched session, without secrets and without what only the harness says',
    effect: 'conversation',
    query: historyQuery,
    status: 200,
    answer: 'HistoryPage',
    watch: true,
  },
  watchEvents: {
    method: 'get',
    path: '/watch/events',
    summary: 'Follow the watched session as Server-Sent Events',
    effect: 'conversation',
    query: z.strictObject(place),
    status: 200,
    answer: 'ServerFrame',
    watch: true,
  },
} as const satisfies Readonly<Record<string, Route>>

export type RouteName = keyof typeof ROUTES
