import { expect, test } from 'vitest'
import type { LedgerRow } from '../../features/sessions/ledger/ledger-rows.ts'
import { toolRows } from '../../features/tools/index.ts'
import type { Approval } from '../../protocol/context.ts'
import { createTextRow, totalsLine } from './ledger-lines.ts'
import { LEDGER_WORDS } from './ledger-words.ts'

const row = (more: Partial<LedgerRow>): LedgerRow =>
  ({
    session: 's1',
    project: '/w',
    turn: 1,
    at: '2026-03-02T09:14:00.000Z',
    kind: 'run',
    by: 'Bash',
    what: 'npm test',
    outcome: 'exit 0',
    because: 'asked',
    ...more,
  }) as LedgerRow
const lineOf = (more: Partial<LedgerRow>, language: 'en' | 'zh' = 'en'): string =>
  createTextRow(LEDGER_WORDS[language])(row(more)).split('\n').at(-2)?.trim() ?? ''

const APPROVERS: readonly Approval['by'][] = [
  'person',
  'rule',
  'mode',
  'hook',
  'workingDir',
  'safetyCheck',
  'subcommandResults',
  'sandboxOverride',
  'classifier',
  'other',
]

test.each(APPROVERS)('who let it run is a sentence in both languages: %s', by => {
  const english = lineOf({ approval: { by } })
  expect(english).toMatch(/, (?:approved by|allowed by|no approval needed)/)
  expect(english).not.toMatch(/approved by (?:read-only|working)/)
  expect(lineOf({ approval: { by } }, 'zh')).toMatch(/退出码 0，[^a-z]*(?:批准|允许)[^a-z]*$/)
})

test('a rule is named as it is written, and an approver that nobody knows only by that', () => {
  expect(lineOf({ approval: { by: 'rule', text: 'Bash(npm test:*)' } })).toBe(
    'run    npm test  exit 0, allowed by rule Bash(npm test:*)',
  )
  expect(lineOf({ approval: { by: 'new' as never } })).toBe('run    npm test  exit 0')
})

/** Their input says what they did: a command, a file, an address, or they only look and are left out. */
const SAID_BY_INPUT = new Set([
  ...['Bash', 'Monitor', 'Edit', 'Write', 'NotebookEdit', 'Read', 'Glob', 'Grep', 'TodoWrite', 'WebFetch'],
  ...['WebSearch', 'TaskGet', 'TaskOutput', 'TaskStop', 'TaskUpdate'],
])

test.each(Object.keys(toolRows).filter(name => !SAID_BY_INPUT.has(name)))(
  'a call of %s without a subject is told in words, in both languages',
  by => {
    const [english, chinese] = (['en', 'zh'] as const).map(
      language => lineOf({ by, what: by, outcome: 'done' }, language).split(/\s{2,}/)[1] ?? '',
    )
    expect(english).not.toBe(by)
    expect(english).toMatch(/^[a-z][a-z ]+$/)
    expect(chinese).toMatch(/^[\u4e00-\u9fff]+$/)
  },
)

test.each([
  [
    'SendMessage',
    'ann: shutdown request',
    'message to ann: shutdown request',
    '发消息给 ann: shutdown request',
  ],
  ['ExitPlanMode', '/p/plan.md', 'asked for approval of the plan /p/plan.md', '请求批准计划 /p/plan.md'],
  ['Agent', 'look around', 'agent: look around', '智能体：look around'],
  ['mcp__db__query_rows', 'table: a', 'db query_rows: table: a', 'db query_rows: table: a'],
  ['mcp__db__ping', 'mcp__db__ping', 'db ping', 'db ping'],
  ['constructor', 'x', 'x', 'x'],
])('%s of %j', (by, what, english, chinese) => {
  expect(lineOf({ by, what, outcome: 'done' })).toContain(`run    ${english}  done`)
  expect(lineOf({ by, what, outcome: 'done' }, 'zh')).toContain(`run    ${chinese}  完成`)
})

test('the total counts in words', () => {
  const one = { rows: 1, usd: 0.5, unpriced: 1 }
  expect(totalsLine(one, LEDGER_WORDS.en)).toBe('\n1 row, $0.5000, and 1 call without a known price\n')
  expect(totalsLine({ ...one, rows: 0 }, LEDGER_WORDS.zh)).toBe(
    '没有运行、读取、写入、抓取或花费任何内容。\n',
  )
})
