import { expect, test } from 'vitest'
import { complete, findSpan, suggestCommands, suggestFiles, suggestSessions } from './completion.ts'

test.each([
  ['/co', 3, { kind: 'command', from: 0, to: 3, query: 'co' }],
  ['say /co', 7, undefined],
  ['look at @src/re', 15, { kind: 'file', from: 8, to: 15, query: 'src/re' }],
  ['mail me@example.com', 19, undefined],
  ['/model x', 8, undefined],
])('in %j at %d it completes %o', (text, caret, span) => {
  expect(findSpan(text, caret)).toEqual(span)
})

test('commands that begin with what was typed come first', () => {
  const commands = ['doctor', 'compact', 'color'].map(name => ({ name, description: '' }))
  expect(suggestCommands(commands, 'co').map(({ label }) => label)).toEqual(['/compact', '/color'])
  expect(suggestCommands(commands, 'oc').map(({ label }) => label)).toEqual(['/doctor'])
})

test('a suggestion takes the place of what was typed, with the caret behind it', () => {
  const [file] = suggestFiles(['src/my file.ts'])
  const text = 'look at @my and go'
  const span = findSpan(text, 11)
  expect(file && span && complete(text, span, file)).toEqual({
    text: 'look at @"src/my file.ts" and go',
    caret: 26,
  })
})

test.each([
  ['b', ['backend', 'Build']],
  ['BA', ['backend']],
  ['测', ['测试-1']],
  ['ackend', []],
  ['', []],
  ['b/', []],
  ['./b', []],
])('behind @%s the sessions %j are suggested', (query, names) => {
  const sessions = ['backend', 'Build', '测试-1'].map(name => ({ name, cwd: '/w' }))
  expect(suggestSessions(sessions, query)).toEqual(
    names.map(name => ({ insert: `@${name} `, label: name, detail: '/w' })),
  )
})
