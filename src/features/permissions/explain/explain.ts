import type { Access } from '../../../protocol/access.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { sentence } from '../../../protocol/messages/permissions/allow-list.ts'
import type { Behavior, Decision, ExplainedPart, Explanation } from '../../../protocol/permission.ts'
import { type Call, decide } from '../decide.ts'
import { type Facts, pathOfAccess } from '../facts.ts'
import type { CompiledPolicy } from '../rules/compiled-policy.ts'
import { decideAlone, type ExplainedCase } from './decide-alone.ts'
import { explainHops } from './explain-path.ts'
import { explainShell } from './explain-shell.ts'
import { reasonBeside } from './reason.ts'

const STRICTNESS: Readonly<Record<Behavior, number>> = { allow: 0, ask: 1, deny: 2 }

/**
 * Why a call is decided as it is. Pure; the verdict and the summary are the decision's own, and every part is decided
 * by the same function as if it stood alone.
 */
export const explain = (call: Call, facts: Facts, compiled: CompiledPolicy): Explanation => {
  const one: ExplainedCase = { call, facts, compiled }
  const decision = decide(call, facts, compiled)
  const parts = explainParts(one)
  return {
    verdict: decision.verdict,
    summary: sentence(decision.because.localized),
    parts: agree(parts, decision, call),
  }
}

export const explainParts = (one: ExplainedCase): readonly ExplainedPart[] =>
  one.call.accesses.flatMap((access, at): readonly ExplainedPart[] => {
    const reading = one.facts.readings.get(at)
    if (access.kind === 'shell' && reading) return explainShell(one, access, reading)
    return [explainAccess(one, access)]
  })

const nameOf = (access: Access, toolName: string): string => {
  switch (access.kind) {
    case 'read':
    case 'search':
    case 'write':
      return access.path
    case 'shell':
      return access.command
    case 'network':
    case 'browser':
      return access.url
    case 'application':
      return access.name
    case 'web-search':
      return access.query
    case 'mcp':
      return `${access.server}: ${access.tool}`
    case 'remote':
      return `${access.host}: ${access.text}`
    case 'agent':
      return access.name || toolName
    case 'message':
      return access.session
    case 'skill':
      return `${access.name} ${access.args}`.trim()
    case 'person':
      return toolName
  }
}

const explainAccess = (one: ExplainedCase, access: Access): ExplainedPart => {
  const decision = decideAlone(one, access)
  const text = nameOf(access, one.call.toolName)
  const hops =
    'path' in access
      ? explainHops(one.facts.paths.get(pathOfAccess(access.path, one.compiled.policy)), decision.verdict)
      : []
  return {
    text,
    verdict: decision.verdict,
    why: reasonBeside(decision, text),
    ...(decision.because.rule ? { rule: decision.because.rule } : {}),
    ...(hops.length > 0 ? { parts: hops } : {}),
  }
}

const strictest = (parts: readonly ExplainedPart[]): number =>
  parts.reduce((most, part) => Math.max(most, STRICTNESS[part.verdict], strictest(part.parts ?? [])), 0)

/** The decision has the last word: what holds only for the call as a whole is said beside its parts. */
const agree = (parts: readonly ExplainedPart[], decision: Decision, call: Call): readonly ExplainedPart[] => {
  const why = reasonBeside(decision, '')
  if (decision.verdict === 'allow') return parts.map(part => allowWhole(part, why))
  if (strictest(parts) >= STRICTNESS[decision.verdict]) return parts
  const [access] = call.accesses
  const text = access ? nameOf(access, call.toolName) : call.toolName
  const rule = decision.because.rule ? { rule: decision.because.rule } : {}
  return [{ text, verdict: decision.verdict, why, ...rule }, ...parts]
}

const allowWhole = (part: ExplainedPart, why: LocalizedText): ExplainedPart => ({
  ...part,
  ...(part.verdict === 'allow' ? {} : { verdict: 'allow', why }),
  ...(part.parts ? { parts: part.parts.map(inner => allowWhole(inner, why)) } : {}),
})
