import { isObject } from '../../lib/is-object.ts'
import { PERMISSION_MODES, type PermissionMode } from '../permission.ts'

interface Answer {
  readonly requestId: string
  readonly approve: boolean
  readonly feedback?: string
}

/**
 * What members say to each other's programs rather than in words: JSON inside the text of a mail. Whoever sent it is
 * another agent: nothing here is a person's consent unless it came from the leader's terminal.
 */
export type TeamMessage =
  | {
      readonly type: 'idle_notification'
      readonly reason: 'available' | 'interrupted' | 'failed'
      readonly summary?: string
      readonly completedTaskId?: string
    }
  | {
      readonly type: 'plan_approval_request'
      readonly requestId: string
      readonly plan: string
      readonly planFilePath?: string
      readonly kinds?: readonly string[]
      readonly auth?: string
    }
  | ({
      readonly type: 'plan_approval_response'
      /** The member works in it from now on. */
      readonly mode?: PermissionMode
      readonly auth?: string
    } & Answer)
  | {
      readonly type: 'permission_request'
      readonly requestId: string
      readonly toolName: string
      readonly toolUseId: string
      readonly description: string
      readonly input: Readonly<Record<string, unknown>>
      /** Modes that a yes may switch the member to. */
      readonly modes?: readonly PermissionMode[]
      /** Only who may change settings may say yes. */
      readonly needs?: 'settings'
      /** Proves who wrote it. */
      readonly auth?: string
    }
  | ({
      readonly type: 'permission_response'
      readonly updatedInput?: Readonly<Record<string, unknown>>
      /** A changed input has to be allowed by itself. */
      readonly limited?: true
      /** The member works in it from now on. */
      readonly mode?: PermissionMode
      /** With the no its turn ends. */
      readonly interrupt?: boolean
      /** Nobody could be asked: the no is not the person's. */
      readonly failed?: boolean
      readonly auth?: string
    } & Answer)
  | { readonly type: 'shutdown_request'; readonly requestId: string; readonly reason?: string }
  | ({
      readonly type: 'shutdown_response'
      /** Its unfinished tasks, which are pending again. */
      readonly released?: readonly string[]
    } & Answer)
  | {
      readonly type: 'task_assigned'
      readonly taskId: string
      readonly subject: string
      readonly description?: string
      readonly assignedBy: string
    }

type Check = (value: unknown) => boolean

const upTo =
  (most: number, least = 0): Check =>
  value =>
    typeof value === 'string' && value.length >= least && value.length <= most
const text = upTo(256 * 1024)
const short = upTo(1_000)
const requestId = upTo(200, 1)
const maybe =
  (check: Check): Check =>
  value =>
    value === undefined || check(value)
const shorts =
  (most: number): Check =>
  value =>
    Array.isArray(value) && value.length <= most && value.every(short)
const isFlag: Check = value => typeof value === 'boolean'
const isMode: Check = value => PERMISSION_MODES.some(mode => mode === value)
const answer = { requestId, approve: isFlag, feedback: maybe(text) }

/** The fields of each kind; checked by hand because a schema library would be on the way to the first request. */
const FIELDS: { readonly [K in TeamMessage['type']]: Readonly<Record<string, Check>> } = {
  idle_notification: {
    reason: value => ['available', 'interrupted', 'failed'].includes(String(value)),
    summary: maybe(text),
    completedTaskId: maybe(short),
  },
  plan_approval_request: {
    requestId,
    plan: text,
    planFilePath: maybe(short),
    kinds: maybe(shorts(20)),
    auth: maybe(short),
  },
  plan_approval_response: { ...answer, mode: maybe(isMode), auth: maybe(short) },
  permission_request: {
    requestId,
    toolName: short,
    toolUseId: short,
    description: text,
    input: isObject,
    modes: maybe(value => Array.isArray(value) && value.every(isMode)),
    needs: maybe(value => value === 'settings'),
    auth: maybe(short),
  },
  permission_response: {
    ...answer,
    updatedInput: maybe(isObject),
    limited: maybe(value => value === true),
    mode: maybe(isMode),
    interrupt: maybe(isFlag),
    failed: maybe(isFlag),
    auth: maybe(short),
  },
  shutdown_request: { requestId, reason: maybe(text) },
  shutdown_response: {
    ...answer,
    released: maybe(shorts(1_000)),
  },
  task_assigned: { taskId: short, subject: text, description: maybe(text), assignedBy: short },
}

export const writeTeamMessage = (message: TeamMessage): string => JSON.stringify(message)

/** Undefined: these are words, whatever they look like. */
export const readTeamMessage = (words: string): TeamMessage | undefined => {
  const said = objectIn(words)
  const type = said?.['type']
  if (!said || typeof type !== 'string' || !Object.hasOwn(FIELDS, type)) return undefined
  const fields = Object.entries(FIELDS[type as TeamMessage['type']])
  if (!fields.every(([name, fits]) => fits(said[name]))) return undefined
  const known = fields.filter(([name]) => said[name] !== undefined).map(([name]) => [name, said[name]])
  return { type, ...Object.fromEntries(known) } as TeamMessage
}

const objectIn = (words: string): Readonly<Record<string, unknown>> | undefined => {
  if (!words.startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(words)
    return isObject(value) ? value : undefined
  } catch {
    // Words that begin with a brace.
    return undefined
  }
}
