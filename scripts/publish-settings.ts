// Writes what is published about the settings, from their rows: the JSON schema for editors and the tables in
// docs/settings.md. A test compares both with the rows.
import { readFileSync, writeFileSync } from 'node:fs'
import { SETTING_GROUPS } from '../src/features/settings/rows/index.ts'
import { policyGroup } from '../src/features/settings/rows/policy.ts'
import { publishSchema, publishTables } from '../src/features/settings/rows/publish.ts'

const GROUPS = [...SETTING_GROUPS, policyGroup]
const PAGE = 'docs/settings.md'
const [BEGIN, END] = ['<!-- settings: begin -->', '<!-- settings: end -->']

writeFileSync('docs/settings.schema.json', `${JSON.stringify(publishSchema(GROUPS), null, 2)}\n`)
const page = readFileSync(PAGE, 'utf8')
const [before = '', after = ''] = [page.split(BEGIN)[0], page.split(END)[1]]
writeFileSync(PAGE, `${before}${BEGIN}\n\n${publishTables(GROUPS)}\n${END}${after}`)
