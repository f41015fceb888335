import { resolve } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import type { Access } from '../../protocol/access.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { modeName, permissionText, sourceName } from '../../protocol/messages/permissions/permissions.ts'
import { type Behavior, because, type Decision, type Policy } from '../../protocol/permission.ts'
import { isAgentName, RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { findPlannedUse, findTerminal, matchesApplication } from './applications.ts'
import { findOutOfBounds } from './confinement.ts'
import type { Facts } from './facts.ts'
import { brief, byRule, type Finding } from './finding.ts'
import { findGuard } from './guard-shell.ts'
import { approveFile, findFileGuard, findFileRestriction, isOwnWrite } from './judge-file.ts'
import { approve, findEdit, findRestriction, type ShellCase, whyNotReadOnly } from './judge-shell.ts'
import { MODES } from './modes.ts'
import type { PathFacts } from './paths/path-facts.ts'
import {
  approveRemote,
  findPlannedRemote,
  findRemoteGuard,
  matchesRemote,
  restrictedAs,
} from './remote-calls.ts'
import type { CompiledPolicy } from './rules/compiled-policy.ts'
import { matchesSite, refuseSite } from './rules/match-domain.ts'
import { compileCommandRules, findAllowing } from './rules/match-shell.ts'
import {
  coversWholeTool,
  matchesAgent,
  matchesParameter,
  matchesRecipient,
  matchesSkill,
} from './rules/match-tool.ts'
import { offerFor, whyNoRule } from './rules/offer.ts'
import type { ParsedRule } from './rules/rules.ts'
import { approveSandboxed, findLeaving, memoryWritesOf } from './sandbox-verdict.ts'
import type { Part } from './shell/reading.ts'

export interface Call {
  readonly toolName: string
  readonly input?: unknown
  readonly accesses: readonly Access[]
}

interface Case {
  readonly call: Call
  readonly facts: Facts
  readonly compiled: CompiledPolicy
}

/** Pure and total; an error inside asks. Deny beats ask beats allow, and the narrower rule is no exception. */
export const decide = (call: Call, facts: Facts, compiled: CompiledPolicy): Decision => {
  const one: Case = { call, facts, compiled }
  try {
    const restricted = findMalformed(one) ?? restrict(one)
    if (restricted) return conclude(one, restricted)
    return conclude(one, approveAll(one))
  } catch (error) {
    const why = permissionText('check_failed', { error: errorText(error) })
    return conclude(one, { verdict: 'ask', because: { type: 'safetyCheck', why } }, { readOnly: false })
  }
}

interface Outcome {
  readonly verdict: Behavior
  readonly because: Finding
  /** What a rule could cover next time. */
  readonly offer?: Decision['offer']
  readonly noRule?: LocalizedText
  readonly hardened?: Decision['hardened']
  readonly undecided?: Decision['undecided']
}

const conclude = (one: Case, outcome: Outcome, known?: { readonly readOnly: boolean }): Decision => {
  const { mode } = one.compiled.policy
  const silent = outcome.verdict === 'ask' && MODES[mode].neverAsks
  const { blockedPath, type, why, rule } = outcome.because
  return {
    verdict: silent ? 'deny' : outcome.verdict,
    because: because(
      type,
      silent ? permissionText('never_asks', { reason: why, mode: modeName(mode) }) : why,
      rule,
    ),
    offer: outcome.verdict === 'ask' && !silent ? (outcome.offer ?? []) : [],
    readOnly: known?.readOnly ?? isReadOnly(one),
    ...(outcome.verdict === 'ask' && outcome.noRule !== undefined ? { noRule: outcome.noRule } : {}),
    ...(outcome.verdict === 'ask' ? leadsOf(one.facts) : {}),
    ...(outcome.hardened?.length ? { hardened: outcome.hardened } : {}),
    ...(outcome.verdict === 'deny' || known ? {} : memoryWritesIn(one)),
    ...(outcome.verdict === 'ask' && outcome.undecided ? { undecided: outcome.undecided } : {}),
    ...(blockedPath === undefined ? {} : { blockedPath }),
  }
}

/** Of a call that is one command line; an error before the line was read is none. */
const memoryWritesIn = (one: Case): Pick<Decision, 'memoryWrites' | 'hardened'> => {
  const [access, ...more] = one.call.accesses
  if (access?.kind !== 'shell' || more.length > 0 || !one.facts.readings.has(0)) return {}
  return memoryWritesOf(shellCase(one, 0))
}

/** Where links lead now; whoever answers has this in mind, and it may be something else by then. */
const leadsOf = ({ paths, matches }: Facts): Pick<Decision, 'leads'> => {
  const leads = new Set<string>()
  const add = (given: string, path: PathFacts): void => {
    if (path.ok && path.real !== resolve(given)) leads.add(`${given} leads to ${path.real}`)
  }
  for (const [given, path] of paths) add(given, path)
  for (const found of matches.values())
    for (const path of found ?? []) if (path.ok) add(path.names[0] ?? path.real, path)
  return leads.size === 0 ? {} : { leads: [...leads].sort() }
}

const findMalformed = ({ call }: Case): Outcome | undefined => {
  for (const access of call.accesses) {
    const text = 'path' in access ? access.path : access.kind === 'shell' ? access.command : ''
    if (typeof text !== 'string' || text.includes('\0'))
      return {
        verdict: 'deny',
        because: { type: 'other', why: permissionText('malformed') },
      }
  }
  return undefined
}

const restrict = (one: Case): Outcome | undefined => {
  const denied = findRules(one, 'deny') ?? findProhibition(one)
  if (denied) return { verdict: 'deny', because: denied }
  // A refusal comes before every question: a yes to one must not be a yes to leaving.
  const leaving = leaveSandbox(one)
  if (leaving?.verdict === 'deny') return leaving
  const asked = findRules(one, 'ask')
  if (asked) return { verdict: 'ask', because: asked }
  const planned = one.compiled.policy.mode === 'plan' ? findPlannedEdit(one) : undefined
  if (planned) return { verdict: 'deny', because: planned }
  const guarded = findGuarded(one)
  if (guarded) return { verdict: 'ask', because: guarded, offer: modesOffered(one.call) }
  return leaving
}

/** Modes that go with a yes to a question that is the person's to answer. */
const modesOffered = ({ accesses }: Call): Decision['offer'] =>
  accesses.flatMap(access =>
    access.kind === 'person'
      ? (access.question?.modes ?? []).map(
          mode => ({ type: 'setMode', mode, destination: 'session' }) as const,
        )
      : [],
  )

const leaveSandbox = (one: Case): Outcome | undefined => {
  for (const [at, access] of one.call.accesses.entries()) {
    const found =
      access.kind === 'shell' && access.unsandboxed === true ? findLeaving(shellCase(one, at)) : undefined
    if (found) return found
  }
  return undefined
}

const shellCase = (one: Case, at: number): ShellCase => {
  const reading = one.facts.readings.get(at)
  if (!reading) throw new Error('the command was not read')
  const blanket = one.compiled.rules.allow.find(rule => coversWholeTool(rule, one.call))
  return { reading, facts: one.facts, compiled: one.compiled, blanket }
}

const findRules = (one: Case, behavior: 'deny' | 'ask'): Finding | undefined => {
  const rules = one.compiled.rules[behavior]
  const whole = rules.find(rule => coversWholeTool(rule, one.call) || matchesParameter(rule, one.call))
  if (whole) return byRule(whole, one.call.toolName)
  for (const [at, given] of one.call.accesses.entries()) {
    const access = restrictedAs(given)
    const found =
      'path' in access
        ? findFileRestriction({ access, facts: one.facts, compiled: one.compiled }, behavior)
        : access.kind === 'shell'
          ? findRestriction(shellCase(one, at), behavior)
          : undefined
    const hit = found ?? findNamed(given, rules)
    if (hit) return hit
  }
  return undefined
}

/** Rules for what is known by a name: hosts, skills, agents. Servers are known by the tool's name. */
const findNamed = (access: Access, rules: readonly ParsedRule[]): Finding | undefined => {
  const hit = rules.find(rule => {
    if (access.kind === 'remote') return matchesRemote(rule, access)
    if (rule.spec === undefined) return false
    if (access.kind === 'network' || access.kind === 'browser') return matchesSite(rule, access)
    if (access.kind === 'application') return matchesApplication(rule, access.name)
    if (access.kind === 'skill') return rule.tool === RULE_NAMES.skill && matchesSkill(rule, access)
    if (access.kind === 'message')
      return rule.tool === RULE_NAMES.message && matchesRecipient(rule, access.session)
    return access.kind === 'agent' && isAgentName(rule.tool) && matchesAgent(rule, access.name)
  })
  return hit && byRule(hit, access.kind)
}

const findProhibition = ({ call, facts, compiled }: Case): Finding | undefined => {
  const keptOut = findOutOfBounds({ accesses: call.accesses, facts, compiled })
  if (keptOut) return keptOut
  for (const access of call.accesses) {
    const why = refuseSite(access, compiled.rules.allow)
    if (why !== undefined) return { type: 'safetyCheck', why: permissionText('address_blocked', { why }) }
  }
  return undefined
}

const findPlannedEdit = (one: Case): Finding | undefined => {
  for (const [at, access] of one.call.accesses.entries()) {
    if (access.kind === 'write' && !isOwnWrite({ access, facts: one.facts, compiled: one.compiled }))
      return { type: 'mode', why: plannedEdit(one.compiled.policy) }
    const found =
      restrictedAs(access).kind === 'shell'
        ? findEdit(shellCase(one, at))
        : (findPlannedUse(access) ?? findPlannedRemote(access))
    if (found) return found
  }
  return undefined
}

const plannedEdit = ({ planFile: file }: Policy): LocalizedText =>
  file === undefined ? permissionText('plan_mode_edit') : permissionText('plan_mode_edit_into_plan', { file })

const findGuarded = (one: Case): Finding | undefined => {
  for (const [at, access] of one.call.accesses.entries()) {
    const found =
      'path' in access
        ? findFileGuard({ access, facts: one.facts, compiled: one.compiled })
        : restrictedAs(access).kind === 'shell'
          ? findGuard(shellCase(one, at))
          : access.kind === 'remote'
            ? findRemoteGuard(access)
            : access.kind === 'person'
              ? {
                  type: 'other' as const,
                  why: access.question?.why ?? permissionText('needs_answer', { tool: one.call.toolName }),
                }
              : findTerminal(access)
    if (found) return found
  }
  return undefined
}

const approveAll = (one: Case): Outcome => {
  const { call, compiled } = one
  const whole = compiled.rules.allow.find(rule => coversWholeTool(rule, call))
  const bypass = MODES[compiled.policy.mode].other === 'allow'
  if (call.accesses.length === 0) {
    if (!call.toolName.startsWith('mcp__') || whole || bypass)
      return {
        verdict: 'allow',
        because: whole
          ? byRule(whole, call.toolName)
          : { type: 'other', why: permissionText('touches_nothing') },
      }
    return { verdict: 'ask', because: { type: 'other', why: permissionText('effects_unknown') } }
  }
  let because: Finding = { type: 'other', why: permissionText('nothing_to_permit') }
  let hardened: Decision['hardened']
  for (const [at, access] of call.accesses.entries()) {
    const found = approveOne(one, access, at)
    if (!found.ok)
      return {
        ...undecidedIn(one.facts.readings.get(at)?.parts.length, found.open),
        verdict: 'ask',
        because: withSuspended(one, found),
        ...offered(
          offerFor(access, { ...found, toolName: call.toolName }, compiled.policy),
          found.open,
          access,
        ),
      }
    because = found.because
    hardened ??= found.hardened
  }
  return { verdict: 'allow', because, ...(hardened ? { hardened } : {}) }
}

const offered = (
  offer: Decision['offer'],
  open: readonly Part[],
  access: Access,
): Pick<Outcome, 'offer' | 'noRule'> => {
  const why =
    access.kind === 'mcp' && access.hint === 'destructive' ? permissionText('destructive_tool') : undefined
  const noRule = offer.length > 0 ? undefined : (why ?? open.map(whyNoRule).find(one => one !== undefined))
  return { offer, ...(noRule === undefined ? {} : { noRule }) }
}

/** A rule that would have allowed it in another mode: whoever wrote it wonders why it is asked. */
const withSuspended = (
  { call, compiled }: Case,
  { because, open }: { readonly because: Finding; readonly open: readonly Part[] },
): Finding => {
  const { suspended, policy } = compiled
  if (suspended.length === 0 || policy.mode !== 'plan') return because
  const rule = suspended.find(
    one =>
      coversWholeTool(one, call) ||
      open.some(part => findAllowing(compileCommandRules([one]), part.command) !== undefined),
  )
  if (!rule) return because
  const { text, source } = rule.rule
  return {
    ...because,
    why: permissionText('suspended_rule', {
      reason: because.why,
      rule: text,
      source: sourceName(source),
    }),
  }
}

/** Which commands of a line need a decision, when others do not. */
const undecidedIn = (count: number | undefined, open: readonly Part[]): Pick<Outcome, 'undecided'> =>
  count === undefined || open.length === 0 || open.length >= count
    ? {}
    : { undecided: open.map(part => part.command.text) }

const approveOne = (one: Case, access: Access, at: number): ReturnType<typeof approve> => {
  const { call, compiled, facts } = one
  if (access.kind === 'shell') {
    const found = approve(shellCase(one, at))
    if (found.ok || access.unsandboxed === true) return found
    return approveSandboxed(shellCase(one, at)) ?? found
  }
  if (access.kind === 'remote') return approveRemote(access, compiled)
  const whole = compiled.rules.allow.find(rule => coversWholeTool(rule, call))
  if (mayChange(one, access) && (whole || access.kind === 'message'))
    return { ok: false, open: [], because: inPlanMode(whole, access) }
  if (whole) return { ok: true, because: byRule(whole, call.toolName) }
  if ('path' in access) return { open: [], ...approveFile({ access, facts, compiled }) }
  const named = findNamed(access, compiled.rules.allow)
  if (named) return { ok: true, because: named }
  if (access.kind === 'agent')
    return { ok: true, because: { type: 'other', why: permissionText('agent_checked_itself') } }
  if (access.kind === 'message')
    return { ok: true, because: { type: 'other', why: permissionText('session_checks_itself') } }
  if (access.kind === 'mcp' && access.lists)
    return { ok: true, because: { type: 'other', why: permissionText('lists_only') } }
  if (access.kind === 'skill' && access.safe)
    return { ok: true, because: { type: 'other', why: permissionText('skill_needs_nothing') } }
  if (MODES[compiled.policy.mode].other === 'allow')
    return {
      ok: true,
      because: { type: 'mode', why: permissionText('mode', { mode: modeName(compiled.policy.mode) }) },
    }
  return {
    ok: false,
    open: [],
    because: { type: 'other', why: permissionText('needs_permission', { tool: call.toolName }) },
  }
}

/** While planning only what looks may count on a rule; of a server's tool only its word tells, and silence is no word. */
const mayChange = ({ compiled }: Case, access: Access): boolean => {
  if (compiled.policy.mode !== 'plan') return false
  if (access.kind === 'message') return true
  return access.kind === 'mcp' && access.hint !== 'read-only' && access.lists !== true
}

const inPlanMode = (whole: ParsedRule | undefined, access: Access): Finding => {
  const by = whole && { rule: whole.rule.text, source: sourceName(whole.rule.source) }
  const session = access.kind === 'message' ? brief(access.session) : undefined
  if (session === undefined)
    return { type: 'other', why: permissionText('plan_mode_tool_rule', by ?? { rule: '', source: '' }) }
  return {
    type: 'other',
    why: by
      ? permissionText('plan_mode_message_rule', { ...by, session })
      : permissionText('plan_mode_message', { session }),
  }
}

const isReadOnly = (one: Case): boolean =>
  one.call.accesses.every((access, at) => {
    if (access.kind === 'read' || access.kind === 'search') return true
    if (access.kind === 'mcp') return access.lists === true
    if (access.kind === 'remote') return access.does === 'look'
    return (
      access.kind === 'shell' &&
      one.facts.readings.has(at) &&
      whyNotReadOnly(shellCase(one, at)) === undefined
    )
  }) && !(one.call.accesses.length === 0 && one.call.toolName.startsWith('mcp__'))
