import { relative } from 'node:path'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { explainText } from '../../../protocol/messages/permissions/explain.ts'
import type { Decision } from '../../../protocol/permission.ts'
import { findGuard } from '../guard-shell.ts'
import { isInsideRoots, whyGuarded } from '../paths/path-verdict.ts'
import { coversWholeTool } from '../rules/match-tool.ts'
import { whyNoRule } from '../rules/offer.ts'
import type { Part, ShellReading } from '../shell/reading.ts'
import { decideAlone, type ExplainedCase, readingOf } from './decide-alone.ts'

/** What could be done about a decision, or why nothing should be; sentences for the person. Empty when it is allowed. */
export const advise = (one: ExplainedCase, decision: Decision): readonly LocalizedText[] => {
  if (decision.verdict === 'allow') return []
  const { rule, type } = decision.because
  const { mode } = one.compiled.policy
  if (rule && rule.behavior !== 'allow')
    return [explainText(rule.behavior === 'deny' ? 'deny_rule_wins' : 'ask_rule_wins', { rule: rule.text })]
  if (mode === 'dontAsk') return [explainText('dont_ask_denies')]
  if (type === 'mode' && mode === 'plan') return [explainText('leave_plan_mode')]
  if (decision.offer.length > 0) return []
  const guard = findGuardIn(one)
  if (guard !== undefined) return [guard.id === 'permissions_shell.too_many_paths' ? COMPARED : EVERY_TIME]
  const reading = [...one.facts.readings.values()][0]
  const shell = reading ? adviseOnShell(one, reading) : undefined
  if (shell) return shell
  if (decision.verdict === 'deny')
    return [
      one.call.accesses.some(access => access.kind === 'network')
        ? explainText('only_exact_host')
        : one.call.accesses.some(access => access.kind === 'browser')
          ? explainText('only_exact_site')
          : explainText('always_denied'),
    ]
  return type === 'safetyCheck' ? [EVERY_TIME] : adviseOnOther(one)
}

/** What asks in every mode: protected places and critical removals. */
const findGuardIn = ({ call, facts, compiled }: ExplainedCase): LocalizedText | undefined => {
  const blanket = compiled.rules.allow.find(rule => coversWholeTool(rule, call))
  for (const reading of facts.readings.values()) {
    const found = findGuard({ reading, facts, compiled, blanket })
    if (found) return found.why
  }
  return undefined
}

const COMPARED = explainText('uncomparable')
const EVERY_TIME = explainText('every_time')

const adviseOnOther = ({ call }: ExplainedCase): readonly LocalizedText[] => {
  const [access] = call.accesses
  switch (access?.kind) {
    case 'network':
    case 'browser': {
      const host = URL.canParse(access.url) ? new URL(access.url).hostname : undefined
      if (!host) return [EVERY_TIME]
      return [explainText(access.kind === 'network' ? 'host_rule' : 'site_rule', { host })]
    }
    case 'person':
      return [EVERY_TIME]
    case 'skill':
      return [explainText('skill_rule', { name: access.name })]
    case 'write':
      return [explainText('edit_rule')]
    default:
      return [explainText('tool_rule', { tool: call.toolName })]
  }
}

const adviseOnShell = (one: ExplainedCase, reading: ShellReading): readonly LocalizedText[] | undefined => {
  if (!reading.lowered.ok) return [explainText('unparsed')]
  if (reading.excess !== undefined) return [EVERY_TIME]
  const access = one.call.accesses.find(each => each.kind === 'shell')
  if (!access) return undefined
  const hidden = reading.lowered.opaque.some(mark => mark.why === 'hidden character')
  if (hidden) return [explainText('invisible')]
  const asking = reading.parts.filter(
    part => decideAlone(one, access, readingOf(reading, [part])).verdict !== 'allow',
  )
  if (asking.length === 0) return [explainText('marked_part')]
  const lines = asking.flatMap(part => adviseOnPart(one, part))
  return lines.length > 0
    ? [...new Map(lines.map(line => [line.text, line])).values()].slice(0, MAX_LINES)
    : undefined
}

const MAX_LINES = 4

const adviseOnPart = (one: ExplainedCase, part: Part): readonly LocalizedText[] => {
  const why = whyNoRule(part)
  const files = part.redirects.flatMap(redirect => (redirect.kind === 'path' ? redirect.uses : []))
  const written = files.filter(use => use.kind === 'write').map(use => one.facts.paths.get(use.path))
  const rules = written.flatMap(path =>
    path?.ok && whyGuarded(path) === undefined ? [editRule(path.real, one)] : [],
  )
  if (rules.length > 0) return rules.map(rule => explainText('redirect_rule', { rule }))
  if (why !== undefined && part.command.words.length > 0)
    return [explainText('no_rule_for', { command: nameOf(part), why })]
  return []
}

const nameOf = (part: Part): string => {
  const text = part.command.text.split('\n')[0] ?? ''
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

const editRule = (real: string, { compiled }: ExplainedCase): string => {
  const path = { ok: true, names: [real], real, kind: 'file', links: 1 } as const
  return isInsideRoots(path, compiled.policy) && !relative(compiled.policy.cwd, real).startsWith('..')
    ? `Edit(./${relative(compiled.policy.cwd, real)})`
    : `Edit(/${real})`
}
