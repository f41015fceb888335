import type { AvailableRow, MarketplaceRow, PluginRow } from '../../host/plugins/desk-list.ts'
import { padAnsi } from '../../lib/ansi-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { textWidth } from '../../lib/text-width.ts'
import type { Power } from '../../protocol/extensions/power.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { pluginOutput } from '../../protocol/messages/cli/plugin-output.ts'
import { powerText } from '../../protocol/messages/host/plugin-parts.ts'
import { asLocalized, lines, mapText } from '../../protocol/messages/layout.ts'
import {
  inEnglish,
  type Localize,
  type LocalizedText,
  type Text,
} from '../../protocol/messages/localized-text.ts'

const shown = (text: string, most = 100): string => escapeLine(text, most)

const escaped = (text: Text, most = 100): LocalizedText =>
  mapText(asLocalized(text), words => shown(words, most))

/** A row for a program: in English. */
export const asJson = ({ brings, unused, problems, ...row }: PluginRow) => ({
  ...row,
  brings: brings.map(inEnglish),
  unused: unused.map(inEnglish),
  problems: problems.map(inEnglish),
})

/** Foreign text in every cell: escaped. */
const table = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map(row => textWidth(row[at] ?? ''))))
  return rows
    .map(row =>
      row
        .map((cell, at) => padAnsi(cell, widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const renderInstalled = (rows: readonly PluginRow[], localize: Localize): Text => {
  if (rows.length === 0) return pluginOutput('none_installed_add')
  const listed = table(
    rows.map(row => [
      shown(row.id),
      shown(row.version, 20),
      localize(stateOf(row)),
      shown(row.description, 60),
    ]),
  ).split('\n')
  return listed
    .flatMap((line, at) => [
      line,
      ...(rows[at]?.problems ?? []).map(problem => `  ! ${shown(localize(problem), 300)}`),
    ])
    .join('\n')
}

const stateOf = ({ id, enabled, scopes, foreign }: PluginRow): LocalizedText => {
  const state = pluginOutput(enabled ? 'state_enabled' : 'state_disabled')
  const placed = scopes.length > 0 ? pluginOutput('in_scopes', { state, scopes }) : state
  if (!foreign) return placed
  return pluginOutput(id.endsWith('@skills-dir') ? 'your_skills' : 'other_program', { state: placed })
}

export const renderAvailable = (rows: readonly AvailableRow[], localize: Localize): Text =>
  rows.length === 0
    ? pluginOutput('none_available')
    : table(
        rows.map(({ id, description, installed }) => [
          shown(id),
          installed ? localize(pluginOutput('is_installed')) : '',
          shown(description, 80),
        ]),
      )

export const renderMarketplaces = (rows: readonly MarketplaceRow[], localize: Localize): Text =>
  rows.length === 0
    ? pluginOutput('no_marketplaces')
    : table(
        rows.map(({ name, from, plugins, problem }) => [
          shown(name),
          problem === undefined
            ? localize(pluginOutput('plugins', { count: plugins }))
            : `! ${shown(localize(problem), 200)}`,
          shown(from),
        ]),
      )

const MOST_WORDS = 1_000

/** One line for each, whole or with the number of characters that are left out. */
export const renderPowers = (powers: readonly Power[]): readonly LocalizedText[] =>
  powers.map(({ kind, what }) => {
    const over = Array.from(what).length - MOST_WORDS
    const power = powerText({ kind, what: shown(what, MOST_WORDS) })
    return answerText('indented', {
      text: over > 0 ? answerText('more_characters', { text: power, count: over }) : power,
    })
  })

/** What an option takes, and how it is treated. */
export const kindOf = ({
  type,
  required,
  sensitive = false,
}: {
  readonly type: string
  readonly required?: boolean | undefined
  readonly sensitive?: boolean | undefined
}): readonly Text[] => [
  type,
  ...(required ? [pluginOutput('required')] : []),
  ...(sensitive ? [pluginOutput('secret')] : []),
]

export const renderDetails = (row: PluginRow, powers: readonly Power[]): LocalizedText =>
  lines([
    pluginOutput('head', {
      id: shown(row.id),
      version: shown(row.version),
      state: pluginOutput(row.enabled ? 'state_enabled' : 'state_disabled'),
    }),
    ...(row.description === '' ? [] : [shown(row.description, 300)]),
    pluginOutput('directory', { path: shown(row.path, 300) }),
    pluginOutput('contains', {
      parts: row.brings.length === 0 ? [pluginOutput('nothing')] : row.brings.map(each => escaped(each)),
    }),
    ...(powers.length === 0 ? [] : [pluginOutput('powers'), ...renderPowers(powers)]),
    ...(row.unused.length === 0
      ? []
      : [pluginOutput('unused', { parts: row.unused.map(each => escaped(each)) })]),
    ...Object.entries(row.options).map(([key, { type, required }]) =>
      pluginOutput('option_line', { key, kind: kindOf({ type, required }) }),
    ),
    ...row.problems.map(problem => pluginOutput('problem', { problem: escaped(problem, 300) })),
  ])
