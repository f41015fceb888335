import { expect, test } from 'vitest'
import type { FooterLink } from '../../../protocol/terminal-settings.ts'
import { findBadges, pullRequestBadge } from './footer-links.ts'

const issue: FooterLink = {
  type: 'regex',
  pattern: '\\b(?<key>PROJ-\\d+)\\b',
  url: 'https://issues.example.com/browse/{key}',
  label: 'issue {key}',
}
const found = (text: string, link: Partial<FooterLink> = {}) => findBadges(text, [{ ...issue, ...link }], [])

test('what a turn names becomes a link once; the newest five stay', () => {
  expect(found('PROJ-1 and PROJ-2, PROJ-1')).toEqual([
    { url: 'https://issues.example.com/browse/PROJ-1', label: 'issue PROJ-1' },
    { url: 'https://issues.example.com/browse/PROJ-2', label: 'issue PROJ-2' },
  ])
  const before = found('PROJ-1 PROJ-2 PROJ-3 PROJ-4')
  expect(findBadges('PROJ-8 PROJ-9', [issue], before).map(({ label }) => label)).toEqual([
    'issue PROJ-2',
    'issue PROJ-3',
    'issue PROJ-4',
    'issue PROJ-8',
    'issue PROJ-9',
  ])
})

test.each([
  ['its host', { pattern: '(?<h>\\S+)', url: 'https://{h}/x' }, 'evil.example'],
  [
    'its host behind a name',
    { pattern: '(?<h>\\S+)', url: 'https://issues.example.com@{h}/' },
    'evil.example',
  ],
  ['a scheme of its own', { pattern: '(?<h>\\S+)', url: '{h}' }, 'javascript:alert(1)'],
  ['a scheme nobody knows', { pattern: 'x', url: 'file:///etc/passwd' }, 'x'],
  ['an address without end', { pattern: '(?<h>a+)', url: 'https://a.example/{h}' }, 'a'.repeat(3_000)],
  ['no pattern', { pattern: '(' }, 'x'],
])('a match cannot choose %s', (_, link, text) => {
  expect(found(text, link)).toEqual([])
})

test('what is matched stays one part of the address', () => {
  expect(found('a/../../b?c#d', { pattern: '(?<key>.+)' })[0]?.url).toBe(
    'https://issues.example.com/browse/a%2F..%2F..%2Fb%3Fc%23d',
  )
})

test('a pattern that would never end finds nothing', () => {
  expect(found(`${'a'.repeat(40)}!`, { pattern: '(a+)+$' })).toEqual([])
})

test('a pull request leads where the template says, a merge request to its own place', () => {
  const pr = { number: 7, url: 'https://github.com/a/b/pull/7', kind: 'pr' } as const
  expect(pullRequestBadge(pr)).toEqual({ url: pr.url, label: 'PR #7' })
  expect(pullRequestBadge(pr, 'https://reviews.example.com/{owner}/{repo}/{number}').url).toBe(
    'https://reviews.example.com/a/b/7',
  )
  expect(pullRequestBadge(pr, 'javascript:alert({number})').url).toBe(pr.url)
  const mr = { number: 7, url: 'https://gitlab.com/a/b/-/merge_requests/7', kind: 'mr' } as const
  expect(pullRequestBadge(mr, 'https://x.example/{number}')).toEqual({ url: mr.url, label: '!7' })
})
