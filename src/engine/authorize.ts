import { isDeepStrictEqual } from 'node:util'
import type { Access } from '../protocol/access.ts'
import type { HookVerdict } from '../protocol/hook.ts'
import type { Decision, PermissionAnswer, PermissionRequest, Policy } from '../protocol/permission.ts'
import type { Tool } from '../protocol/tool.ts'

/** What granting a call depends on. */
export interface AuthorizeDeps {
  /** Read anew for every call: a grant given during the turn counts at once. */
  policy(): Policy
  judge(call: JudgedCall, policy: Policy): Promise<Decision> | Decision
  preToolUse(
    call: { readonly name: string; readonly input: unknown; readonly id: string },
    signal: AbortSignal,
  ): Promise<HookVerdict>
  /** Undefined: nobody can be asked. */
  readonly ask?: (request: PermissionRequest, signal: AbortSignal) => Promise<PermissionAnswer | undefined>
  /** Takes up what an answer granted beyond this call. */
  grant(updates: NonNullable<Extract<PermissionAnswer, { behavior: 'allow' }>['updatedPermissions']>): void
  newId(): string
}

export interface JudgedCall {
  readonly toolName: string
  readonly input: unknown
  readonly accesses: readonly Access[]
}

export type Authorization =
  | {
      readonly granted: true
      readonly input: unknown
      readonly decision: Decision
      readonly context: readonly string[]
      readonly messages: readonly string[]
    }
  | {
      readonly granted: false
      readonly message: string
      readonly decision: Decision
      /** The turn ends: a hook said so. */
      readonly stop?: string
      /** The turn ends: the person said so. */
      readonly interrupt?: boolean
      readonly messages: readonly string[]
    }

export interface Requested {
  readonly tool: Tool
  readonly id: string
  /** Already parsed by the tool's own schema. */
  readonly input: unknown
  readonly cwd: string
  /** What the call would touch with this input, if somebody has asked the tool already. */
  readonly accesses?: readonly Access[]
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
  const rewritten = parseAgain(tool, requested.input, hook.updatedInput)
  const refuse = (message: string, decision: Decision, stop?: string): Authorization => ({
    granted: false,
    message,
    decision,
    messages: hook.messages,
    ...(stop === undefined ? {} : { stop }),
  })
  if (!rewritten.ok)
    return refuse(
      `A hook changed the input to something invalid: ${rewritten.error}`,
      hookDecision('deny', rewritten.error),
    )
  const { input } = rewritten
  const decision = await judgeNow(deps, requested, input)
  if (hook.stop !== undefined) return refuse(hook.stop, hookDecision('deny', hook.stop), hook.stop)
  const combined = combine(decision, hook)
  const grant = {
    granted: true,
    input,
    decision: combined,
    context: hook.context,
    messages: hook.messages,
  } as const
  if (combined.verdict === 'allow') return grant
  if (combined.verdict === 'deny') return refuse(sentence(combined.because.text), combined)
  if (!deps.ask) return refuse(`${sentence(combined.because.text)} Nobody can be asked here.`, combined)

  const request = {
    id: deps.newId(),
    toolName: tool.name,
    toolUseId: id,
    input: observe(tool, input, requested.cwd),
    decision: combined,
  }
  const answer = await deps.ask(request, signal)
  if (!answer) return refuse('The question was withdrawn before it was answered.', combined)
  if (answer.behavior === 'deny')
    return { ...refuse(answer.message, combined), ...(answer.interrupt ? { interrupt: true } : {}) }
  const shown = { input: request.input, judged: decision }
  return await takeAnswer({ deps, requested, refuse, shown }, answer, grant)
}

type Refuse = (message: string, decision: Decision, stop?: string) => Authorization

interface Answering {
  readonly deps: AuthorizeDeps
  readonly requested: Requested
  readonly refuse: Refuse
  /** What the person was shown, and what the rules had said of it. */
  readonly shown: { readonly input: unknown; readonly judged: Decision }
}

/** The person may have changed the input, and the world may have changed while they read. */
const takeAnswer = async (
  { deps, requested, refuse, shown }: Answering,
  answer: Extract<PermissionAnswer, { behavior: 'allow' }>,
  grant: Extract<Authorization, { granted: true }>,
): Promise<Authorization> => {
  const parsed = parseAgain(requested.tool, grant.input, answer.updatedInput)
  if (!parsed.ok) return refuse(`The changed input is invalid: ${parsed.error}`, grant.decision)
  if (answer.updatedPermissions) deps.grant(answer.updatedPermissions)
  const again = await judgeNow(deps, requested, parsed.input)
  if (again.verdict === 'deny') return refuse(sentence(again.because.text), again)
  // The yes was for what was shown; what the person changed themselves they have seen.
  const own = answer.updatedInput !== undefined && !isDeepStrictEqual(answer.updatedInput, shown.input)
  if (!own && again.verdict === 'ask' && again.because.text !== shown.judged.because.text)
    return refuse(
      `What this call would do changed while it was being decided: ${sentence(again.because.text)}`,
      again,
    )
  return { ...grant, input: parsed.input, decision: { ...again, verdict: 'allow' } }
}

const judgeNow = (deps: AuthorizeDeps, requested: Requested, input: unknown): Promise<Decision> | Decision =>
  deps.judge({ toolName: requested.tool.name, input, accesses: accessesOf(requested, input) }, deps.policy())

/** Asked of the tool once, unless the input or the directory has changed since. */
export const accessesOf = ({ tool, input, cwd, accesses }: Requested, now: unknown): readonly Access[] =>
  (now === input ? accesses : undefined) ?? tool.access(now, cwd)

/** deny > ask > allow, whoever says it; a hook's allow lifts only the question that no rule asked for. */
const combine = (decision: Decision, hook: HookVerdict): Decision => {
  const reason = hook.reason ?? 'A hook decided.'
  if (decision.verdict === 'deny') return decision
  if (hook.permission === 'deny') return hookDecision('deny', reason)
  if (hook.permission === 'defer')
    return hookDecision('deny', `${reason} Deferring a call is not supported here.`)
  if (hook.permission === 'ask') return { ...hookDecision('ask', reason), offer: decision.offer }
  const liftable =
    decision.verdict === 'ask' && decision.because.type !== 'rule' && decision.because.type !== 'safetyCheck'
  if (hook.permission === 'allow' && liftable)
    return { ...hookDecision('allow', reason), readOnly: decision.readOnly }
  return decision
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

const hookDecision = (verdict: Decision['verdict'], text: string): Decision => ({
  verdict,
  because: { type: 'hook', text },
  offer: [],
  readOnly: false,
})

export const observe = (tool: Tool, input: unknown, cwd: string): unknown =>
  tool.observe?.(input, cwd) ?? input

type Parsed = { readonly ok: true; readonly input: unknown } | { readonly ok: false; readonly error: string }

const parseAgain = (tool: Tool, input: unknown, updated: unknown): Parsed => {
  if (updated === undefined) return { ok: true, input }
  const parsed = tool.input.safeParse(updated)
  return parsed.success
    ? { ok: true, input: parsed.data }
    : { ok: false, error: parsed.error.issues[0]?.message ?? 'unknown' }
}
