import type { ValueSchema } from '../check.ts'
import { FOR_EDITORS } from '../elsewhere.ts'
import type { DescribedRow, SettingGroup } from './row.ts'

interface PublishedSchema extends Omit<ValueSchema, 'properties'> {
  description?: string
  default?: unknown
  properties?: Record<string, PublishedSchema>
}

/** The JSON schema of a settings file, for editors. Keys it does not name are allowed: files are shared. */
export const publishSchema = (groups: readonly SettingGroup[]): object => {
  const root: PublishedSchema = {
    properties: {
      [FOR_EDITORS]: { description: 'Location of this schema; only editors use it.', type: 'string' },
    },
  }
  for (const row of groups.flatMap(({ rows }) => rows)) {
    const path = row.key.split('.')
    const last = path.pop() ?? row.key
    let at = root
    for (const name of path) at = propertiesOf(at)[name] ??= { type: 'object' }
    propertiesOf(at)[last] = publishRow(row)
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Capstan settings',
    type: 'object',
    // Words of editors, not of JSON Schema: the files may have both.
    allowComments: true,
    allowTrailingCommas: true,
    ...root,
  }
}

const propertiesOf = (schema: PublishedSchema): Record<string, PublishedSchema> => (schema.properties ??= {})

const publishRow = (row: DescribedRow): PublishedSchema => ({
  description: [row.doc.en, ...(saidByProject(row) === 'yes' ? [] : [`From a folder: ${saidByProject(row)}`])]
    .map(sentence => `${sentence.replaceAll('`', '')}.`)
    .join(' '),
  ...row.check.schema,
  ...(row.default === undefined ? {} : { default: row.default }),
})

/** The settings as Markdown, a table a group. */
export const publishTables = (groups: readonly SettingGroup[]): string =>
  groups
    .map(({ title, page, rows }) =>
      [
        `### ${page === undefined ? title : `[${title}](${page})`}`,
        '',
        '| key | what it does | default | allowed in a project | takes effect |',
        '|---|---|---|---|---|',
        ...rows.map(tableLine),
        '',
      ].join('\n'),
    )
    .join('\n')

const tableLine = (row: DescribedRow): string => {
  const usual = row.default === undefined ? '' : `\`${JSON.stringify(row.default)}\``
  const counts = row.counts === 'now' ? 'immediately' : 'at the next start'
  return `| \`${row.key}\` | ${row.doc.en}${valuesOf(row)} | ${usual} | ${saidByProject(row)} | ${counts} |`
}

const valuesOf = ({ check, edit }: DescribedRow): string => {
  const choices = edit?.choices ?? check.schema.enum
  return choices ? `: ${choices.map(choice => `\`${choice}\``).join(', ')}` : ''
}

/** What a folder may say, in words. */
const saidByProject = ({ project, projectLimit, managedOnly, stricter }: DescribedRow): string => {
  if (managedOnly) return 'no, only in managed settings'
  if (project === 'never') return 'no'
  if (project === 'proposes') return 'only as a proposal; you are asked'
  const limit = projectLimit ?? (project === 'tighter' ? tighterWords(stricter) : undefined)
  const when = project === 'always' ? 'even before trust' : 'yes'
  return limit === undefined ? when : `${when}, ${limit}`
}

const tighterWords = (stricter: DescribedRow['stricter']): string =>
  typeof stricter === 'boolean' ? `only \`${stricter}\`` : 'only to tighten'
