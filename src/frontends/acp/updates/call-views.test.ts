import { expect, test } from 'vitest'
import { presentationFor } from '../../../../test/support/presented.ts'
import { inEnglish } from '../../../protocol/messages/localized-text.ts'
import { callKind, callTitle, safeTitle } from './call-views.ts'

const short = (path: string): string => path.replace('/w/', '')

test.each<[string, object, string, string]>([
  ['Read', { file_path: '/w/a.ts' }, 'read', 'Read a.ts'],
  ['Read', { file_path: '/w/a.ts', offset: 10, limit: 5 }, 'read', 'Read a.ts (10–14)'],
  ['Write', { file_path: '/w/a.ts' }, 'edit', 'Write a.ts'],
  ['NotebookEdit', { notebook_path: '/w/a.ipynb' }, 'edit', 'Edit a.ipynb'],
  ['Bash', { command: 'make\nmake test' }, 'execute', 'make …'],
  ['Bash', {}, 'execute', 'Run a command'],
  ['Grep', { pattern: 'x+', path: '/w/src' }, 'search', 'Search for x+ in src'],
  ['Glob', { pattern: '**/*.ts' }, 'search', 'Find **/*.ts'],
  ['WebFetch', { url: 'https://a.b' }, 'fetch', 'Fetch https://a.b'],
  ['WebSearch', { query: 'q' }, 'fetch', 'Search the web for q'],
  ['Agent', { description: 'Look around' }, 'think', 'Look around'],
  ['TodoWrite', {}, 'think', 'Update the to-do list'],
  ['Skill', { skill: 'pdf' }, 'other', 'Use the skill pdf'],
  ['EnterPlanMode', {}, 'switch_mode', 'Enter plan mode'],
  ['mcp__db__query', { sql: 'x' }, 'other', 'db: query'],
  ['Unknown', { subject: 'thing' }, 'other', 'Unknown: thing'],
  ['constructor', {}, 'other', 'constructor'],
])('%s of %j is a call of kind %s: %s', (name, input, kind, title) => {
  const call = { name, input, presentation: presentationFor(name, input) }
  expect([callKind(call), callTitle(call, { short, localize: inEnglish })]).toEqual([kind, title])
})

test('nothing in a title hides, reorders or breaks the line, and it ends', () => {
  expect(safeTitle('a\u202eb\u001b[2Jc\nd')).toBe('a\\u{202e}b\\u{1b}[2Jc d')
  expect(safeTitle('x'.repeat(1000))).toHaveLength(300)
})
