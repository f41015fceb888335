import type { HookVerdict } from '../../protocol/hook.ts'
import type { PermissionUpdate } from '../../protocol/permission.ts'
import type { HookEventRow, OutputField } from './event-row.ts'
import { HOOK_EVENTS, type HookEvent } from './events.ts'
import { fieldReader } from './field-reader.ts'

type HookPermission = 'allow' | 'ask' | 'deny' | 'defer'

/** What a hook printed as JSON, checked. Fields of the wrong type are left out and named in `faults`. */
export interface HookOutput {
  readonly stop: boolean
  readonly stopReason?: string
  readonly systemMessage?: string
  readonly sequence?: string
  readonly permission?: HookPermission
  readonly reason?: string
  readonly updatedInput?: Readonly<Record<string, unknown>>
  readonly context?: string
  readonly updatedOutput?: { readonly value: unknown }
  readonly updatedServerOutput?: { readonly value: unknown }
  readonly retry?: boolean
  readonly interrupt?: boolean
  readonly updatedPermissions?: readonly PermissionUpdate[]
  /** What only some events have, as it goes into the verdict. */
  readonly special?: Partial<HookVerdict>
  readonly faults: readonly string[]
  /** Fields that mean something, but not for this event. */
  readonly misplaced?: readonly string[]
}

/** undefined: plain text. Output that begins like an object but is not JSON is a fault. */
export const parseOutput = (stdout: string, event: HookEvent): HookOutput | undefined => {
  const text = stdout.trim()
  if (!text.startsWith('{')) return undefined
  let value: Readonly<Record<string, unknown>>
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>>
  } catch {
    // The parser's own message would quote the output.
    return { stop: false, faults: ['standard output is not valid JSON'] }
  }
  return readOutput(value, event)
}

const PERMISSIONS: readonly HookPermission[] = ['deny', 'defer', 'ask', 'allow']

/** The strictest of several answers: deny > defer > ask > allow. */
export const strictest = (answers: readonly (HookPermission | undefined)[]): HookPermission | undefined =>
  PERMISSIONS.find(permission => answers.includes(permission))

const readOutput = (value: Readonly<Record<string, unknown>>, event: HookEvent): HookOutput => {
  const fields = fieldReader(value, '')
  const row: HookEventRow = HOOK_EVENTS[event]
  const goOn = fields.boolean('continue')
  const stopReason = fields.string('stopReason')
  const systemMessage = fields.string('systemMessage')
  const sequence = fields.string('terminalSequence')
  const decision = fields.oneOf('decision', ['approve', 'block'])
  const specific = fieldReader(fields.object('hookSpecificOutput') ?? {}, 'hookSpecificOutput.')
  const named = specific.string('hookEventName')
  const wrongEvent = Object.hasOwn(value, 'hookSpecificOutput') && named !== event
  if (wrongEvent) specific.faults.push(`hookSpecificOutput.hookEventName is not ${event}`)
  const answer = row.answers ? specific.object('decision') : undefined
  const answered = fieldReader(answer ?? {}, 'hookSpecificOutput.decision.')
  const permission = strictest([
    decision && (decision === 'block' ? 'deny' : 'allow'),
    specific.oneOf('permissionDecision', PERMISSIONS),
    answered.oneOf('behavior', ['allow', 'deny']),
  ])
  const reason =
    answered.string('message') ?? specific.string('permissionDecisionReason') ?? fields.string('reason')
  const updatedInput = answered.object('updatedInput') ?? specific.object('updatedInput')
  const interrupt = answered.boolean('interrupt')
  const updatedPermissions = answered.updates('updatedPermissions')
  const context = specific.string('additionalContext')
  const updatedOutput = specific.any('updatedToolOutput')
  const updatedServerOutput = specific.any('updatedMCPToolOutput')
  const retry = specific.boolean('retry')
  const special = specialOf(specific, row)
  return {
    stop: goOn === false,
    ...(stopReason !== undefined && { stopReason }),
    ...(systemMessage !== undefined && { systemMessage }),
    ...(sequence !== undefined && { sequence }),
    ...(permission !== undefined && { permission }),
    ...(reason !== undefined && { reason }),
    ...(updatedInput !== undefined && { updatedInput }),
    ...(context !== undefined && { context }),
    ...(updatedOutput !== undefined && { updatedOutput }),
    ...(updatedServerOutput !== undefined && { updatedServerOutput }),
    ...(retry !== undefined && { retry }),
    ...(interrupt !== undefined && { interrupt }),
    ...(updatedPermissions !== undefined && { updatedPermissions }),
    ...(Object.keys(special).length > 0 && { special }),
    faults: [...fields.faults, ...specific.faults, ...answered.faults],
    ...misplacedIn(specific.keys, row),
  }
}

/** Fields that only events which give them may have. */
const specialOf = (
  specific: ReturnType<typeof fieldReader>,
  { gives = [] }: HookEventRow,
): Partial<HookVerdict> => {
  const has = (field: OutputField): boolean => gives.includes(field)
  const title = has('sessionTitle') ? specific.string('sessionTitle') : undefined
  const initialMessage = has('initialUserMessage') ? specific.string('initialUserMessage') : undefined
  const watchPaths = has('watchPaths') ? specific.strings('watchPaths') : undefined
  const suppress = has('suppressOriginalPrompt') ? specific.boolean('suppressOriginalPrompt') : undefined
  const reload = has('reloadSkills') ? specific.boolean('reloadSkills') : undefined
  const display = has('displayContent') ? specific.string('displayContent') : undefined
  const worktreePath = has('worktreePath') ? specific.string('worktreePath') : undefined
  const action = has('action') ? specific.oneOf('action', ['accept', 'decline', 'cancel']) : undefined
  const content = has('content') ? specific.object('content') : undefined
  return {
    ...(title !== undefined && { title }),
    ...(initialMessage !== undefined && { initialMessage }),
    ...(watchPaths !== undefined && { watchPaths }),
    ...(suppress && { suppressPrompt: true }),
    ...(reload && { reloadSkills: true }),
    ...(display !== undefined && { display }),
    ...(worktreePath !== undefined && { worktreePath }),
    ...(action && { elicitation: { action, ...(content && { content }) } }),
  }
}

const KNOWN: ReadonlySet<string> = new Set(
  Object.values(HOOK_EVENTS).flatMap((row: HookEventRow) => row.gives ?? []),
)

const misplacedIn = (
  keys: readonly string[],
  { gives = [] }: HookEventRow,
): Pick<HookOutput, 'misplaced'> => {
  const misplaced = keys.filter(key => KNOWN.has(key) && !gives.some(field => field === key))
  return misplaced.length === 0 ? {} : { misplaced }
}

/** An output with faults keeps only what restricts: a typing error elsewhere must not turn a "no" into a "yes". */
export const restrictionsOf = (output: HookOutput): HookOutput => {
  const { stop, stopReason, permission, reason, faults } = output
  const restricts = permission !== undefined && permission !== 'allow'
  return {
    stop,
    ...(stopReason !== undefined && { stopReason }),
    ...(restricts && { permission }),
    ...(restricts && reason !== undefined && { reason }),
    faults,
  }
}
