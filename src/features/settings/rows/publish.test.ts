import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { englishIn } from '../../../../test/support/english-sentences.ts'
import { flag } from '../check.ts'
import { SETTING_GROUPS } from './index.ts'
import { policyGroup } from './policy.ts'
import { publishSchema, publishTables } from './publish.ts'
import type { SettingGroup } from './row.ts'

const GROUPS = [...SETTING_GROUPS, policyGroup]

const read = (file: string): string => readFileSync(`${import.meta.dirname}/../../../../docs/${file}`, 'utf8')
const HOW = 'npm run docs:settings makes it anew'

test('docs/settings.schema.json is what the rows say', () => {
  expect(JSON.parse(read('settings.schema.json')), HOW).toEqual(
    JSON.parse(JSON.stringify(publishSchema(GROUPS))),
  )
})

test('the tables of docs/settings.md are what the rows say', () => {
  const [, between] =
    /<!-- settings: begin -->\n\n([\s\S]*)\n<!-- settings: end -->/.exec(read('settings.md')) ?? []
  expect(between, HOW).toBe(publishTables(GROUPS))
})

test('the tables of docs/zh/settings.md are what the rows say, and nothing in them is English', () => {
  const [, between = ''] =
    /<!-- settings: begin -->\n\n([\s\S]*)\n<!-- settings: end -->/.exec(read('zh/settings.md')) ?? []
  const there = new Set(readdirSync(`${import.meta.dirname}/../../../../docs/zh`))
  expect(between, HOW).toBe(publishTables(GROUPS, 'zh', there))
  expect(englishIn(between.replaceAll(/`[^`]*`/g, ''))).toEqual([])
})

const valid = new Ajv2020({ strictSchema: false, formats: { uri: true } }).compile(publishSchema(GROUPS))

test.each<[boolean, object]>([
  [true, {}],
  [true, { $schema: 'docs/settings.schema.json', theme: 'dark', telemetry: true, later: [1] }],
  [
    true,
    {
      permissions: { allow: ['Bash(ls)'], defaultMode: 'plan' },
      sandbox: { network: { allowedDomains: ['x'] } },
    },
  ],
  [true, { fallbackModel: 'a', hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x' }] }] } }],
  [true, { fallbackModel: ['a', 'b'], env: { A: 'b' }, budgets: { day: { hard: 1 } } }],
  [false, { theme: 'pink' }],
  [false, { model: ' ' }],
  [false, { compaction: { percent: 101 } }],
  [false, { budgets: { week: {} } }],
  [false, { budgets: { day: { max: 1 } } }],
  [false, { env: { 'A-B': 'c' } }],
  [false, { statusLine: { command: 'x' } }],
  [false, { permissions: { deny: 'Bash' } }],
])('the schema says %s to %j', (expected, settings) => {
  expect(valid(settings)).toBe(expected)
})

test('a row is told with its default, what a folder may say and when it counts', () => {
  const group: SettingGroup = {
    title: 'Sample',
    page: 'sample.md',
    rows: [
      {
        key: 'sample.on',
        check: flag,
        doc: { en: 'Sample things', zh: '示例' },
        default: false,
        counts: 'now',
      },
      {
        key: 'sample.off',
        check: flag,
        doc: { en: 'None', zh: '无' },
        project: 'tighter',
        stricter: true,
        counts: 'next start',
      },
    ],
  }
  expect(publishTables([group])).toBe(
    `### [Sample](sample.md)

| key | what it does | default | allowed in a project | takes effect |
|---|---|---|---|---|
| \`sample.on\` | Sample things | \`false\` | yes | immediately |
| \`sample.off\` | None |  | yes, only \`true\` | at the next start |
`,
  )
  expect(publishSchema([group])).toMatchObject({
    properties: {
      $schema: { type: 'string' },
      sample: {
        type: 'object',
        properties: {
          on: { type: 'boolean', description: 'Sample things.', default: false },
          off: { type: 'boolean', description: 'None. From a folder: yes, only true.' },
        },
      },
    },
  })
})
