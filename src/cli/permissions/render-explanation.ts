import { riskySpans } from '../../features/permissions/explain/risky-spans.ts'
import type { ExplainedDecision } from '../../features/permissions/permissions.ts'
import type { Colour, Paint } from '../../frontends/plain/paint.ts'
import { showMarked } from '../../frontends/plain/show-marked.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { wrapText } from '../../lib/text-width.ts'
import type { Localize, LocalizedText } from '../../protocol/messages/localized-text.ts'
import { explainText } from '../../protocol/messages/permissions/explain.ts'
import { modeName } from '../../protocol/messages/permissions/permissions.ts'
import { behaviorName } from '../../protocol/messages/permissions/rules.ts'
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
  /** Shows a text in the language of the person. */
  readonly localize: Localize
  fileFor(destination: PermissionDestination): string | undefined
}

const SAID = { allow: 'runs', ask: 'asks', deny: 'denied' } as const satisfies Record<Behavior, string>
const SIGN: Readonly<Record<Behavior, { readonly text: string; readonly colour: Colour }>> = {
  allow: { text: '✓', colour: 'green' },
  ask: { text: '?', colour: 'yellow' },
  deny: { text: '✗', colour: 'red' },
}
const MAX_PARTS = 16

/** An explanation for a person who has never seen the rules. */
export const renderExplanation = (
  subject: string,
  { decision, explanation, advice }: ExplainedDecision,
  options: RenderOptions,
): string => {
  const { paint, width, policy, localize } = options
  const { verdict } = explanation
  const spans = riskySpans(subject, explanation)
  const marked = showMarked(subject, spans, { width: width - 4, paint })
  const why = wrapText(escapeText(localize(explanation.summary)).replaceAll('\n', ' ⏎ '), width)
  return [
    `${paint(SIGN[verdict].colour, SIGN[verdict].text)} ${paint('bold', localize(explainText(SAID[verdict])))}`,
    ...why,
    '',
    ...marked.map(line => `    ${line}`),
    '',
    ...renderTree(explanation.parts, options),
    '',
    ...renderOffers(decision.offer, options),
    ...advice.flatMap(line => wrapText(escapeText(localize(line)), width)),
    ...(policy.sandbox ? wrapText(localize(explainText('sandbox_unchecked')), width) : []),
    paint(
      'dim',
      localize(
        explainText('legend', { directory: escapeLine(policy.cwd, 200), mode: modeName(policy.mode) }),
      ),
    ),
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
      more === 0 ? first : { ...first, why: explainText('and_more', { why: first.why, count: more }) },
    ),
    ...(left > 0
      ? [{ text: '…', verdict: 'ask' as const, why: explainText('more_parts', { count: left }) }]
      : []),
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
  const inside = (part.parts ?? []).filter(inner => inner.parts || !part.why.text.endsWith(inner.why.text))
  const bar = inside.length > 0 ? '│ ' : '  '
  const why = part.rule
    ? explainText('why_located', { why: part.why, location: whereIs(part, part.rule, options) })
    : part.why
  return [
    `${lead.head}${paint(sign.colour, sign.text)} ${text}`,
    ...wrapText(escapeText(options.localize(why)), room - 2).map(line => `${lead.rest}${bar}${line}`),
    ...renderTree(inside, options, lead.rest),
  ]
}

/** Where a rule stands, short when it is near. */
const whereIs = (part: ExplainedPart, rule: Rule, { policy }: RenderOptions): LocalizedText => {
  const location = rule.place
    ? explainText('in_file', { file: shortenPath(rule.place.file, policy), line: String(rule.place.line) })
    : explainText(`from_${rule.source}`)
  return part.why.text.includes(rule.text)
    ? location
    : explainText('rule_located', { behavior: behaviorName(rule.behavior), rule: rule.text, location })
}

/** A rule as settings spell it. */
export const spellRule = (rule: { readonly toolName: string; readonly ruleContent?: string }): string =>
  rule.ruleContent === undefined ? rule.toolName : `${rule.toolName}(${rule.ruleContent})`

const renderOffers = (offers: readonly PermissionUpdate[], options: RenderOptions): readonly string[] =>
  offers.flatMap(offer => {
    const { width, policy, paint, localize } = options
    const file = options.fileFor(offer.destination)
    if (offer.type === 'setMode')
      return wrapText(
        localize(explainText('mode_offer', { mode: modeName(offer.mode), flag: offer.mode })),
        width,
      )
    if (!('rules' in offer)) return []
    const rules = offer.rules.map(spellRule).map(rule => `    ${paint('cyan', escapeLine(rule, 400))}`)
    const count = offer.rules.length
    const where =
      file === undefined
        ? explainText('narrowest_session', { count })
        : explainText('narrowest_saved', { count, file: escapeLine(shortenPath(file, policy), 200) })
    return [...wrapText(localize(where), width), ...rules]
  })
