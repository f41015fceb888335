import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../../test/support/tool-call.ts'
import type { Settings } from '../../../protocol/settings.ts'
import type { Check, ValueSchema } from '../check.ts'
import { checkSettings } from '../check-settings.ts'
import { ELSEWHERE, FOR_EDITORS } from '../elsewhere.ts'
import { meaningOf, rowOf } from '../known-keys.ts'
import { limitProject } from '../limit-project.ts'
import { SETTING_GROUPS, SETTING_ROWS } from './index.ts'
import { policyRows } from './policy.ts'
import { type DescribedRow, isTighter, type SettingRow } from './row.ts'

type Row = (typeof SETTING_GROUPS)[number]['rows'][number] | (typeof policyRows)[number]

type At<T, K extends string> = K extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<NonNullable<T[Head]>, Rest>
    : never
  : K extends keyof T
    ? NonNullable<T[K]>
    : never

/** Keys whose check lets something through that the type of the settings does not. */
type Mistyped = {
  [K in Row['key']]: Extract<Row, { readonly key: K }>['check'] extends Check<infer Value>
    ? [At<Settings, K>] extends [never]
      ? never
      : [Value] extends [At<Settings, K>]
        ? never
        : K
    : K
}[Row['key']]

/** Keys of the settings without a row. */
type Uncovered<T, P extends string = ''> = {
  [K in keyof T & string]-?: `${P}${K}` extends Row['key']
    ? never
    : [Extract<Row['key'], `${P}${K}.${string}`>] extends [never]
      ? `${P}${K}`
      : Uncovered<NonNullable<T[K]>, `${P}${K}.`>
}[keyof T & string]

test('rows and the type of the settings say the same', () => {
  // The compiler holds these two: each is an error as soon as its type is not never.
  const mistyped: readonly never[] = [] as readonly Mistyped[]
  const uncovered: readonly never[] = [] as readonly Uncovered<Settings>[]
  expect([...mistyped, ...uncovered]).toEqual([])
})

const SRC = join(import.meta.dirname, '../../..')
/** What only describes, checks, limits or translates a setting does not act on it. */
const NOT_ACTING =
  /\.test\.tsx?$|^features\/compatibility\/|^features\/settings\/(?!hooks-of|rules-of|load\.ts|merge\.ts)|^protocol\/(?:terminal-)?settings\.ts$/

const sources = (): readonly string[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => /\.tsx?$/.test(file) && !NOT_ACTING.test(file))
    // A folder of the name says it as well.
    .map(file =>
      `${file}\n${readFileSync(join(SRC, file), 'utf8')}`.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
    )
    .filter(text => /settings/i.test(text))

/** How many files that deal with settings say every name of the dotted path, as code. */
const actors = (texts: readonly string[], key: string): number => {
  const names = key.split('.').map(name => new RegExp(`(?<![\\w-])${name}(?![\\w-])`))
  return texts.filter(text => names.every(name => name.test(text))).length
}

test('every row is acted on somewhere', () => {
  const texts = sources()
  // Names that are in this tree only as keys known elsewhere show that the search can fail.
  expect(actors(texts, 'feedbackSurveyRate') + actors(texts, 'sandbox.credentials.sigv4')).toBe(0)
  expect(SETTING_ROWS.map(({ key }) => key).filter(key => actors(texts, key) === 0)).toEqual([])
})

test('a key has one row, and a name known elsewhere has none', () => {
  const keys = SETTING_ROWS.map(({ key }) => key)
  expect(keys).toEqual([...new Set(keys)])
  expect([...ELSEWHERE, FOR_EDITORS].filter(name => rowOf(name)?.key === name)).toEqual([])
  expect([...ELSEWHERE].filter(name => meaningOf(name) !== 'elsewhere')).toEqual([])
  expect(keys.filter(key => meaningOf(key) !== 'setting')).toEqual([])
})

test.each<[string, ReturnType<typeof meaningOf>]>([
  ['budgets', 'setting'],
  ['budgets.day.hard', 'setting'],
  ['budgets.week', 'unknown'],
  ['secrets', 'setting'],
  ['compaction.percent', 'setting'],
  ['instructionExcludes', 'setting'],
  ['env.ANY', 'setting'],
  ['hooks.PreToolUse', 'setting'],
  ['modelOverrides.x.price.input', 'setting'],
  ['sandbox.network', 'setting'],
  ['sandbox.network.tlsTerminate', 'setting'],
  ['sandbox.credentials.sigv4', 'elsewhere'],
  ['statusLine.hideVimModeIndicator', 'setting'],
  ['telemetry.enabled', 'elsewhere'],
  ['$schema', 'setting'],
  ['toString', 'unknown'],
  ['permissions.constructor', 'unknown'],
  ['theme.dark', 'unknown'],
])('%s is to this program: %s', (key, meaning) => {
  expect(meaningOf(key)).toBe(meaning)
})

const described: readonly DescribedRow[] = [...SETTING_GROUPS, { rows: policyRows }].flatMap(
  ({ rows }): readonly DescribedRow[] => rows,
)

test.each(described.map(row => [row.key, row] as const))('%s: its line and its default hold', (_, row) => {
  expect(row.doc.en).toMatch(/^\S[^\n|]{5,110}[^\s.|]$/)
  expect(row.doc.zh).toMatch(/^\S[^\n|]{2,110}[^\s。|]$/)
  const complaints: string[] = []
  const report = (_path: readonly string[], message: { readonly text: string }): void =>
    void complaints.push(message.text)
  if (row.default !== undefined) row.check(row.default, { key: row.key, report })
  expect(complaints).toEqual([])
})

const REMOTE: Readonly<Record<string, unknown>> = {
  'pullRequests.pollSeconds': 30,
  'pullRequests.forges': [{ host: 'git.example', kind: 'gitea' }],
  'serve.push.contact': 'mailto:me@example.com',
  'serve.push.quietHours': '22:00-07:00',
  'serve.push.ntfy': 'https://ntfy.example/topic',
  'serve.push.webhook': 'https://hooks.example/',
  'serve.triggers': [{ name: 'nightly', cwd: '/w', prompt: 'Look.' }],
}

/** A value of a setting that its check accepts. */
const sample = ({ key, check: { schema }, stricter }: SettingRow): unknown => {
  if (key === 'secrets.extraPatterns') return [{ name: 'acme', prefix: 'acme_' }]
  if (key === 'teams.url') return 'nats://teams.example:4222'
  if (key === 'fileEncoding') return 'gbk'
  if (key === 'notifyWebhook') return 'https://hooks.example/'
  const own = Object.hasOwn(REMOTE, key) ? REMOTE[key] : undefined
  if (own !== undefined) return own
  if (key === 'vimInsertModeRemaps') return { jj: '<Esc>' }
  if (key === 'sandbox.bwrapPath') return '/opt/bwrap'
  if (key === 'webSearch') return { endpoint: 'https://search.example/' }
  return typeof stricter === 'boolean' ? stricter : sampleOf(schema)
}

const sampleOf = (schema: ValueSchema): unknown => {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sampleOf(schema.anyOf[0] ?? {})
  if (schema.type === 'boolean') return true
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(1, schema.minimum ?? 1)
  if (schema.type === 'array') return [sampleOf(schema.items ?? {})]
  if (schema.type !== 'object') return schema.pattern?.startsWith('^\\d') ? '1.2.3' : 'x'
  return Object.fromEntries(
    Object.entries(schema.properties ?? { NAME: schema.additionalProperties || {} })
      .filter(([name]) => name !== 'price' && name !== 'fast')
      .map(([name, inner]) => [name, sampleOf(inner)]),
  )
}

const fileWith = (row: SettingRow, value: unknown): object =>
  row.key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object

const valueAt = (settings: object, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((at, name) => (at === undefined ? at : Reflect.get(Object(at), name)), settings)

const projectDir = makeDirectory()

/** What is left of one value in the file of a folder. */
const countsFrom = (row: SettingRow, value: unknown, trusted: boolean): unknown => {
  const file = fileWith(row, value)
  const { settings, complaints } = checkSettings(file, [])
  expect(complaints).toEqual([])
  return valueAt(
    limitProject(settings, { rawKeys: Object.keys(file), trusted, projectDir }).settings,
    row.key,
  )
}

test.each(SETTING_ROWS.map(row => [row.key, row] as const))(
  '%s: a folder may say what its row says',
  (_, row) => {
    const value = sample(row)
    expect(countsFrom(row, value, false)).toEqual(row.project === 'always' ? value : undefined)
    expect(countsFrom(row, value, true)).toEqual(
      row.project === 'never' || row.project === 'proposes' ? undefined : value,
    )
    if (typeof row.stricter === 'boolean') expect(countsFrom(row, !row.stricter, true)).toBeUndefined()
  },
)

test.each<[SettingRow['stricter'] | undefined, unknown, boolean]>([
  [true, true, true],
  [true, false, false],
  [false, false, true],
  ['longer', ['x'], true],
  [undefined, ['x'], false],
  [undefined, undefined, false],
])('where %j is stricter, %j tightens: %s', (stricter, value, tighter) => {
  expect(isTighter(stricter === undefined ? {} : { stricter }, value)).toBe(tighter)
})
