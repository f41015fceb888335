import { beforeAll, expect, test } from 'vitest'
import { NOW, sessionRows } from '../../../../../test/support/panel-world.ts'
import { loadWords, type Words } from '../../text/words.ts'
import { matchOptions, type SessionsRenderOptions, sessionOptions } from './session-options.ts'

let words: Words
beforeAll(async () => {
  words = await loadWords('en')
})
const look = (): SessionsRenderOptions => ({ words, now: NOW, home: '/home/me', cwd: '/w' })

test('a row says what, when, how large, on which branch and where', () => {
  expect(
    sessionOptions(sessionRows.slice(1), look()).map(({ label, detail }) => `${label} | ${detail}`),
  ).toEqual([
    'Add a cart to the shop | 3h ago · 2.4 MB · main · open elsewhere',
    'Old thing | 3d ago · 400 bytes · ~/other',
  ])
})

test('a row of a team member says whose it is, as foreign text', () => {
  const row = { id: 'z', title: 'WORK', modifiedAt: NOW, bytes: 1, cwd: '/w' }
  const [option] = sessionOptions([{ ...row, member: { name: 'a\u001bnn', team: 'crew' } }], look())
  expect(option?.detail).toMatch(/ · member a\\u\{1b\}nn of crew$/)
})

test('titles of files are foreign text, and may be missing', () => {
  const row = { id: 'z', modifiedAt: NOW + 5, bytes: 1, cwd: '/w' }
  expect(
    sessionOptions(
      [
        { ...row, title: ' \n' },
        { ...row, title: 'a\u001b]0;x\u0007\nb' },
      ],
      look(),
    ).map(({ label }) => label),
  ).toEqual(['(empty)', 'a\\u{1b}]0;x\\u{7} b'])
})

test('of several matches in a session the first is shown; sessions nobody lists are left out', () => {
  expect(
    matchOptions(
      [
        { id: 'y', snippet: ' one ' },
        { id: 'y', snippet: 'two' },
        { id: 'gone', snippet: 'three' },
      ],
      sessionRows,
      look(),
    ).map(({ value, detail }) => [value.id, detail]),
  ).toEqual([['y', 'one']])
})
