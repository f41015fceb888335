import type { HookHandler, HookSet, HookSource } from '../../protocol/hook.ts'
import { hookText } from '../../protocol/messages/engine/hooks.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { faultKey, faultOf, matcherKey } from './handler-fault.ts'
import { matchName } from './match.ts'

/** A handler with who brought it. */
export interface Chosen {
  readonly handler: HookHandler
  readonly source: HookSource
  readonly matcher: string
  readonly variables: Readonly<Record<string, string>>
}

interface Selection {
  /** In the order of the sources; of identical handlers the last, with the longest of their timeouts. */
  readonly handlers: readonly Chosen[]
  /** What keeps configured hooks from running, by a key that stays the same from call to call. */
  readonly faults: ReadonlyMap<string, LocalizedText>
}

const NOTHING: Selection = { handlers: [], faults: new Map() }

export interface HookTarget {
  readonly event: string
  readonly name: string
  readonly wordsOnly?: boolean
  /** How long a handler of this event may take that does not say so itself. */
  readonly timeoutS?: number
  /** There is nothing a matcher could be compared with. */
  readonly unmatched?: boolean
}

/** Evaluates a handler's `if`; undefined when that cannot be told. */
export type Applies = (rule: string) => boolean | undefined | Promise<boolean | undefined>

/** Which handlers an event runs. */
export const selectHandlers = async (
  sets: readonly HookSet[],
  target: HookTarget,
  applies: Applies,
): Promise<Selection> => {
  const { event } = target
  const groups = sets.flatMap(set =>
    Object.hasOwn(set.hooks, event) ? (set.hooks[event] ?? []).map(group => ({ set, ...group })) : [],
  )
  if (groups.length === 0) return NOTHING
  const faults = new Map<string, LocalizedText>()
  const handlers = new Map<string, Chosen>()
  let functions = 0
  for (const { set, matcher, hooks } of groups) {
    const match = target.unmatched ? { kind: 'yes' as const } : matchName(matcher, target.name, target)
    if (match.kind === 'invalid')
      faults.set(
        matcherKey(event, matcher),
        hookText('bad_matcher', { event, matcher: JSON.stringify(matcher), reason: match.why }),
      )
    if (match.kind !== 'yes') continue
    for (const handler of hooks) {
      const fault = faultOf(handler, event)
      if (fault !== undefined)
        faults.set(faultKey(event, fault), hookText('fault', { event, problem: fault }))
      // A condition that cannot be evaluated does not keep a guard from running.
      else if (handler.if === undefined || (await applies(handler.if)) !== false) {
        const variables = set.variables ?? {}
        // Two functions are the same only if they are one, and nobody registers one twice.
        const key = handler.run ? `function:${++functions}` : identityOf(handler, variables)
        const patient = morePatient(handlers.get(key)?.handler, handler, target)
        handlers.delete(key)
        handlers.set(key, { handler: patient, source: set.source, matcher: matcher || '*', variables })
      }
    }
  }
  return { handlers: [...handlers.values()], faults }
}

const DEFAULT_TIMEOUT_S: Readonly<Record<string, number>> = { prompt: 30, agent: 60 }
const USUAL_TIMEOUT_S = 600

export const timeoutSeconds = (
  { timeout, type }: HookHandler,
  { timeoutS }: Pick<HookTarget, 'timeoutS'>,
): number => timeout ?? timeoutS ?? DEFAULT_TIMEOUT_S[type] ?? USUAL_TIMEOUT_S

/** The later of two copies, with the longer timeout: a copy that gives up at once must not stand in for a guard. */
const morePatient = (
  earlier: HookHandler | undefined,
  later: HookHandler,
  target: HookTarget,
): HookHandler => {
  if (!earlier || timeoutSeconds(earlier, target) <= timeoutSeconds(later, target)) return later
  const { timeout: _, ...rest } = later
  return earlier.timeout === undefined ? rest : { ...rest, timeout: earlier.timeout }
}

/**
 * Timeouts and messages do not make two handlers different; the place of a plugin does, and so does whether it is
 * waited for, runs once, fails closed or proves who it is: a later copy must not take the teeth out of a guard.
 */
export const identityOf = (
  handler: HookHandler,
  variables: Readonly<Record<string, string>> = {},
): string => {
  const {
    type,
    command,
    args,
    shell,
    if: rule,
    url,
    server,
    tool,
    input,
    prompt,
    model,
    callbackId,
    async,
    asyncRewake,
    once,
    failClosed,
    continueOnBlock,
    headers,
    allowedEnvVars,
  } = handler
  const waits = [async, asyncRewake, once, failClosed, continueOnBlock].map(value => value === true)
  return JSON.stringify(
    [
      ...[type, command, args, shell, rule, url, server, tool, input, prompt, model, callbackId],
      ...[headers, allowedEnvVars, variables, waits],
    ].map(value => value ?? null),
  )
}
