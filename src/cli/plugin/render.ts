import type { AvailableRow, MarketplaceRow, PluginRow } from '../../host/plugins/desk-list.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { counted } from '../../lib/text/counted.ts'
import type { Power } from '../../protocol/extensions/power.ts'
import { inEnglish } from '../../protocol/messages/localized-text.ts'

const shown = (text: string, most = 100): string => escapeLine(text, most)

/** Foreign text in every cell: escaped. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => row[at]?.length ?? 0)))
  return rows
    .map(row =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const renderInstalled = (rows: readonly PluginRow[]): string => {
  if (rows.length === 0)
    return 'No plugins are installed. Add a marketplace (capstan plugin marketplace add owner/name), then install one.'
  const lines = table(
    rows.map(({ id, version, enabled, scopes, foreign, description }) => [
      shown(id),
      shown(version, 20),
      `${enabled ? 'enabled' : 'disabled'}${scopes.length > 0 ? ` (${scopes.join(', ')})` : ''}${foreign ? (id.endsWith('@skills-dir') ? ' (your skills)' : ' (other program)') : ''}`,
      shown(description, 60),
    ]),
  ).split('\n')
  return lines
    .flatMap((line, at) => [
      line,
      ...(rows[at]?.problems ?? []).map(problem => `  ! ${shown(inEnglish(problem), 300)}`),
    ])
    .join('\n')
}

export const renderAvailable = (rows: readonly AvailableRow[]): string =>
  rows.length === 0
    ? 'No plugins to install. Add a marketplace first: capstan plugin marketplace add owner/name'
    : table(
        rows.map(({ id, description, installed }) => [
          shown(id),
          installed ? 'installed' : '',
          shown(description, 80),
        ]),
      )

export const renderMarketplaces = (rows: readonly MarketplaceRow[]): string =>
  rows.length === 0
    ? 'No marketplaces yet. Add one: capstan plugin marketplace add owner/name'
    : table(
        rows.map(({ name, from, plugins, problem }) => [
          shown(name),
          problem === undefined ? `${plugins} plugins` : `! ${shown(problem.text, 200)}`,
          shown(from),
        ]),
      )

const MOST_WORDS = 1_000

/** One line for each, whole or with the number of characters that are left out. */
export const renderPowers = (powers: readonly Power[]): readonly string[] =>
  powers.map(({ kind, what }) => {
    const over = Array.from(what).length - MOST_WORDS
    return `  ${kind} ${shown(what, MOST_WORDS)}${over > 0 ? ` (${counted(over, 'more character')})` : ''}`
  })

export const renderDetails = (row: PluginRow, powers: readonly Power[]): string =>
  [
    `${shown(row.id)} ${shown(row.version)} (${row.enabled ? 'enabled' : 'disabled'})`,
    ...(row.description === '' ? [] : [shown(row.description, 300)]),
    `Directory: ${shown(row.path, 300)}`,
    `Brings: ${row.brings.length === 0 ? 'nothing' : row.brings.map(each => shown(each)).join(', ')}`,
    ...(powers.length === 0 ? [] : ['Runs, reaches or allows:', ...renderPowers(powers)]),
    ...(row.unused.length === 0 ? [] : [`Not used yet: ${row.unused.map(each => shown(each)).join(', ')}`]),
    ...Object.entries(row.options).map(
      ([key, { type, required }]) => `Option: ${key} (${type}${required ? ', required' : ''})`,
    ),
    ...row.problems.map(problem => `! ${shown(inEnglish(problem), 300)}`),
  ].join('\n')
