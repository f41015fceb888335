import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANY_CHARACTER } from '../../../../test/support/any-character.ts'
import { presented } from '../../../../test/support/presented.ts'
import { escapeText } from '../../../lib/escape-text.ts'
import { en } from '../text/en.ts'
import { zh } from '../text/zh.ts'
import { callActivity, runningCall } from './activity.ts'
import type { Row } from './row.ts'

test.each([
  ['Read', { file_path: '/w/src/foo.ts' }, 'Reading src/foo.ts …', '正在读取 src/foo.ts……'],
  ['Edit', { file_path: '/w/a.ts' }, 'Editing a.ts …', '正在编辑 a.ts……'],
  ['Write', { file_path: '/w/a.ts' }, 'Writing a.ts …', '正在写入 a.ts……'],
  ['Grep', { pattern: 'foo' }, 'Searching for foo …', '正在搜索 foo……'],
  ['Bash', { command: 'cd /w/x && npm test' }, 'Running npm test …', '正在运行 npm test……'],
  ['Bash', { command: 'TOKEN=abc123 deploy' }, 'Running Bash …', '正在运行 Bash……'],
  ['WebFetch', { url: 'https://me:abc@a.example/p?key=1' }, 'Fetching a.example …', '正在获取 a.example……'],
  ['Skill', { skill: 'review' }, 'Running skill review …', '正在运行技能 review……'],
  ['mcp__db__query', { sql: 'x' }, 'Running db · query …', '正在运行 db · query……'],
  ['constructor', {}, 'Running constructor …', '正在运行 constructor……'],
  ['Read', undefined, 'Running Read …', '正在运行 Read……'],
])('what a call of %s %j does is said', (name, input, english, chinese) => {
  expect(callActivity(presented({ name, input }), en, '/w')).toBe(english)
  expect(callActivity(presented({ name, input }), zh, '/w')).toBe(chinese)
})

test('whatever a call holds, the text is one short line without anything hidden', () => {
  const names = fc.constantFrom('Read', 'Bash', 'Grep', 'WebFetch', 'Edit', 'mcp__a__b', 'Skill', 'x')
  fc.assert(
    fc.property(names, fc.string({ unit: ANY_CHARACTER }), (name, value) => {
      const fields = ['file_path', 'command', 'pattern', 'url', 'skill']
      const line = callActivity(
        presented({ name, input: Object.fromEntries(fields.map(each => [each, value])) }),
        en,
        '/w',
      )
      expect(line).toBe(escapeText(line).replaceAll('\n', ''))
      expect(Array.from(line).length).toBeLessThanOrEqual(90)
    }),
    { numRuns: 200, seed: 40 },
  )
})

test('of the calls of the last message the first that runs is named', () => {
  const call = (id: string, state: 'running' | 'done' | 'background', streaming = false): Row => ({
    kind: 'tool',
    id,
    name: 'Bash',
    input: {},
    state,
    ...(streaming ? { streaming } : {}),
  })
  const user: Row = { kind: 'user', id: 'u', text: '', pictures: [], attachments: 0 }
  expect(runningCall([])).toBeUndefined()
  expect(runningCall([call('a', 'running'), user, call('b', 'done')])).toBeUndefined()
  expect(runningCall([user, call('a', 'done'), call('b', 'running'), call('c', 'running')])?.id).toBe('b')
  expect(runningCall([user, call('a', 'background'), call('b', 'running', true)])).toBeUndefined()
})
