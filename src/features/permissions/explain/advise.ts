import { relative } from 'node:path'
import type { Decision } from '../../../protocol/permission.ts'
import { findGuard } from '../guard-shell.ts'
import { coversWholeTool } from '../match-tool.ts'
import { whyNoRule } from '../offer.ts'
import { isInsideRoots, whyGuarded } from '../path-verdict.ts'
import type { Part, ShellReading } from '../shell/reading.ts'
import { decideAlone, type ExplainedCase, readingOf } from './decide-alone.ts'

/** What could be done about a decision, or why nothing should be; sentences for the person. Empty when it is allowed. */
export const advise = (one: ExplainedCase, decision: Decision): readonly string[] => {
  if (decision.verdict === 'allow') return []
  const { rule, type } = decision.because
  const { mode } = one.compiled.policy
  if (rule && rule.behavior !== 'allow')
    return [
      `No rule is offered: ${rule.behavior === 'deny' ? 'a deny rule' : 'an ask rule'} wins over every allow rule. Remove ${rule.text} if it isn't meant for this.`,
    ]
  if (mode === 'dontAsk')
    return ['Mode dontAsk denies whatever would ask: add an allow rule, or use another mode.']
  if (type === 'mode' && mode === 'plan') return ['Leave plan mode to change files.']
  if (decision.offer.length > 0) return []
  const guard = findGuardIn(one)
  if (guard !== undefined) return [guard.includes('compared with your rules') ? COMPARED : EVERY_TIME]
  const reading = [...one.facts.readings.values()][0]
  const shell = reading ? adviseOnShell(one, reading) : undefined
  if (shell) return shell
  if (decision.verdict === 'deny')
    return [
      one.call.accesses.some(access => access.kind === 'network')
        ? 'Only an allow rule WebFetch(domain:…) that names exactly this host opens a private address, and nothing opens one that hands out credentials.'
        : 'No rule is offered: this is always denied.',
    ]
  return type === 'safetyCheck' ? [EVERY_TIME] : adviseOnOther(one)
}

/** What asks in every mode: protected places and critical removals. */
const findGuardIn = ({ call, facts, compiled }: ExplainedCase): string | undefined => {
  const blanket = compiled.rules.allow.find(rule => coversWholeTool(rule, call))
  for (const reading of facts.readings.values()) {
    const found = findGuard({ reading, facts, compiled, blanket })
    if (found) return found.text
  }
  return undefined
}

const COMPARED =
  'No rule is offered: rules of yours restrict some paths, and whether this touches them cannot be told before it runs. Name the files plainly.'
const EVERY_TIME = 'No rule is offered: this asks every time, whatever the rules and the mode.'

const adviseOnOther = ({ call }: ExplainedCase): readonly string[] => {
  const [access] = call.accesses
  switch (access?.kind) {
    case 'network': {
      const host = URL.canParse(access.url) ? new URL(access.url).hostname : undefined
      return host
        ? [`The allow rule WebFetch(domain:${host}) would allow every page of that host.`]
        : [EVERY_TIME]
    }
    case 'person':
      return [EVERY_TIME]
    case 'skill':
      return [`The allow rule Skill(${access.name}) would allow it without arguments.`]
    case 'write':
      return ['An allow rule Edit(…) for the file, or mode acceptEdits for those inside, would allow it.']
    default:
      return [`The allow rule ${call.toolName} would allow every call of it.`]
  }
}

const adviseOnShell = (one: ExplainedCase, reading: ShellReading): readonly string[] | undefined => {
  if (!reading.lowered.ok)
    return ["No rule is offered: a command that can't be parsed asks every time. Write it more simply."]
  if (reading.excess !== undefined) return [EVERY_TIME]
  const access = one.call.accesses.find(each => each.kind === 'shell')
  if (!access) return undefined
  const hidden = reading.lowered.opaque.some(mark => mark.why === 'hidden character')
  if (hidden) return ['No rule is offered: take the invisible characters out.']
  const asking = reading.parts.filter(
    part => decideAlone(one, access, readingOf(reading, [part])).verdict !== 'allow',
  )
  if (asking.length === 0)
    return ["No rule is offered: what the marked part does can't be told in advance. Write it more simply."]
  const lines = asking.flatMap(part => adviseOnPart(one, part))
  return lines.length > 0 ? [...new Set(lines)].slice(0, MAX_LINES) : undefined
}

const MAX_LINES = 4

const adviseOnPart = (one: ExplainedCase, part: Part): readonly string[] => {
  const why = whyNoRule(part)
  const files = part.redirects.flatMap(redirect => (redirect.kind === 'path' ? redirect.uses : []))
  const written = files.filter(use => use.kind === 'write').map(use => one.facts.paths.get(use.path))
  const rules = written.flatMap(path =>
    path?.ok && whyGuarded(path) === undefined ? [editRule(path.real, one)] : [],
  )
  if (rules.length > 0) return rules.map(rule => `The allow rule ${rule} would allow the redirect.`)
  if (why !== undefined && part.command.words.length > 0)
    return [`No rule is offered for "${nameOf(part)}": ${why}.`]
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
