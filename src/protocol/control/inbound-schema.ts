import * as z from 'zod'
import type { UserBlock } from '../message.ts'
import {
  PERMISSION_MODES,
  type PermissionAnswer,
  type PermissionMode,
  type PermissionUpdate,
} from '../permission.ts'
import type { ControlCancelRequest, ControlRequest, ControlResponse } from './control-message.ts'
import type { InboundLine, InboundRequest, InboundUser } from './inbound.ts'

const text = z.looseObject({ type: z.literal('text'), text: z.string() })
const mediaSource = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('base64'), media_type: z.string(), data: z.string() }),
  z.looseObject({ type: z.literal('text'), media_type: z.string(), data: z.string() }),
  z.looseObject({ type: z.literal('url'), url: z.string() }),
])
const image = z.looseObject({ type: z.literal('image'), source: mediaSource })
const document = z.looseObject({ type: z.literal('document'), source: mediaSource })
const toolResult = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, document]))]),
})
const userBlock: z.ZodType<UserBlock> = z.discriminatedUnion('type', [text, image, document, toolResult])

const user: z.ZodType<InboundUser> = z.looseObject({
  type: z.literal('user'),
  message: z.looseObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(userBlock).min(1)]),
  }),
  uuid: z.string().min(1).optional(),
  shouldQuery: z.boolean().optional(),
  isSynthetic: z.boolean().optional(),
  priority: z.enum(['now', 'next', 'later']).optional().catch(undefined),
})

const controlRequest: z.ZodType<ControlRequest<InboundRequest>> = z.looseObject({
  type: z.literal('control_request'),
  request_id: z.string(),
  request: z.looseObject({ subtype: z.string() }),
})
const controlResponse: z.ZodType<ControlResponse> = z.looseObject({
  type: z.literal('control_response'),
  response: z.discriminatedUnion('subtype', [
    z.looseObject({
      subtype: z.literal('success'),
      request_id: z.string(),
      response: z.unknown().optional(),
    }),
    z.looseObject({
      subtype: z.literal('error'),
      request_id: z.string(),
      error: z.string(),
      error_code: z.string().optional(),
    }),
  ]),
})
const controlCancel: z.ZodType<ControlCancelRequest> = z.looseObject({
  type: z.literal('control_cancel_request'),
  request_id: z.string(),
})
const keepAlive: z.ZodType<{ readonly type: 'keep_alive' }> = z.looseObject({ type: z.literal('keep_alive') })

const LINES: { readonly [T in InboundLine['type']]: z.ZodType<InboundLine & { readonly type: T }> } = {
  user,
  control_request: controlRequest,
  control_response: controlResponse,
  control_cancel_request: controlCancel,
  keep_alive: keepAlive,
}

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: string }

/** `undefined`: a kind of line this version does not know, to be left alone. */
export const parseInboundLine = (line: object): Parsed<InboundLine> | undefined => {
  const type = 'type' in line && typeof line.type === 'string' ? line.type : undefined
  if (type === undefined) return { ok: false, error: 'it has no "type"' }
  return isLineType(type) ? check<InboundLine>(LINES[type], line) : undefined
}

const isLineType = (type: string): type is InboundLine['type'] => Object.hasOwn(LINES, type)

export const check = <T>(schema: z.ZodType<T>, value: unknown): Parsed<T> => {
  const result = schema.safeParse(value)
  if (result.success) return { ok: true, value: result.data }
  const [issue] = result.error.issues
  const where = issue?.path.join('.')
  return { ok: false, error: `${where ? `${where}: ` : ''}${issue?.message ?? 'not valid'}` }
}

export const mode: z.ZodType<PermissionMode> = z
  .enum([...PERMISSION_MODES, 'manual'])
  .transform(word => (word === 'manual' ? 'default' : word))

const destination = z.enum([
  'userSettings',
  'projectSettings',
  'localSettings',
  'session',
  'cliArg',
  'script',
])
const permissionRule = z
  .object({ toolName: z.string().min(1), ruleContent: z.string().nullish() })
  .transform(rule => ({
    toolName: rule.toolName,
    ...(typeof rule.ruleContent === 'string' && { ruleContent: rule.ruleContent }),
  }))
const permissionUpdate: z.ZodType<PermissionUpdate> = z.union([
  z.object({
    type: z.enum(['addRules', 'replaceRules', 'removeRules']),
    rules: z.array(permissionRule),
    behavior: z.enum(['allow', 'ask', 'deny']),
    destination,
  }),
  z.object({ type: z.literal('setMode'), mode, destination }),
  z.object({
    type: z.enum(['addDirectories', 'removeDirectories']),
    directories: z.array(z.string()),
    destination,
  }),
])
const permissionAnswer = z.discriminatedUnion('behavior', [
  z.looseObject({
    behavior: z.literal('allow'),
    updatedInput: z.record(z.string(), z.unknown()).nullish(),
    updatedPermissions: z.array(permissionUpdate).nullish(),
    forReal: z.boolean().nullish(),
    message: z.string().nullish(),
  }),
  z.looseObject({ behavior: z.literal('deny'), message: z.string(), interrupt: z.boolean().nullish() }),
])

/** The host's answer to `can_use_tool`. What does not parse is not an allow. */
export const parsePermissionAnswer = (value: unknown): Parsed<PermissionAnswer> => {
  const parsed = check(permissionAnswer, value)
  if (!parsed.ok) return parsed
  const answer = parsed.value
  if (answer.behavior === 'deny')
    return {
      ok: true,
      value: { behavior: 'deny', message: answer.message, ...(answer.interrupt && { interrupt: true }) },
    }
  const { updatedInput, updatedPermissions, forReal, message } = answer
  return {
    ok: true,
    value: {
      behavior: 'allow',
      ...(updatedInput && { updatedInput }),
      ...(updatedPermissions && { updatedPermissions }),
      ...(forReal && { forReal: true as const }),
      ...(message && { note: message }),
    },
  }
}
