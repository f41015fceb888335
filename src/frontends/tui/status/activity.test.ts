import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../../test/support/any-character.ts'
import { presented } from '../../../../test/support/presented.ts'
import { ansiWidth } from '../../../lib/ansi-text.ts'
import { escapeText } from '../../../lib/escape-text.ts'
import { statusEn } from '../text/en/status.ts'
import { statusZh } from '../text/zh/status.ts'
import { callActivity } from './activity.ts'

const said = (name: string, input: unknown, more: { width?: number; words?: typeof statusEn } = {}): string =>
  callActivity(presented({ name, input }), {
    cwd: '/w',
    width: more.width ?? 80,
    words: more.words ?? statusEn,
  })

test.each([
  ['Read', { file_path: '/w/src/foo.ts' }, 'Reading src/foo.ts', '正在读取 src/foo.ts'],
  ['Edit', { file_path: '/w/a.ts' }, 'Editing a.ts', '正在编辑 a.ts'],
  ['Write', { file_path: '/w/a.ts' }, 'Writing a.ts', '正在写入 a.ts'],
  ['Grep', { pattern: 'foo' }, 'Searching for foo', '正在搜索 foo'],
  ['Glob', { pattern: '**/*.ts' }, 'Searching for **/*.ts', '正在搜索 **/*.ts'],
  ['Bash', { command: 'npm test' }, 'Running npm test', '正在运行 npm test'],
  [
    'Bash',
    { command: 'cd /w/x && npm run build -- --now' },
    'Running npm run build',
    '正在运行 npm run build',
  ],
  ['WebFetch', { url: 'https://a.example/p?key=1' }, 'Fetching a.example', '正在获取 a.example'],
  ['Skill', { skill: 'review' }, 'Running skill review', '正在运行技能 review'],
  ['Agent', { description: 'find callers' }, 'Running Agent', '正在运行 Agent'],
  ['mcp__db__query', { sql: 'x' }, 'Running db · query', '正在运行 db · query'],
])('what a call of %s %j does is said', (name, input, english, chinese) => {
  expect(said(name, input)).toBe(english)
  expect(said(name, input, { words: statusZh })).toBe(chinese)
})

test.each([
  'TOKEN=abc123 deploy now',
  'curl -H "Authorization: Bearer abc123" https://x',
  'mysql -pabc123 db',
  'vault login s.abc1234567890defABC123',
  'login $(cat abc123)',
  'psql postgres://me:abc123@host/db',
  'echo "abc123" | docker login',
  'export KEY=abc123',
])('no secret of a command is shown: %s', command => {
  expect(said('Bash', { command })).not.toContain('abc123')
})

test('a search for something that looks like a key does not show it', () => {
  expect(said('Grep', { pattern: 'sk_live_abc1234567890defABC123' })).toBe('Running Grep')
  expect(said('WebFetch', { url: 'https://me:abc123@host.example/' })).toBe('Fetching host.example')
})

test('a loop or a condition is no program', () => {
  for (const command of [
    'while [ ! -e x ]; do sleep 1; done',
    'if true; then ls; fi',
    'for a in b; do c; done',
  ])
    expect(said('Bash', { command })).toBe('Running Bash')
})

test('before anything of the input has arrived the tool is named', () => {
  for (const name of ['Read', 'Bash', 'Grep', 'WebFetch']) expect(said(name, {})).toBe(`Running ${name}`)
  expect(said('WebFetch', { url: 'javascript:x' })).toBe('Running WebFetch')
})

test('whatever a call holds, the text is one line that fits and cannot steer the terminal', () => {
  const names = fc.constantFrom('Read', 'Bash', 'Grep', 'WebFetch', 'Edit', 'mcp__a__b', 'Skill', 'x')
  const text = fc.oneof(
    fc.string({ unit: ANY_CHARACTER }),
    fc.constant('a\u001b]0;x\u0007b\nc'),
    fc.constant('宽'.repeat(90)),
  )
  fc.assert(
    fc.property(names, text, fc.integer({ min: 20, max: 120 }), (name, value, width) => {
      const fields = ['file_path', 'command', 'pattern', 'url', 'skill']
      const line = said(name, Object.fromEntries(fields.map(each => [each, value])), { width })
      expect(ansiWidth(line)).toBeLessThanOrEqual(width)
      expect(line).toBe(escapeText(line).replaceAll('\n', ''))
    }),
    { numRuns: 200, seed: 40 },
  )
})
