import { riskySpans } from '../../features/permissions/explain/risky-spans.ts'
import type { ExplainedDecision } from '../../features/permissions/permissions.ts'
import type { Colour, Paint } from '../../frontends/plain/paint.ts'
import { showMarked } from '../../frontends/plain/show-marked.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { wrapText } from '../../lib/text-width.ts'
import type {
  Behavior,
  ExplainedPart,
  PermissionDestination,
  PermissionUpdate,
  Policy,
  Rule,
} from '../../protocol/permission.ts'
import { shortenPath } from './shorten-path.ts'

export interface RenderOptions {
  readonly policy: Policy
  readonly width: number
  readonly paint: Paint
  fileFor(destination: PermissionDestination): string | undefined
}

const SAID: Readonly<Record<Behavior, string>> = {
  allow: 'This runs without asking.',
  ask: 'This asks for approval. With nobody to ask, as in capstan -p, it is denied.',
  deny: 'This is denied.',
}
const SIGN: Readonly<Record<Behavior, { readonly text: string; readonly colour: Colour }>> = {
  allow: { text: '✓', colour: 'green' },
  ask: { text: '?', colour: 'yellow' },
  deny: { text: '✗', colour: 'red' },
}
const SOURCES: Readonly<Record<Rule['source'], string>> = {
  managed: 'managed settings',
  cli: 'the command line',
  session: 'this session',
  local: 'local settings',
  project: 'project settings',
  user: 'user settings',
}
const MAX_PARTS = 16

/** An explanation for a person who has never seen the rules. */
export const renderExplanation = (
  subject: string,
  { decision, explanation, advice }: ExplainedDecision,
  options: RenderOptions,
): string => {
  const { paint, width, policy } = options
  const { verdict } = explanation
  const spans = riskySpans(subject, explanation)
  const marked = showMarked(subject, spans, { width: width - 4, paint })
  const why = wrapText(escapeText(explanation.summary).replaceAll('\n', ' ⏎ '), width)
  return [
    `${paint(SIGN[verdict].colour, SIGN[verdict].text)} ${paint('bold', SAID[verdict])}`,
    ...why,
    '',
    ...marked.map(line => `    ${line}`),
    '',
    ...renderTree(explanation.parts, options),
    '',
    ...renderOffers(decision.offer, options),
    ...advice.flatMap(line => wrapText(escapeText(line), width)),
    ...(policy.sandbox
      ? wrapText("(Settings ask for a sandbox. Whether it works here wasn't checked.)", width)
      : []),
    paint('dim', `(In ${escapeLine(policy.cwd, 200)}, mode ${policy.mode}. ✓ runs  ? asks  ✗ denied)`),
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .concat('\n')
}

const renderTree = (
  parts: readonly ExplainedPart[],
  options: RenderOptions,
  indent = '',
): readonly string[] => {
  const shown = parts.length > MAX_PARTS ? gather(parts) : parts
  return shown.flatMap((part, at) => {
    const last = at === shown.length - 1
    const lead = { head: `${indent}${last ? '└─ ' : '├─ '}`, rest: `${indent}${last ? '   ' : '│  '}` }
    return renderPart(part, options, lead)
  })
}

/** Of many parts, those alike in a row are told as one, and the rest of a very long list by its number. */
const gather = (parts: readonly ExplainedPart[]): readonly ExplainedPart[] => {
  const rows: { readonly first: ExplainedPart; more: number }[] = []
  for (const part of parts) {
    const row = rows.at(-1)
    if (row && part.verdict === 'allow' && row.first.verdict === 'allow' && !part.parts) row.more += 1
    else rows.push({ first: part, more: 0 })
  }
  const strict = rows.filter(row => row.first.verdict !== 'allow').slice(0, MAX_PARTS)
  const kept = rows.filter((row, at) => at < MAX_PARTS / 2 || strict.includes(row))
  const left = rows.length - kept.length
  return [
    ...kept.map(({ first, more }) =>
      more === 0 ? first : { ...first, why: `${first.why} (and ${more} more that run)` },
    ),
    ...(left > 0 ? [{ text: '…', verdict: 'ask' as const, why: `${left} more parts` }] : []),
  ]
}

const renderPart = (
  part: ExplainedPart,
  options: RenderOptions,
  lead: { readonly head: string; readonly rest: string },
): readonly string[] => {
  const { paint, width } = options
  const sign = SIGN[part.verdict]
  const room = width - lead.head.length - 2
  const text = paint('bold', escapeLine(part.text, Math.max(room, 20)))
  // What only repeats the reason is marked under the command already.
  const inside = (part.parts ?? []).filter(inner => inner.parts || !part.why.endsWith(inner.why))
  const bar = inside.length > 0 ? '│ ' : '  '
  const why = part.rule ? `${part.why} (${whereIs(part, part.rule, options)})` : part.why
  return [
    `${lead.head}${paint(sign.colour, sign.text)} ${text}`,
    ...wrapText(escapeText(why), room - 2).map(line => `${lead.rest}${bar}${line}`),
    ...renderTree(inside, options, lead.rest),
  ]
}

/** Where a rule stands, short when it is near. */
const whereIs = (part: ExplainedPart, rule: Rule, { policy }: RenderOptions): string => {
  const said = part.why.includes(rule.text) ? '' : `${rule.behavior} rule ${rule.text} `
  if (!rule.place) return `${said}from ${SOURCES[rule.source]}`
  return `${said}in ${shortenPath(rule.place.file, policy)}:${rule.place.line}`
}

/** A rule as settings spell it. */
export const spellRule = (rule: { readonly toolName: string; readonly ruleContent?: string }): string =>
  rule.ruleContent === undefined ? rule.toolName : `${rule.toolName}(${rule.ruleContent})`

const renderOffers = (offers: readonly PermissionUpdate[], options: RenderOptions): readonly string[] =>
  offers.flatMap(offer => {
    const { width, policy, paint } = options
    const file = options.fileFor(offer.destination)
    if (offer.type === 'setMode')
      return wrapText(
        `To allow all such calls, use mode ${offer.mode} (--permission-mode ${offer.mode}).`,
        width,
      )
    if (!('rules' in offer)) return []
    const rules = offer.rules.map(spellRule).map(rule => `    ${paint('cyan', escapeLine(rule, 400))}`)
    const where =
      file === undefined
        ? 'The narrowest allow rule for it, offered for this session when you are asked:'
        : `The narrowest allow rule for it; "don't ask again in this project" saves it in ${escapeLine(shortenPath(file, policy), 200)}:`
    return [
      ...wrapText(offer.rules.length > 1 ? where.replace('rule for it', 'rules for it') : where, width),
      ...rules,
    ]
  })
