import { HOOK_EVENTS, type HookEvent, type HookEventRow } from './events.ts'

type HookPermission = 'allow' | 'ask' | 'deny' | 'defer'

/** What a hook printed as JSON, checked. Fields of the wrong type are left out and named in `faults`. */
export interface HookOutput {
  readonly stop: boolean
  readonly stopReason?: string
  readonly systemMessage?: string
  readonly permission?: HookPermission
  readonly reason?: string
  readonly updatedInput?: Readonly<Record<string, unknown>>
  readonly context?: string
  readonly updatedOutput?: { readonly value: unknown }
  readonly retry?: boolean
  readonly interrupt?: boolean
  readonly faults: readonly string[]
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
  const goOn = fields.boolean('continue')
  const stopReason = fields.string('stopReason')
  const systemMessage = fields.string('systemMessage')
  const decision = fields.oneOf('decision', ['approve', 'block'])
  const specific = fieldReader(fields.object('hookSpecificOutput') ?? {}, 'hookSpecificOutput.')
  const named = specific.string('hookEventName')
  const wrongEvent = Object.hasOwn(value, 'hookSpecificOutput') && named !== event
  if (wrongEvent) specific.faults.push(`hookSpecificOutput.hookEventName is not ${event}`)
  const row: HookEventRow = HOOK_EVENTS[event]
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
  const context = specific.string('additionalContext')
  const updatedOutput = specific.any('updatedToolOutput')
  const retry = specific.boolean('retry')
  return {
    stop: goOn === false,
    ...(stopReason !== undefined && { stopReason }),
    ...(systemMessage !== undefined && { systemMessage }),
    ...(permission !== undefined && { permission }),
    ...(reason !== undefined && { reason }),
    ...(updatedInput !== undefined && { updatedInput }),
    ...(context !== undefined && { context }),
    ...(updatedOutput !== undefined && { updatedOutput }),
    ...(retry !== undefined && { retry }),
    ...(interrupt !== undefined && { interrupt }),
    faults: [...fields.faults, ...specific.faults, ...answered.faults],
  }
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

const fieldReader = (value: Readonly<Record<string, unknown>>, prefix: string) => {
  const faults: string[] = []
  const read = <T>(
    key: string,
    { what, is }: { what: string; is: (given: unknown) => given is T },
  ): T | undefined => {
    // Null is how some languages write "nothing".
    const given = Object.hasOwn(value, key) ? (value[key] ?? undefined) : undefined
    if (given === undefined || is(given)) return given
    faults.push(`${prefix}${key} is not ${what}`)
    return undefined
  }
  return {
    faults,
    string: (key: string) => read(key, { what: 'a string', is: given => typeof given === 'string' }),
    boolean: (key: string) => read(key, { what: 'true or false', is: given => typeof given === 'boolean' }),
    object: (key: string) => read(key, { what: 'an object', is: isObject }),
    oneOf: <const T extends string>(key: string, words: readonly T[]) =>
      read(key, {
        what: `one of ${words.join(', ')}`,
        is: (given): given is T => words.some(word => word === given),
      }),
    any: (key: string): { readonly value: unknown } | undefined =>
      Object.hasOwn(value, key) ? { value: value[key] } : undefined,
  }
}

const isObject = (given: unknown): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
