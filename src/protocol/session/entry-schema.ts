import * as z from 'zod'
import { PEER_MESSAGE_OUTCOMES } from '../entry.ts'
import { EFFORTS } from '../model.ts'
import { PERMISSION_MODES } from '../permission.ts'
import { CALL_SOURCES } from '../usage.ts'

/**
 * The strict shape of the lines this program writes, for tests and for verifying files. Reading is laxer and does
 * without it (parse-entry.ts): zod costs more to load than a session does.
 */
const place = {
  parentUuid: z.uuid().nullable(),
  logicalParentUuid: z.uuid().optional(),
  isSidechain: z.boolean(),
  agentId: z.string().optional(),
  userType: z.literal('external'),
  entrypoint: z.string().min(1),
  cwd: z.string().min(1),
  sessionId: z.uuid(),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  gitBranch: z.string(),
  forkedFrom: z.strictObject({ sessionId: z.uuid(), messageUuid: z.uuid() }).optional(),
  uuid: z.uuid(),
  timestamp: z.iso.datetime({ precision: 3 }),
}

const block = z.looseObject({ type: z.string().min(1) })

const usage = z.looseObject({
  input_tokens: z.int().nonnegative(),
  output_tokens: z.int().nonnegative(),
  cache_creation_input_tokens: z.int().nonnegative(),
  cache_read_input_tokens: z.int().nonnegative(),
})

const cacheLine = z.strictObject({
  at: z.iso.datetime({ precision: 3 }),
  source: z.string().min(1),
  model: z.string().min(1),
  input: z.int().nonnegative(),
  cacheRead: z.int().nonnegative(),
  cacheWrite: z.int().nonnegative(),
  shared: z.int().nonnegative(),
  break: z
    .strictObject({
      cause: z.string().min(1),
      detail: z.string(),
      fromByte: z.int().nonnegative().optional(),
      lostTokens: z.int().nonnegative(),
      lostUsd: z.number().nonnegative().optional(),
    })
    .optional(),
})

/** Values nest: a reason inside a sentence. */
const localizedText = z.strictObject({
  id: z.string().min(1),
  values: z.record(z.string(), z.unknown()).optional(),
  text: z.string(),
})

const user = z.strictObject({
  ...place,
  type: z.literal('user'),
  message: z.strictObject({ role: z.literal('user'), content: z.union([z.string(), z.array(block)]) }),
  isMeta: z.boolean().optional(),
  isCompactSummary: z.boolean().optional(),
  toolUseResult: z.unknown().optional(),
  sharedText: z
    .record(
      z.string(),
      z.union([
        z.strictObject({ of: z.number(), from: z.number(), to: z.number(), end: z.string().optional() }),
        z.strictObject({ of: z.number(), lines: z.number() }),
      ]),
    )
    .optional(),
  effects: z
    .array(
      z.strictObject({
        kind: z.enum(['command', 'write', 'delete', 'fetch', 'answer', 'goal', 'other']),
        text: z.string(),
        outcome: z.enum(['done', 'failed', 'interrupted', 'running', 'refused']),
        detail: z.string().optional(),
        said: z.string().optional(),
        taskId: z.string().optional(),
      }),
    )
    .optional(),
  ran: z
    .strictObject({
      durationMs: z.number().nonnegative(),
      approval: z.strictObject({ by: z.string().min(1), text: z.string().optional() }),
      note: z.string().optional(),
      look: z.boolean().optional(),
    })
    .optional(),
  refused: z.strictObject({ by: z.string().min(1), text: z.string().optional() }).optional(),
  sourceToolAssistantUUID: z.uuid().optional(),
  origin: z.looseObject({ kind: z.string() }).optional(),
})

const assistant = z.strictObject({
  ...place,
  type: z.literal('assistant'),
  message: z.looseObject({
    id: z.string().min(1),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string().min(1),
    content: z.array(block),
    stop_reason: z.string().nullable(),
    stop_sequence: z.string().nullable(),
    usage,
  }),
  requestId: z.string().optional(),
  error: z.string().optional(),
  isApiErrorMessage: z.boolean().optional(),
  localized: localizedText.optional(),
  aborted: z.boolean().optional(),
})

const system = z.strictObject({
  ...place,
  type: z.literal('system'),
  subtype: z.enum(['compact_boundary', 'informational', 'tombstone', 'history_edit']),
  content: z.string(),
  localized: localizedText.optional(),
  level: z.enum(['info', 'notice', 'suggestion', 'warning', 'error']).optional(),
  compactMetadata: z.looseObject({ trigger: z.string(), preTokens: z.number() }).optional(),
  removed: z.array(z.uuid()).optional(),
  edit: z.looseObject({ kind: z.enum(['snip', 'clear', 'collapse']), freed: z.number() }).optional(),
  leftUuid: z.string().optional(),
  closesTurn: z.literal(true).optional(),
})

const attachment = z.strictObject({
  ...place,
  type: z.literal('attachment'),
  attachment: z.looseObject({ kind: z.string(), text: z.string() }),
})

const sessionId = z.uuid()
const amount = z.number().nonnegative()
const cost = z.strictObject({
  totalCostUSD: amount,
  unpricedModels: z.array(z.string()),
  apiDurationMs: amount,
  apiDurationWithoutRetriesMs: amount,
  toolDurationMs: amount,
  linesAdded: amount,
  linesRemoved: amount,
  modelUsage: z.record(
    z.string(),
    z.strictObject({
      inputTokens: amount,
      outputTokens: amount,
      cacheReadInputTokens: amount,
      cacheCreationInputTokens: amount,
      webSearchRequests: amount,
      costUSD: amount.optional(),
      contextWindow: amount,
      maxOutputTokens: amount,
    }),
  ),
  bySource: z
    .partialRecord(
      z.enum(CALL_SOURCES),
      z.strictObject({
        requests: amount,
        inputTokens: amount,
        outputTokens: amount,
        cacheReadInputTokens: amount,
        cacheCreationInputTokens: amount,
        costUSD: amount,
      }),
    )
    .optional(),
  estimatedUSD: amount.optional(),
})

const fileVersion = z
  .union([
    z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), mode: z.int().optional() }),
    z.strictObject({ link: z.string() }),
  ])
  .nullable()
const fileHistory = z.strictObject({
  type: z.literal('file-history-snapshot'),
  sessionId,
  messageUuid: z.uuid(),
  files: z.record(z.string(), z.strictObject({ before: fileVersion, after: fileVersion })),
  dirs: z.array(z.string()).optional(),
  folders: z
    .record(z.string(), z.strictObject({ before: z.int().nullable(), after: z.int().nullable() }))
    .optional(),
  specials: z.array(z.string()).optional(),
  uncovered: z.array(z.string()).optional(),
  shared: z.boolean().optional(),
  unseen: z.array(z.string()).optional(),
  beyond: z.array(z.string()).optional(),
  rewind: z.enum(['begun', 'ended']).optional(),
  intent: z.literal(true).optional(),
  begun: z.record(z.string(), z.string()).optional(),
  ended: z.array(z.string()).optional(),
})

const promptSnapshot = z.strictObject({
  type: z.literal('prompt-snapshot'),
  sessionId,
  hash: z.string().min(1),
  version: z.string().min(1),
  model: z.string().min(1),
  choice: z.string(),
  system: z.array(z.strictObject({ text: z.string(), cache: z.enum(['global', 'org']).optional() })),
  tools: z.array(z.looseObject({ name: z.string().min(1), description: z.string() })),
  sections: z.record(z.string(), z.string()),
})

export const entrySchema = z.discriminatedUnion('type', [
  user,
  assistant,
  system,
  attachment,
  z.strictObject({ type: z.literal('summary'), summary: z.string(), leafUuid: z.uuid() }),
  z.strictObject({ type: z.literal('custom-title'), customTitle: z.string(), sessionId }),
  z.strictObject({ type: z.literal('ai-title'), aiTitle: z.string(), sessionId }),
  z.strictObject({ type: z.literal('tag'), tag: z.string(), sessionId }),
  z.strictObject({
    type: z.literal('pr-link'),
    sessionId,
    prNumber: z.int().positive(),
    prUrl: z.url(),
    prRepository: z.string().min(1),
    timestamp: z.iso.datetime({ precision: 3 }),
  }),
  z.strictObject({
    type: z.literal('hook'),
    sessionId,
    timestamp: z.iso.datetime({ precision: 3 }),
    event: z.string().min(1),
    matcher: z.string(),
    hook: z.string(),
    from: z.string(),
    outcome: z.enum(['success', 'error', 'cancelled']),
    exitCode: z.int().optional(),
    durationMs: z.number().nonnegative().optional(),
    decision: z.string().optional(),
    background: z.boolean().optional(),
    error: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('mode'), mode: z.enum(PERMISSION_MODES), sessionId }),
  z.strictObject({ type: z.literal('model'), model: z.string(), sessionId }),
  z.strictObject({ type: z.literal('effort'), effort: z.enum(EFFORTS).nullable(), sessionId }),
  z.strictObject({ type: z.literal('coordinator'), enabled: z.boolean(), sessionId }),
  z.strictObject({ type: z.literal('team-member'), team: z.string(), name: z.string(), sessionId }),
  z.strictObject({ type: z.literal('assistant-mode'), enabled: z.boolean(), sessionId }),
  z.strictObject({
    type: z.literal('limit-wait'),
    limit: z.strictObject({ model: z.string(), resetsAt: z.number() }).nullable(),
    sessionId,
  }),
  z.strictObject({ type: z.literal('profile'), profile: z.string().nullable(), sessionId }),
  z.strictObject({ type: z.literal('agent-setting'), agentSetting: z.string(), sessionId }),
  z.strictObject({ type: z.literal('directories'), directories: z.array(z.string()), sessionId }),
  z.strictObject({ type: z.literal('thinking'), enabled: z.boolean(), sessionId }),
  z.strictObject({ type: z.literal('worktree-state'), path: z.string().nullable(), sessionId }),
  z.strictObject({ type: z.literal('cost-state'), cost, sessionId }),
  z.strictObject({
    type: z.literal('cache-state'),
    lines: z.array(cacheLine),
    print: z.looseObject({ at: z.number() }).optional(),
    sessionId,
  }),
  z.strictObject({ type: z.literal('cwd'), cwd: z.string(), sessionId }),
  z.strictObject({ type: z.literal('loaded-tools'), tools: z.array(z.string()), sessionId }),
  z.strictObject({
    type: z.literal('schedules'),
    schedules: z.array(z.looseObject({ id: z.string() })),
    sessionId,
  }),
  z.strictObject({
    type: z.literal('goal'),
    goal: z.looseObject({ status: z.string() }).nullable(),
    sessionId,
  }),
  z.strictObject({
    type: z.literal('task-ended'),
    sessionId,
    taskId: z.string().min(1),
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('channel-message'),
    sessionId,
    messageId: z.string().min(1),
    channel: z.string(),
    settled: z.boolean(),
  }),
  z.strictObject({
    type: z.literal('followed-pull-request'),
    sessionId,
    url: z.url(),
    known: z.record(z.string(), z.unknown()).nullish(),
    draft: z.strictObject({ id: z.string(), text: z.string(), replyTo: z.string().optional() }).optional(),
    settled: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('peer-message'),
    sessionId,
    timestamp: z.iso.datetime({ precision: 3 }),
    messageId: z.string().min(1),
    from: z.string(),
    text: z.string(),
    outcome: z.enum(PEER_MESSAGE_OUTCOMES),
  }),
  z.strictObject({
    type: z.literal('usage'),
    sessionId,
    timestamp: z.iso.datetime({ precision: 3 }),
    source: z.enum(CALL_SOURCES),
    isSidechain: z.boolean().optional(),
    requestId: z.string().min(1).optional(),
    durationMs: amount,
    partial: z.boolean().optional(),
    message: z.strictObject({ id: z.string().min(1), model: z.string().min(1), usage }),
  }),
  fileHistory,
  promptSnapshot,
])
