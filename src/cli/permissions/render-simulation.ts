import type { ChangedCalls } from '../../features/permissions/simulate/compare.ts'
import { inColour, type Paint, plainly } from '../../frontends/plain/paint.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { gapAfter } from '../../lib/text/written-signs.ts'
import { wrapText } from '../../lib/text-width.ts'
import type { Localize, LocalizedText } from '../../protocol/messages/localized-text.ts'
import { explainText } from '../../protocol/messages/permissions/explain.ts'
import { behaviorName } from '../../protocol/messages/permissions/rules.ts'
import type { Behavior, PermissionDestination, Policy, Rule } from '../../protocol/permission.ts'
import { shortenPath } from './shorten-path.ts'
import type { Simulation } from './simulation.ts'

interface Page {
  readonly columns?: number
  readonly colour: boolean
  readonly policy: Policy
  /** Shows a text in the language of the person. */
  readonly localize: Localize
  fileFor(destination: PermissionDestination): string | undefined
}

const MAX_GROUPS = 15
const WAS = { allow: 'was_allow', ask: 'was_ask', deny: 'was_deny' } as const satisfies Record<
  Behavior,
  string
>

/** A simulation for a person. */
export const renderSimulation = (simulation: Simulation, page: Page): string => {
  const { policy, localize } = page
  const paint = page.colour ? inColour : plainly
  const width = Math.min(Math.max(page.columns ?? 80, 40), 120)
  const how = { width, paint, policy, localize }
  const { calls, sessions, rules, added, notes, unchanged } = simulation
  const head = explainText(added ? 'simulation_added' : 'simulation', {
    calls: explainText('calls', { count: calls }),
    sessions: explainText('sessions', { count: sessions }),
    file: shortenPath(rules, policy),
  })
  const section = (title: LocalizedText, groups: readonly ChangedCalls[]): readonly string[] => [
    '',
    `${paint('bold', localize(title))}${gapAfter(localize(title))}${total(groups, localize)}`,
    ...groups.slice(0, MAX_GROUPS).flatMap(group => renderGroup(group, how)),
    ...(groups.length > MAX_GROUPS
      ? [`       ${localize(explainText('more_kinds', { count: groups.length - MAX_GROUPS }))}`]
      : []),
  ]
  const told = notes.flatMap(note => wrapText(escapeText(localize(explainText('note', { note }))), width))
  return [
    ...wrapText(escapeText(localize(head)), width),
    ...section(explainText('now_run'), simulation.newlyRun),
    ...section(explainText('now_ask'), simulation.newlyAsk),
    ...section(explainText('now_denied'), simulation.newlyDenied),
    '',
    localize(explainText('unchanged', { count: unchanged })),
    ...renderSuggestions(simulation, page, how),
    ...(notes.length > 0 ? ['', ...told] : []),
    '',
    paint('dim', localize(explainText('nothing_run'))),
    '',
  ].join('\n')
}

const total = (groups: readonly ChangedCalls[], localize: Localize): string =>
  groups.length === 0
    ? localize(explainText('none'))
    : String(groups.reduce((sum, group) => sum + group.count, 0))

interface Lines {
  readonly width: number
  readonly paint: Paint
  readonly policy: Policy
  readonly localize: Localize
}

const exampleLine = (text: string, { width, paint, localize }: Lines): string =>
  `        ${paint('dim', localize(explainText('example', { example: escapeLine(text, width - 13) })))}`

const ruleText = ({ behavior, text, place }: Rule, policy: Policy): LocalizedText => {
  const named = { behavior: behaviorName(behavior), rule: text }
  if (!place) return explainText('rule_at', named)
  const location = { file: shortenPath(place.file, policy), line: String(place.line) }
  return explainText('rule_located', { ...named, location: explainText('in_file', location) })
}

const renderGroup = (group: ChangedCalls, lines: Lines) => {
  const { width, paint, policy, localize } = lines
  const { rule } = group
  const why = rule ? ruleText(rule, policy) : group.why
  const said = escapeText(localize(explainText(WAS[group.was], { why })))
  return [
    `${`${group.count}×`.padStart(7)} ${paint('bold', escapeLine(group.what, width - 8))}`,
    ...wrapText(said, width - 8).map(line => `        ${line}`),
    exampleLine(group.example, lines),
  ]
}

const renderSuggestions = ({ suggestions }: Simulation, page: Page, lines: Lines): readonly string[] => {
  if (suggestions.length === 0) return []
  const { width, paint, localize } = lines
  const file = page.fileFor('localSettings') ?? ''
  return [
    '',
    ...wrapText(localize(explainText('suggestions')), width),
    ...suggestions.flatMap(({ rule, saved, example }) => [
      `${`${saved}×`.padStart(7)} ${paint('cyan', escapeLine(rule, width - 8))}`,
      exampleLine(example, lines),
    ]),
    ...wrapText(
      escapeText(localize(explainText('add_rules', { file: shortenPath(file, page.policy) }))),
      width,
    ),
  ]
}
