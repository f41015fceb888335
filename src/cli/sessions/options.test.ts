import { expect, test } from 'vitest'
import { verbatim } from '../../protocol/messages/layout.ts'
import { readCount, readOptions, readSince } from './options.ts'

const SPEC = {
  name: 'test',
  usage: verbatim('Usage: test'),
  flags: { all: { type: 'boolean' }, since: { type: 'string' }, output: { type: 'string', short: 'o' } },
} as const
const NOW = Date.parse('2026-03-10T12:00:00.000Z')

test('flags and words are read in any order', () => {
  const given = readOptions(SPEC, ['a', '--all', '-o', 'x', 'b', '--since=3d'])
  expect([given.words, given.is('all'), given.text('output'), given.text('since')]).toEqual([
    ['a', 'b'],
    true,
    'x',
    '3d',
  ])
  expect([given.is('since'), given.text('all')]).toEqual([false, undefined])
})

test.each([
  [['--nope'], "test: Unknown option '--nope'."],
  [['--since'], "test: Option '--since <value>' argument missing"],
  [['--all=yes'], "test: Option '--all' does not take an argument"],
])('%j is refused with the usage', (argv, words) => {
  expect(() => readOptions(SPEC, argv)).toThrow(`${words}\nUsage: test`)
})

test.each([
  ['30d', NOW - 30 * 86_400_000],
  ['12h', NOW - 12 * 3_600_000],
  ['2w', NOW - 14 * 86_400_000],
  ['2026-03-02', Date.parse('2026-03-02T00:00:00')],
  ['2026-03-02T10:00:00Z', Date.parse('2026-03-02T10:00:00Z')],
  [undefined, undefined],
])('since %s', (text, moment) => {
  expect(readSince(SPEC, { flag: 'since', text, now: NOW })).toBe(moment)
})

test.each(['yesterday', '3', '3 days', '2026-13-45', ''])('since %j is refused', text => {
  expect(() => readSince(SPEC, { flag: 'since', text, now: NOW })).toThrow('--since takes a day')
})

test('a count is a whole number above zero', () => {
  expect([readCount(SPEC, 'n', '3'), readCount(SPEC, 'n', undefined)]).toEqual([3, undefined])
  for (const wrong of ['0', '-1', '1.5', 'x', ''])
    expect(() => readCount(SPEC, 'n', wrong)).toThrow('whole number above zero')
})
