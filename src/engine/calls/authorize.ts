import { isDeepStrictEqual } from 'node:util'
import type { Access } from '../../protocol/access.ts'
import type { HookVerdict } from '../../protocol/hook.ts'
import { asLocalized, sentences, verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import { sentence } from '../../protocol/messages/permissions/allow-list.ts'
import { callText } from '../../protocol/messages/permissions/calls.ts'
import {
  because,
  type Decision,
  type PermissionAnswer,
  type PermissionRequest,
  type Policy,
  type RequestDetails,
  type ResolvedPaths,
} from '../../protocol/permission.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { Authorization, Refusal, Trial } from './authorization.ts'
import type { CheckCall } from './check-call.ts'
import { combine, hookAnswer, hookDecision, hookRemarks, isLiftable } from './hook-verdict.ts'
import { declinedText, keepNote } from './note.ts'
import { observe, parseAgain } from './parse-again.ts'

/** What granting a call depends on. */
export interface AuthorizeDeps {
  /** Read anew for every call: a grant given during the turn counts at once. */
  policy(): Policy
  judge(call: JudgedCall, policy: Policy): Promise<Decision> | Decision
  /** Where the paths of a call led when `judge` decided. */
  placesOf?(decision: Decision): ResolvedPaths | undefined
  preToolUse(
    call: { readonly name: string; readonly input: unknown; readonly id: string },
    signal: AbortSignal,
  ): Promise<HookVerdict>
  /** Undefined: nobody can be asked. */
  readonly ask?: (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionAnswer | undefined>
  /** Decides in the person's place what would be asked; undefined: the person is asked. */
  readonly review?: (asked: AskedCall, signal: AbortSignal) => Promise<Decision | undefined>
  /** Hooks that may answer before anybody is asked. */
  readonly permissionRequest?: (
    call: {
      readonly name: string
      readonly input: unknown
      readonly id: string
      readonly suggestions: Decision['offer']
    },
    signal: AbortSignal,
  ) => Promise<HookVerdict>
  /** Hooks that hear of what a reviewer refused. */
  readonly permissionDenied?: (
    call: { readonly name: string; readonly input: unknown; readonly id: string; readonly reason: string },
    signal: AbortSignal,
  ) => Promise<HookVerdict>
  /** What a front end shows with a question; made only when one is asked. */
  readonly details?: (asked: AskedCall) => Promise<RequestDetails>
  /** Runs what the person is about to be asked about in a copy, where nothing counts; undefined: it is only asked. */
  readonly tryFirst?: (asked: AskedCall, signal: AbortSignal) => Promise<Trial | undefined>
  /** Takes up what an answer granted beyond this call. */
  grant(updates: NonNullable<Extract<PermissionAnswer, { behavior: 'allow' }>['updatedPermissions']>): void
  newId(): string
  /** The turn can end for a call to be decided later: nobody looks on. */
  readonly mayDefer?: boolean
}

export interface JudgedCall {
  readonly toolName: string
  readonly input: unknown
  readonly accesses: readonly Access[]
}

/** A call that a person is about to be asked about. */
export interface AskedCall extends Requested {
  readonly decision: Decision
  /** Where its paths led when that was decided. */
  readonly places: ResolvedPaths
}

export interface Requested {
  readonly tool: Tool
  readonly id: string
  /** Already parsed by the tool's own schema. */
  readonly input: unknown
  readonly cwd: string
  /** What the call would touch with this input, if somebody has asked the tool already. */
  readonly accesses?: readonly Access[]
  readonly check?: CheckCall
}

/**
 * The only place that grants. Hooks speak first and may change the input; rules are checked on what they left and beat
 * a hook's allow; then the person is asked; what they changed is checked again before anything runs.
 */
export const authorize = async (
  deps: AuthorizeDeps,
  requested: Requested,
  signal: AbortSignal,
): Promise<Authorization> => {
  const { tool, id } = requested
  const observed = observe(tool, requested.input, requested.cwd)
  const hook = await deps.preToolUse({ name: tool.name, input: observed, id }, signal)
  const rewritten = parseAgain(requested, requested.input, hook.updatedInput)
  const refuse: Refuse = (message, decision, stop) => ({
    granted: false,
    message,
    decision,
    messages: hook.messages,
    ...(stop === undefined ? {} : { stop }),
  })
  if (!rewritten.ok)
    return refuse(
      callText('hook_input', { error: rewritten.error }),
      hookDecision('deny', verbatim(rewritten.error)),
    )
  const { input } = rewritten
  const decision = await judgeNow(deps, requested, input)
  const places = placesOf(deps, decision)
  if (hook.stop !== undefined)
    return refuse(asLocalized(hook.stop), hookDecision('deny', asLocalized(hook.stop)), hook.stop)
  if (hook.permission === 'defer' && deps.mayDefer && decision.verdict !== 'deny')
    return {
      ...refuse(
        callText('deferred'),
        hookDecision('deny', hook.reason === undefined ? callText('deferred') : asLocalized(hook.reason)),
      ),
      deferred: true,
    }
  const judged = combine(decision, hook)
  const grant = {
    granted: true,
    input,
    decision: judged,
    places,
    context: hookRemarks(tool.name, { context: hook.context }),
    messages: hook.messages,
  } as const
  if (judged.verdict === 'allow') return grant
  if (judged.verdict === 'deny')
    return { ...refuse(sentence(judged.because.localized), judged), ...silenced(deps) }
  const fault = await faultOf(deps, requested, input)
  if (fault !== undefined) return { granted: false, fault, messages: hook.messages }
  return await askAround({ deps, requested, refuse, grant }, decision, signal)
}

/** Of a call that asks: hooks may answer, then the reviewer, then the person. */
const askAround = async (
  reviewing: Reviewing,
  judged: Decision,
  signal: AbortSignal,
): Promise<Authorization> => {
  const { deps, requested, refuse, grant } = reviewing
  const { tool, id, cwd } = requested
  const { input, places } = grant
  const asked: AskedCall = { ...requested, input, decision: grant.decision, places }
  const observed = observe(tool, input, cwd)
  const call = { name: tool.name, input: observed, id, suggestions: grant.decision.offer }
  const hook = await deps.permissionRequest?.(call, signal)
  const messages = [...grant.messages, ...(hook?.messages ?? [])]
  const heard = { ...grant, messages }
  const answer = hook && hookAnswer(hook, grant.decision)
  if (answer?.behavior === 'deny')
    return {
      ...refuse(answer.message, hookDecision('deny', answer.message), hook?.stop),
      messages,
      ...(answer.interrupt ? { interrupt: true } : {}),
    }
  const taken = answer && (await takeHookAnswer({ ...reviewing, grant: heard }, answer))
  if (taken) return taken
  const reviewed = await deps.review?.(asked, signal)
  const decided = { ...reviewing, grant: { ...heard, decision: reviewed ?? grant.decision } }
  if (reviewed?.verdict === 'allow') return await takeReview(decided, judged)
  if (reviewed?.verdict === 'deny') return await refuseReviewed(decided, signal)
  return await askPerson(decided, judged, signal)
}

/** A hook's yes, for what it left of the input; undefined when only a person may say yes to that. */
const takeHookAnswer = async (
  { deps, requested, refuse, grant }: Reviewing,
  { updatedInput, updatedPermissions }: Extract<PermissionAnswer, { behavior: 'allow' }>,
): Promise<Authorization | undefined> => {
  const parsed = parseAgain(requested, grant.input, updatedInput)
  if (!parsed.ok) return refuse(callText('hook_input', { error: parsed.error }), grant.decision)
  const again = await judgeNow(deps, requested, parsed.input)
  if (again.verdict === 'deny') return refuse(sentence(again.because.localized), again)
  if (again.verdict === 'ask' && !isLiftable(again)) return undefined
  if (updatedPermissions) deps.grant(updatedPermissions)
  const decision = {
    ...again,
    verdict: 'allow',
    because: because('hook', callText('hook_allowed')),
  } as const
  return { ...grant, input: parsed.input, places: placesOf(deps, again), decision }
}

const askPerson = async (
  { deps, requested, refuse, grant }: Reviewing,
  judged: Decision,
  signal: AbortSignal,
): Promise<Authorization> => {
  const { tool, id, cwd } = requested
  const { input, decision, places } = grant
  if (!deps.ask) return { ...refuse(sentence(decision.because.localized), decision), unasked: true }
  const asked = { ...requested, input, decision, places }
  const trial = await deps.tryFirst?.(asked, signal)
  const own = await deps.details?.(asked)
  const details = own && trial ? { ...own, ...trial.shown } : own
  const request = {
    id: deps.newId(),
    toolName: tool.name,
    toolUseId: id,
    input: observe(tool, input, cwd),
    decision,
    ...(accessesOf(requested, input).some(changesSettings) ? { needs: 'settings' as const } : {}),
    ...(details ? { details } : {}),
  }
  const shown = { input: request.input, judged, ...(details ? { details } : {}) }
  let kept = false
  try {
    const answer = await deps.ask(request, signal)
    if (!answer) return refuse(callText('withdrawn'), decision)
    if (answer.behavior === 'deny')
      return takeNo(answer, refuse(answer.localized ?? verbatim(answer.message), decision))
    const taken = keepNote(await takeAnswer({ deps, requested, refuse, shown }, answer, grant), answer.note)
    if (!taken.granted || !trial || !keeps(answer, taken, trial)) return taken
    kept = true
    return { ...taken, trial }
  } finally {
    if (!kept) await trial?.[Symbol.asyncDispose]()
  }
}

/** A yes to what was shown; to another input, or for real, it is one to run it. */
const keeps = (
  { forReal }: Extract<PermissionAnswer, { behavior: 'allow' }>,
  { byPerson }: Extract<Authorization, { granted: true }>,
  { shown }: Trial,
): boolean => shown.tried.canKeep && !forReal && byPerson !== 'changed'

/** What is wrong with the call is told where the model may look for itself: a question must not become a way to look. */
const faultOf = async (
  deps: AuthorizeDeps,
  requested: Requested,
  input: unknown,
): Promise<string | undefined> => {
  if (!requested.tool.check || !(deps.ask || deps.review)) return undefined
  const reads = accessesOf(requested, input).map(access =>
    access.kind === 'write' ? { kind: 'read' as const, path: access.path } : access,
  )
  const look = await deps.judge({ toolName: requested.tool.name, input, accesses: reads }, deps.policy())
  return look.verdict === 'allow' ? await requested.check?.(input, placesOf(deps, look)) : undefined
}

const NO_PLACES: ResolvedPaths = new Map()

const placesOf = (deps: AuthorizeDeps, decision: Decision): ResolvedPaths =>
  deps.placesOf?.(decision) ?? NO_PLACES

/** A mode that never asks turns every question into a no. */
const silenced = (deps: AuthorizeDeps): Pick<Refusal, 'unasked'> =>
  deps.policy().mode === 'dontAsk' ? { unasked: true } : {}

const takeNo = (answer: Extract<PermissionAnswer, { behavior: 'deny' }>, refusal: Refusal): Refusal => {
  if (answer.failed) return { ...refusal, unasked: true }
  return {
    ...refusal,
    message: declinedText(answer.message),
    declined: answer.message.trim() === '' ? 'silent' : 'words',
    ...(answer.interrupt ? { interrupt: true } : {}),
  }
}

interface Reviewing extends Pick<Answering, 'deps' | 'requested' | 'refuse'> {
  /** With the input and the decision that were reviewed. */
  readonly grant: Extract<Authorization, { granted: true }>
}

/** The reviewer took its time: what it allowed must still be what would be asked about. */
const takeReview = async (
  { deps, requested, refuse, grant }: Reviewing,
  judged: Decision,
): Promise<Authorization> => {
  const again = await judgeNow(deps, requested, grant.input)
  if (!isDeepStrictEqual(placesOf(deps, again), grant.places)) return refuse(callText('led_elsewhere'), again)
  const change = again.verdict === 'deny' ? again.because.localized : changeBetween(judged, again)
  return change === undefined ? grant : refuse(changed(change), again)
}

const refuseReviewed = async (
  { deps, requested, refuse, grant: { input, decision } }: Reviewing,
  signal: AbortSignal,
): Promise<Authorization> => {
  const { tool, id, cwd } = requested
  const reason = sentence(decision.because.localized)
  const call = { name: tool.name, input: observe(tool, input, cwd), id, reason: reason.text }
  const hook = await deps.permissionDenied?.(call, signal)
  const retry = hook?.retry ? [callText('hook_retry')] : []
  const refusal = refuse(sentences([reason, ...(hook?.context ?? []), ...retry]), decision, hook?.stop)
  return { ...refusal, messages: [...refusal.messages, ...(hook?.messages ?? [])] }
}

type Refuse = (message: LocalizedText, decision: Decision, stop?: Text) => Refusal

interface Answering {
  readonly deps: AuthorizeDeps
  readonly requested: Requested
  readonly refuse: Refuse
  /** What the person was shown, and what the rules had said of it. */
  readonly shown: {
    readonly input: unknown
    readonly judged: Decision
    readonly details?: RequestDetails
  }
}

/** The person may have changed the input, and the world may have changed while they read. */
const takeAnswer = async (
  { deps, requested, refuse, shown }: Answering,
  answer: Extract<PermissionAnswer, { behavior: 'allow' }>,
  grant: Extract<Authorization, { granted: true }>,
): Promise<Authorization> => {
  const parsed = parseAgain(requested, grant.input, answer.updatedInput)
  if (!parsed.ok) return refuse(callText('answer_input', { error: parsed.error }), grant.decision)
  const own = answer.updatedInput !== undefined && !isDeepStrictEqual(answer.updatedInput, shown.input)
  if (own && answer.limited && !(await mayChange(deps, requested, parsed.input)))
    return refuse(callText('changed_by_client'), grant.decision)
  if (answer.updatedPermissions) deps.grant(answer.updatedPermissions)
  const again = await judgeNow(deps, requested, parsed.input)
  if (again.verdict === 'deny') return refuse(sentence(again.because.localized), again)
  // The yes was for what was shown; what the person changed themselves they have seen.
  const change = own ? undefined : changeBetween(shown.judged, again)
  if (change !== undefined) return refuse(changed(change), again)
  const places = placesOf(deps, again)
  if (!own && !isDeepStrictEqual(places, grant.places)) return refuse(callText('led_elsewhere'), again)
  if (
    !own &&
    shown.details?.diff &&
    !shown.details.tried &&
    !(await isStill(shown.details.diff, deps, { ...requested, input: parsed.input, decision: again, places }))
  )
    return refuse(callText('file_changed'), again)
  return {
    ...grant,
    input: parsed.input,
    places,
    decision: { ...again, verdict: 'allow' },
    byPerson: own ? 'changed' : answer.channel === undefined ? 'approved' : { channel: answer.channel },
    ...(answer.inTerminal && shown.details?.terminal ? { inTerminal: true } : {}),
    ...(answer.told === undefined ? {} : { context: [...grant.context, answer.told] }),
  }
}

/** A changed input is another call: it answers a question, or the rules allow it without anybody's yes. */
const mayChange = async (deps: AuthorizeDeps, requested: Requested, input: unknown): Promise<boolean> => {
  const [before, now] = [accessesOf(requested, requested.input), accessesOf(requested, input)]
  if ([...before, ...now].every(access => access.kind === 'person' && !changesSettings(access))) return true
  return (await judgeNow(deps, requested, input)).verdict === 'allow'
}

const changesSettings = (access: Access): boolean => access.kind === 'person' && access.changes === 'settings'

const changed = (what: LocalizedText): LocalizedText => callText('changed', { what: sentence(what) })

/** What is asked now and was not asked about before: another reason, or a link that leads elsewhere. */
const changeBetween = (before: Decision, now: Decision): LocalizedText | undefined => {
  if (now.verdict !== 'ask') return undefined
  if (now.because.text !== before.because.text) return now.because.localized
  const known = new Set(before.leads)
  const fresh = now.leads?.find(lead => !known.has(lead))
  if (fresh !== undefined) return verbatim(fresh)
  return known.size === (now.leads?.length ?? 0) ? undefined : callText('link_gone')
}

/** The yes was for the change that was shown. */
const isStill = async (
  shown: RequestDetails['diff'],
  deps: AuthorizeDeps,
  asked: AskedCall,
): Promise<boolean> => isDeepStrictEqual((await deps.details?.(asked))?.diff, shown)

const judgeNow = (deps: AuthorizeDeps, requested: Requested, input: unknown): Promise<Decision> | Decision =>
  deps.judge({ toolName: requested.tool.name, input, accesses: accessesOf(requested, input) }, deps.policy())

/** Asked of the tool once, unless the input or the directory has changed since. */
export const accessesOf = ({ tool, input, cwd, accesses }: Requested, now: unknown): readonly Access[] =>
  (now === input ? accesses : undefined) ?? tool.access(now, cwd)
