import * as z from 'zod'
import { SKILL_USES } from '../extensions/skill-info.ts'
import type { UserBlock } from '../message.ts'
import { EFFORTS } from '../model.ts'
import type { Op, ServerAction } from '../op.ts'
import { PERMISSION_MODES, type PermissionAnswer, type PermissionUpdate } from '../permission.ts'

/** Ops as they come from elsewhere: every field known, every text bounded. */

const MAX_TEXT = 4_000_000
/** In base64: what a model takes is smaller, what a phone's camera makes is larger. */
const MAX_MEDIA = 28_000_000

const id = z.string().min(1).max(200)
const word = z.string().max(1_000)
const line = z.string().min(1).max(100_000)
const long = z.string().max(MAX_TEXT)
const flag = z.boolean()
const mode = z.enum(PERMISSION_MODES)

const media = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('base64'),
    media_type: z.string().max(100),
    data: z.string().max(MAX_MEDIA),
  }),
  z.strictObject({ type: z.literal('text'), media_type: z.string().max(100), data: long }),
])
const userBlock: z.ZodType<UserBlock> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: long }),
  z.strictObject({ type: z.literal('image'), source: media }),
  z.strictObject({ type: z.literal('document'), source: media, title: word.exactOptional() }),
])

const destination = z.enum([
  'userSettings',
  'projectSettings',
  'localSettings',
  'session',
  'cliArg',
  'script',
])
const update: z.ZodType<PermissionUpdate> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['addRules', 'replaceRules', 'removeRules']),
    rules: z
      .array(z.strictObject({ toolName: word, ruleContent: z.string().max(10_000).exactOptional() }))
      .max(1_000),
    behavior: z.enum(['allow', 'ask', 'deny']),
    destination,
  }),
  z.strictObject({ type: z.literal('setMode'), mode, destination }),
  z.strictObject({
    type: z.enum(['addDirectories', 'removeDirectories']),
    directories: z.array(z.string().min(1).max(4_096)).max(100),
    destination,
  }),
])
const answer: z.ZodType<PermissionAnswer> = z.discriminatedUnion('behavior', [
  z.strictObject({
    behavior: z.literal('allow'),
    updatedInput: z.unknown().exactOptional(),
    hunks: z
      .array(z.strictObject({ at: z.int().min(0).max(10_000), text: long.exactOptional() }))
      .max(1_000)
      .exactOptional(),
    updatedPermissions: z.array(update).max(100).exactOptional(),
    forReal: z.literal(true).exactOptional(),
    note: z.string().max(100_000).exactOptional(),
  }),
  z.strictObject({
    behavior: z.literal('deny'),
    message: z.string().max(100_000),
    interrupt: flag.exactOptional(),
  }),
])

const workflow = z.strictObject({
  name: word.exactOptional(),
  path: z.string().max(4_096).exactOptional(),
  resume: id.exactOptional(),
  inputs: z.record(z.string().max(200), z.unknown()).exactOptional(),
  assignments: z.array(z.string().max(10_000)).max(100).exactOptional(),
  maxUsd: z.number().positive().exactOptional(),
})

const ACTIONS = ['reconnect', 'enable', 'disable', 'approve', 'decline', 'sign_in', 'sign_out'] as const
const action: z.ZodType<ServerAction> = z.enum(ACTIONS)

const op = <T extends Op['type'], S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape })

/** The ops a client may send. What only the program around the engine may say (hooks, begin and end) is not among them. */
export const OPS = {
  submit: op('submit', {
    content: z.union([z.string().min(1).max(MAX_TEXT), z.array(userBlock).min(1).max(100)]),
    uuid: z.uuid().exactOptional(),
    query: flag.exactOptional(),
    when: z.enum(['now', 'step', 'end']).exactOptional(),
    insteadOf: id.exactOptional(),
  }),
  interrupt: op('interrupt', {
    cancelQueued: flag.exactOptional(),
    reason: z.literal('user').exactOptional(),
  }),
  set_model: op('set_model', { model: word.exactOptional() }),
  set_advisor: op('set_advisor', { model: word.exactOptional() }),
  browser: op('browser', { action: z.enum(['on', 'off', 'stop', 'window', 'hide']) }),
  set_mode: op('set_mode', { mode }),
  approve_plan: op('approve_plan', { mode }),
  set_effort: op('set_effort', { effort: z.enum(EFFORTS).exactOptional() }),
  set_thinking: op('set_thinking', { enabled: flag }),
  set_fast: op('set_fast', { enabled: flag }),
  set_coordinator: op('set_coordinator', { enabled: flag }),
  set_assistant: op('set_assistant', { enabled: flag }),
  set_token_budget: op('set_token_budget', { tokens: z.int().positive().exactOptional() }),
  allow_spending: op('allow_spending', { usd: z.number().positive() }),
  take_back: op('take_back', { uuid: id }),
  command: op('command', { line }),
  shell: op('shell', { command: line, id }),
  forget_memory: op('forget_memory', { path: line }),
  remember: op('remember', { text: line, scope: z.enum(['project', 'local', 'user']) }),
  update_permissions: op('update_permissions', { updates: z.array(update).min(1).max(100) }),
  aside: op('aside', { kind: z.enum(['suggestion', 'recap']) }),
  answer_permission: op('answer_permission', { id, answer }),
  set_title: op('set_title', { title: word }),
  set_tag: op('set_tag', { tag: word }),
  clear: op('clear', {}),
  switch_branch: op('switch_branch', {
    messageUuid: id,
    what: z.enum(['conversation', 'code', 'both']).exactOptional(),
    force: flag.exactOptional(),
  }),
  bring_back: op('bring_back', { messageUuid: id }),
  revert_edit: op('revert_edit', { toolUseId: id }),
  hear_news: op('hear_news', {}),
  stop_task: op('stop_task', { taskId: id }),
  move_to_background: op('move_to_background', { toolUseId: id.exactOptional() }),
  enter_worktree: op('enter_worktree', {
    name: word.exactOptional(),
    path: z.string().max(4_096).exactOptional(),
    pullRequest: z.int().positive().exactOptional(),
  }),
  tell_agent: op('tell_agent', { agentId: id, text: line }),
  stop_agent: op('stop_agent', { agentId: id }),
  start_workflow: op('start_workflow', { wish: workflow }),
  snip: op('snip', { from: id, to: id.exactOptional() }),
  use_skill: op('use_skill', { name: word, use: z.enum(SKILL_USES) }),
  server: op('server', { name: word, action }),
} as const satisfies { readonly [T in Op['type']]?: z.ZodType<Op & { readonly type: T }> }

type Rows = (typeof OPS)[keyof typeof OPS]
const [first, ...others] = Object.values(OPS) as unknown as [Rows, ...Rows[]]

export const opSchema: z.ZodType<Op> = z.discriminatedUnion('type', [first, ...others])
