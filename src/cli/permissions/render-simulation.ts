import type { ChangedCalls } from '../../features/permissions/simulate/compare.ts'
import { inColour, type Paint, plainly } from '../../frontends/plain/paint.ts'
import { escapeLine, escapeText } from '../../lib/escape-text.ts'
import { counted } from '../../lib/text/counted.ts'
import { wrapText } from '../../lib/text-width.ts'
import type { Behavior, PermissionDestination, Policy } from '../../protocol/permission.ts'
import { shortenPath } from './shorten-path.ts'
import type { Simulation } from './simulation.ts'

interface Page {
  readonly columns?: number
  readonly colour: boolean
  readonly policy: Policy
  fileFor(destination: PermissionDestination): string | undefined
}

const MAX_GROUPS = 15
const WAS: Readonly<Record<Behavior, string>> = {
  allow: 'ran before',
  ask: 'asked before',
  deny: 'denied before',
}

/** A simulation for a person. */
export const renderSimulation = (simulation: Simulation, page: Page): string => {
  const paint = page.colour ? inColour : plainly
  const width = Math.min(Math.max(page.columns ?? 80, 40), 120)
  const { calls, sessions, rules, added, notes, unchanged } = simulation
  const file = escapeText(shortenPath(rules, page.policy))
  const head = `${counted(calls, 'call')} of ${counted(sessions, 'session')}, with the rules in ${file} ${added ? 'added to' : 'instead of'} the current ones:`
  const section = (title: string, groups: readonly ChangedCalls[]): readonly string[] => [
    '',
    `${paint('bold', title)} ${total(groups)}`,
    ...groups
      .slice(0, MAX_GROUPS)
      .flatMap(group => renderGroup(group, { width, paint, policy: page.policy })),
    ...(groups.length > MAX_GROUPS
      ? [`       … and ${counted(groups.length - MAX_GROUPS, 'more kind')}`]
      : []),
  ]
  return [
    ...wrapText(head, width),
    ...section('Now run without asking:', simulation.newlyRun),
    ...section('Now ask:', simulation.newlyAsk),
    ...section('Now denied:', simulation.newlyDenied),
    '',
    `Unchanged: ${unchanged}`,
    ...renderSuggestions(simulation, page, { width, paint }),
    ...(notes.length > 0 ? ['', ...notes.flatMap(note => wrapText(`Note: ${escapeText(note)}`, width))] : []),
    '',
    paint('dim', 'Nothing was run and nothing was changed.'),
    '',
  ].join('\n')
}

const total = (groups: readonly ChangedCalls[]): string =>
  groups.length === 0 ? 'none' : String(groups.reduce((sum, group) => sum + group.count, 0))

interface Lines {
  readonly width: number
  readonly paint: Paint
}

const renderGroup = (group: ChangedCalls, { width, paint, policy }: Lines & { readonly policy: Policy }) => {
  const { rule } = group
  const place = rule?.place ? `, ${shortenPath(rule.place.file, policy)}:${rule.place.line}` : ''
  const why = rule ? `${rule.behavior} rule ${rule.text}${place}` : group.why.text
  const indent = ' '.repeat(8)
  return [
    `${`${group.count}×`.padStart(7)} ${paint('bold', escapeLine(group.what, width - 8))}`,
    ...wrapText(escapeText(`${WAS[group.was]}; ${why}`), width - 8).map(line => `${indent}${line}`),
    `${indent}${paint('dim', `e.g. ${escapeLine(group.example, width - 13)}`)}`,
  ]
}

const renderSuggestions = (
  { suggestions }: Simulation,
  page: Page,
  { width, paint }: Lines,
): readonly string[] => {
  if (suggestions.length === 0) return []
  const file = page.fileFor('localSettings') ?? ''
  return [
    '',
    ...wrapText(
      'These calls still ask and were approved every time; these rules would avoid the prompts:',
      width,
    ),
    ...suggestions.flatMap(({ rule, saved, example }) => [
      `${`${saved}×`.padStart(7)} ${paint('cyan', escapeLine(rule, width - 8))}`,
      `        ${paint('dim', `e.g. ${escapeLine(example, width - 13)}`)}`,
    ]),
    ...wrapText(
      `Add the ones you want to "permissions": {"allow": […]} of ${escapeText(shortenPath(file, page.policy))}.`,
      width,
    ),
  ]
}
