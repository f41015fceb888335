import { dirname } from 'node:path'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import { formatDuration, formatNumber, formatUsd } from '../../features/sessions/export/format-amount.ts'
import { readStory } from '../../features/sessions/ledger/read-story.ts'
import { callsOf, type Story } from '../../features/sessions/ledger/story.ts'
import { sessionFilesIn } from '../../features/sessions/session-files.ts'
import { type Stats, StatsFold } from '../../features/sessions/stats/session-stats.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Runtime } from '../options/runtime.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

const DAY_MS = 24 * 3_600_000
const MOST_SESSIONS = 300
const SHOWN = 5
/** Texts do not matter here. */
const LIMITS = { maxText: 200 }

/** What the sessions of this directory say about the last days. */
export const tellInsights = (
  {
    session,
    models,
    runtime,
  }: {
    readonly session: SessionHandle
    readonly models: ModelChoice
    readonly runtime: Runtime
  },
  days: number,
): string => {
  if (session.path === undefined) return "This session isn't saved, so there is nothing to look back at."
  const since = runtime.now().getTime() - days * DAY_MS
  const files = sessionFilesIn([dirname(session.path)])
    .filter(({ mtimeMs }) => mtimeMs >= since)
    .slice(0, MOST_SESSIONS)
  const fold = new StatsFold({
    price: (model, usage) => costOf(usage, findModel(model, models.rows).facts),
    dayOf: at => at.slice(0, 10),
  })
  const changed = new Map<string, number>()
  for (const { path } of files) {
    const story = readStory(path, LIMITS)
    fold.add(story)
    for (const file of filesOf(story)) changed.set(file, (changed.get(file) ?? 0) + 1)
  }
  return render(fold.result(), changed, days)
}

/** Files that calls changed, each as often as it was. */
const filesOf = ({ turns, lanes }: Story): readonly string[] =>
  [...turns, ...lanes].flatMap(({ steps }) =>
    callsOf(steps).flatMap(({ effect }) => (effect.kind === 'write' ? [effect.path] : [])),
  )

const render = (all: Stats, changed: ReadonlyMap<string, number>, days: number): string => {
  if (all.sessions === 0)
    return `No sessions in this directory in the last ${days === 1 ? 'day' : `${days} days`}.`
  const tools = Object.entries(all.tools).sort(([, a], [, b]) => b.calls - a.calls)
  const failing = tools
    .filter(([, { errors }]) => errors > 0)
    .sort(([, a], [, b]) => b.errors - a.errors)
    .slice(0, SHOWN)
  const busiest = Object.entries(all.byDay).sort(([, a], [, b]) => b.calls - a.calls)[0]
  const most = [...changed].sort(([, a], [, b]) => b - a).slice(0, SHOWN)
  return [
    `The last ${days === 1 ? 'day' : `${days} days`} here: ${formatNumber(all.sessions, 'session')}, ${formatNumber(all.turns, 'turn')}, ${formatDuration(all.turnMs)} of work, ${formatUsd(all.total.usd)}${all.total.unpriced > 0 ? ' or more' : ''}, +${all.linesAdded} -${all.linesRemoved} lines.`,
    ...(busiest ? [`Busiest day: ${busiest[0]} (${formatNumber(busiest[1].calls, 'request')}).`] : []),
    ...named(
      'Tools used most',
      tools.slice(0, SHOWN).map(([name, { calls }]) => `${name} ${calls}`),
    ),
    ...named(
      'Calls that failed',
      failing.map(([name, { errors, calls }]) => `${name} ${errors} of ${calls}`),
    ),
    ...named(
      'Files changed most',
      most.map(([path, count]) => `${path} ${count}`),
    ),
  ].join('\n')
}

const named = (title: string, items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [`${title}: ${items.join(', ')}.`]
