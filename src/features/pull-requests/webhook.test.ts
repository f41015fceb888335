import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ForgeKind } from '../../protocol/agents/pull-requests.ts'
import { isSigned, nudgeIn, TakenDeliveries } from './webhook.ts'

const SECRET = 'hook-secret-0123456789'
const NOW = 1_700_000_000_000
const bytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value))
const BODY = bytes({ action: 'opened' })
const hex = (secret = SECRET, body = BODY): string => createHmac('sha256', secret).update(body).digest('hex')
const standard = (sent: number, secret = SECRET, id = 'm1'): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(sent),
  'webhook-signature': `v1,${createHmac('sha256', Buffer.from(secret, 'base64'))
    .update(`${id}.${sent}.`)
    .update(BODY)
    .digest('base64')}`,
})

test.each<[string, ForgeKind, Record<string, string>, boolean]>([
  ['right', 'github', { 'x-hub-signature-256': `sha256=${hex()}` }, true],
  ['of another secret', 'github', { 'x-hub-signature-256': `sha256=${hex('other')}` }, false],
  ['of another body', 'github', { 'x-hub-signature-256': `sha256=${hex(SECRET, bytes({}))}` }, false],
  ['the older, weaker one', 'github', { 'x-hub-signature': `sha1=${hex()}` }, false],
  ['none', 'github', {}, false],
  ['without its prefix', 'github', { 'x-hub-signature-256': hex() }, false],
  ['right', 'gitea', { 'x-gitea-signature': hex() }, true],
  ['right, of Forgejo', 'gitea', { 'x-forgejo-signature': hex() }, true],
  ['wrong', 'gitea', { 'x-gitea-signature': hex('other') }, false],
  ['none', 'gitea', {}, false],
  ['a right token', 'gitlab', { 'x-gitlab-token': SECRET }, true],
  ['a wrong token', 'gitlab', { 'x-gitlab-token': `${SECRET}x` }, false],
  ['no token', 'gitlab', {}, false],
  ['right', 'gitlab', standard(NOW / 1000), true],
  ['too old', 'gitlab', standard(NOW / 1000 - 301), false],
  [
    'of another secret, beside a right token',
    'gitlab',
    { ...standard(NOW / 1000, 'b3RoZXI='), 'x-gitlab-token': SECRET },
    false,
  ],
])('a signature that is %s (%s)', (_, kind, headers, expected) => {
  expect(isSigned({ kind, headers, body: BODY }, SECRET, NOW)).toBe(expected)
  // Without a secret nothing is believed, not even what is signed with none.
  expect(isSigned({ kind, headers, body: BODY }, '', NOW)).toBe(false)
})

test('a delivery counts once, by its id and by its content', () => {
  const taken = new TakenDeliveries()
  const delivery = (id: string, body: unknown) =>
    taken.take({ kind: 'github', headers: { 'x-github-delivery': id }, body: bytes(body) })
  expect([delivery('1', 'a'), delivery('1', 'b'), delivery('2', 'a'), delivery('3', 'c')]).toEqual([
    true,
    false,
    false,
    true,
  ])
})

test.each<[ForgeKind, unknown, unknown]>([
  [
    'github',
    { repository: { full_name: 'Acme/App' }, pull_request: { number: 7 } },
    { repository: 'acme/app', numbers: [7] },
  ],
  ['github', { repository: { full_name: 'a/b' }, issue: { number: 3 } }, { repository: 'a/b', numbers: [3] }],
  [
    'github',
    { repository: { full_name: 'a/b' }, check_run: { pull_requests: [{ number: 1 }, { number: 2 }] } },
    { repository: 'a/b', numbers: [1, 2] },
  ],
  ['github', { repository: { full_name: 'a/b' }, sha: 'x', state: 'failure' }, { repository: 'a/b' }],
  [
    'gitlab',
    {
      object_kind: 'merge_request',
      project: { path_with_namespace: 'g/s/n' },
      object_attributes: { iid: 4 },
    },
    { repository: 'g/s/n', numbers: [4] },
  ],
  [
    'gitlab',
    {
      object_kind: 'note',
      project: { path_with_namespace: 'g/n' },
      merge_request: { iid: 5 },
      object_attributes: { iid: 9 },
    },
    { repository: 'g/n', numbers: [5] },
  ],
  [
    'gitea',
    { repository: { full_name: 'a/b' }, pull_request: { number: 8 } },
    { repository: 'a/b', numbers: [8] },
  ],
  ['github', ['no', 'object'], undefined],
  ['gitlab', { project: 'g/n' }, undefined],
])('%s: which pull requests %j is about', (kind, event, expected) => {
  expect(nudgeIn(kind, bytes(event))).toEqual(expected)
})

test('what is no JSON is about nothing', () => {
  expect(nudgeIn('github', Buffer.from('{'))).toBeUndefined()
})
