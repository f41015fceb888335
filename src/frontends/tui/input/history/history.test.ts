import { expect, test } from 'vitest'
import type { HistoryLine } from '../../ports/history-port.ts'
import { createEditor } from '../editor.ts'
import { type Recalled, recall } from './recall.ts'
import { findQuery, type HistorySearch, openSearch, searchAgain, searchFor } from './search.ts'

const line = (text: string, mode: HistoryLine['mode'] = 'prompt'): HistoryLine => ({ text, mode, at: 0 })
/** Newest first. */
const entries = [
  line('fix the test'),
  line('git status', 'shell'),
  line('add a test'),
  line('add a test'),
  line('first\nsecond\nthird'),
  line('ls', 'shell'),
  line('remember tabs', 'memory'),
]

type Place = Parameters<typeof recall>[0]
const start = (text = '', mode: Place['mode'] = 'prompt'): Place => ({
  editor: createEditor(text),
  mode,
  back: 0,
})
const walk = (place: Place, steps: string): readonly (string | undefined)[] => {
  let at: Place = place
  return Array.from(steps, step => {
    const next: Recalled | undefined = recall(at, entries, {
      to: step === 'u' ? 'older' : 'newer',
      width: 80,
    })
    at = next ?? at
    return next && `${next.mode === 'prompt' ? '' : `${next.mode}:`}${next.editor.text}`
  })
}

test('up goes back, down comes forward to the draft, and the ends are ends', () => {
  expect(walk(start('draft'), 'uuud')).toEqual([
    'fix the test',
    'shell:git status',
    'add a test',
    'shell:git status',
  ])
  expect(walk(start('draft'), 'udd')).toEqual(['fix the test', 'draft', undefined])
  expect(walk(start(), 'uuuuuuuu')).toEqual([
    'fix the test',
    'shell:git status',
    'add a test',
    'first\nsecond\nthird',
    'shell:ls',
    'memory:remember tabs',
    undefined,
    undefined,
  ])
})

test('a draft narrows it to lines that begin with it', () => {
  expect(walk(start('add'), 'uud')).toEqual(['add a test', undefined, 'add'])
})

test('in shell mode only commands come up', () => {
  expect(walk(start('', 'shell'), 'uuud')).toEqual([
    'shell:git status',
    'shell:ls',
    undefined,
    'shell:git status',
  ])
})

test('the caret waits in the first row going up, in the last going down', () => {
  const up = recall({ ...start(), back: 4, editor: createEditor('add a test') }, entries, {
    to: 'older',
    width: 80,
  })
  const down = recall({ ...start(), back: 6, editor: createEditor('ls') }, entries, {
    to: 'newer',
    width: 80,
  })
  expect([up?.editor.caret, down?.editor.caret]).toEqual([5, 18])
})

test('the draft comes back as it was, with its undo', () => {
  const draft = createEditor('draft')
  const up = recall({ editor: draft, mode: 'prompt', back: 0 }, entries, { to: 'older', width: 80 })
  expect(up && recall(up, entries, { to: 'newer', width: 80 })?.editor).toBe(draft)
})

const seek = (...queries: readonly string[]): HistorySearch =>
  queries.reduce((search, query) => searchFor(entries, search, query), openSearch())

test('a search finds the newest line first, again the next older different one, and back', () => {
  const found = seek('t', 'te', 'test')
  expect(found).toEqual({ query: 'test', text: 'fix the test', index: 0, failed: false })
  const older = searchAgain(entries, found, 'older')
  expect(older).toMatchObject({ text: 'add a test', index: 2 })
  expect(searchAgain(entries, older, 'newer')).toMatchObject({ text: 'fix the test', index: 0 })
  const last = searchAgain(entries, older, 'older')
  expect(last).toEqual({ ...older, failed: true })
})

test('what is shown stays while it fits, and a shorter query begins anew', () => {
  const found = seek('a')
  expect(found.text).toBe('git status')
  expect(seek('a', 'add').text).toBe('add a test')
  expect(searchFor(entries, seek('add'), 'a').text).toBe('git status')
  expect(seek('zzz')).toMatchObject({ failed: true, text: '' })
  expect(seek('zzz', '')).toEqual(openSearch())
})

test('after a failure more letters look from the newest again', () => {
  expect(seek('testz', 'tes').text).toBe('fix the test')
})

test('with an empty query again goes through everything', () => {
  const one = searchAgain(entries, openSearch(), 'older')
  expect([one.text, searchAgain(entries, one, 'older').text]).toEqual(['fix the test', 'git status'])
})

test.each([
  ['Fix it', 'fix', { from: 0, to: 3 }],
  ['fix it', 'Fix', undefined],
  ['Fix it', 'F', { from: 0, to: 1 }],
  ['abc', '', undefined],
])('in %j the query %j is at %j', (text, query, span) => {
  expect(findQuery(text, query)).toEqual(span)
})
