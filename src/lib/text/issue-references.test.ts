import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issueAddress, issueHost, issueReferences } from './issue-references.ts'

const addressesIn = (text: string): readonly string[] =>
  issueReferences(text).map(reference => {
    const { from, to, owner, name, number } = reference
    expect(text.slice(from, to)).toBe(`${owner}/${name}#${number}`)
    return issueAddress(reference)
  })

const LONG_OWNER = 'o'.repeat(39)
const LONG_NAME = 'n'.repeat(100)

test.each([
  ['owner/repo#123', ['owner/repo/issues/123']],
  ['Fixes owner/repo#1, see (a-b/c.d_e-f#22).', ['owner/repo/issues/1', 'a-b/c.d_e-f/issues/22']],
  ['"o/r#9"; \'o/r#8\'! o/r#7?', ['o/r/issues/9', 'o/r/issues/8', 'o/r/issues/7']],
  ['o/r#1: done. o/r#2...', ['o/r/issues/1', 'o/r/issues/2']],
  ['修复了owner/repo#12的问题，见：o/r#3。', ['owner/repo/issues/12', 'o/r/issues/3']],
  ["o/r#4's fix\no/r#5", ['o/r/issues/4', 'o/r/issues/5']],
  [`${LONG_OWNER}/${LONG_NAME}#999999999`, [`${LONG_OWNER}/${LONG_NAME}/issues/999999999`]],
  ['o/.github#3', ['o/.github/issues/3']],
])('%s names %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses.map(address => `https://github.com/${address}`))
})

test.each([
  'https://github.com/owner/repo#123',
  'github.com/owner/repo#123',
  'git@github.com:owner/repo#123',
  'a/b/c#1',
  './owner/repo#1',
  '../repo#1',
  '~/repo#1',
  '/owner/repo#1',
  'owner\\repo#1',
  'C:\\owner/repo#1',
  'javascript:owner/repo#1',
  'owner/repo#123abc',
  'owner/repo#123-4',
  'owner/repo#123/x',
  'owner/repo#123#4',
  'owner/repo#1.5',
  'owner/repo#1?x=1',
  'owner/repo#1:2',
  'owner/repo#1@x',
  'owner/repo#0',
  'owner/repo#007',
  'owner/repo#1234567890',
  'owner/repo#',
  'owner/repo',
  'repo#12',
  '#12',
  'owner/..#1',
  'owner/.#1',
  '-owner/repo#1',
  'owner-/repo#1',
  'own_er/repo#1',
  'own.er/repo#1',
  'éowner/repo#1',
  'owner/repö#1',
  'owner/repo#1é',
  'owner/repo＃1',
  'owner/repo#１',
  'оwner/repo#1', // Cyrillic
  'x@owner/repo#1',
  'a=owner/repo#1',
  'x\u200bowner/repo#1',
  'owner/repo#1\u200b2',
  `${LONG_OWNER}o/repo#1`,
  `owner/${LONG_NAME}n#1`,
])('%s stays text', text => {
  expect(addressesIn(text)).toEqual([])
})

test('whatever stands around it, a link has nothing in it but names and a number', () => {
  const piece = fc.constantFrom(
    ...['owner/repo#1', 'o/r#22', '..', '/', '#', '@', ':', '\\', '%2e', '\u001b]8;;x\u0007', '\u202e', '<'],
    ...[
      '&',
      '?',
      ' ',
      '\n',
      '(',
      ')',
      '"',
      '.',
      '-',
      '_',
      'a',
      '9',
      'https://',
      'javascript:',
      '的',
      'é',
      '\ud800',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
      for (const address of addressesIn(pieces.join('')))
        expect(address).toMatch(
          /^https:\/\/github\.com\/[A-Za-z\d-]{1,39}\/[\w.-]{1,100}\/issues\/[1-9]\d{0,8}$/,
        )
    }),
    { numRuns: 500, seed: 40 },
  )
})

test('no character that goes on with a word may stand beside it', () => {
  for (const each of [...'_-/\\.@#~+=%&$^`|<>*}éßжαก'])
    expect([each, addressesIn(`${each}owner/repo#1`)]).toEqual([each, []])
  for (const each of [...'abzAZ_-/\\@#~+=%&$^`|<>*{([éßжαก'])
    expect([each, addressesIn(`owner/repo#1${each}`)]).toEqual([each, []])
})

test('what stands beside the text counts as if it were part of it', () => {
  const found = (before: string, after: string) => issueReferences('o/r#1', { before, after }).length
  expect(found('', '')).toBe(1)
  expect(found('see ', ' and')).toBe(1)
  expect(found('x', '')).toBe(0)
  expect(found('https://e.org/', '')).toBe(0)
  expect(found('', '2')).toBe(0)
  expect(found('', '.5')).toBe(0)
  expect(issueReferences('', { before: 'o/r#1', after: ' ' })).toEqual([])
})

test('a long text costs as much as it is long', () => {
  for (const piece of ['a/', 'a/a#', 'a/a#1 ', '#', 'a-', 'a/b#1.', ' a'])
    expect(issueReferences(piece.repeat(10_000).slice(0, 20_000)).length).toBeLessThanOrEqual(200)
})

test.each([
  [undefined, 'github.com'],
  ['github.com', 'github.com'],
  ['ssh.github.com', 'github.com'],
  ['git.Example.org', 'git.example.org'],
  ['github.com-work', 'github.com'],
  ['work', 'github.com'],
  ['10.0.0.1', 'github.com'],
  ['evil.example/x', 'github.com'],
  ['evil.example\u001b\\', 'github.com'],
  ['user@evil.example', 'github.com'],
  ['[::1]', 'github.com'],
  [`${'a.'.repeat(200)}org`, 'github.com'],
])('a remote at %s has its issues at %s', (remote, host) => {
  expect(issueHost(remote)).toBe(host)
})
