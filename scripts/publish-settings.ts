// Writes what is published about the settings, from their rows: the JSON schema for editors and the tables in
// docs/settings.md and docs/zh/settings.md. A test compares them with the rows.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { SETTING_GROUPS } from '../src/features/settings/rows/index.ts'
import { policyGroup } from '../src/features/settings/rows/policy.ts'
import { publishSchema, publishTables } from '../src/features/settings/rows/publish.ts'

const GROUPS = [...SETTING_GROUPS, policyGroup]
const [BEGIN, END] = ['<!-- settings: begin -->', '<!-- settings: end -->']

const putTables = (file: string, tables: string): void => {
  const page = readFileSync(file, 'utf8')
  const [before = '', after = ''] = [page.split(BEGIN)[0], page.split(END)[1]]
  writeFileSync(file, `${before}${BEGIN}\n\n${tables}\n${END}${after}`)
}

writeFileSync('docs/settings.schema.json', `${JSON.stringify(publishSchema(GROUPS), null, 2)}\n`)
putTables('docs/settings.md', publishTables(GROUPS))
putTables('docs/zh/settings.md', publishTables(GROUPS, 'zh', new Set(readdirSync('docs/zh'))))
