import { expect, test } from 'vitest'
import { newIdentity, openKeyRing } from './identity.ts'
import { type JobWork, readOrder, readWork } from './job.ts'
import { readMemberFile } from './member-file.ts'
import { MAX_BODY } from './names.ts'
import { decrypt, encrypt, expand, squeeze, unwrapKey, wrapKey } from './seal.ts'

const WORK: JobWork = {
  title: 'a job',
  prompts: ['do it'],
  repository: { kind: 'git', url: 'https://git.example/a.git', ref: 'main' },
  limits: { seconds: 60, memoryMb: 1024, diskMb: 1024 },
  permissions: { mode: 'acceptEdits', allow: [], deny: [] },
  network: 'off',
  secrets: ['NPM_TOKEN'],
  back: { patch: true, transcript: false, files: ['dist/a.js'] },
}

const git = (url: string, ref = 'main') => ({ repository: { kind: 'git', url, ref } })

test.each<[field: string | undefined, change: object]>([
  [undefined, {}],
  [undefined, git('git@git.example:a.git')],
  [undefined, { repository: undefined, prompts: ['one', 'two'] }],
  ['prompts', { prompts: [] }],
  ['prompts', { prompts: ['x'.repeat(300_000)] }],
  ['repository', git('ext::sh -c id')],
  ['repository', git('https::ext::x')],
  ['repository', git('file:///etc')],
  ['repository', git('/srv/secret')],
  ['repository', git('--upload-pack=id')],
  ['repository', git('https://git.example/a.git', '--output=/etc/x')],
  ['repository', { repository: { kind: 'bundle', object: '../x', bytes: 1, sha256: '', head: '' } }],
  ['limits', { limits: { seconds: 60, memoryMb: 1024, diskMb: 1024, usd: -1 } }],
  ['limits', { limits: { seconds: 1e9, memoryMb: 1024, diskMb: 1024 } }],
  ['permissions', { permissions: { mode: 'anything', allow: [], deny: [] } }],
  ['secrets', { secrets: ['$(id)'] }],
  ['network', { network: ['a host'] }],
  ['back', { back: { patch: true, transcript: false, files: ['../../etc/passwd'] } }],
  ['back', { back: { patch: true, transcript: false, files: ['/etc/passwd'] } }],
  ['back', { back: { patch: true, transcript: false, files: ['.git/config'] } }],
  ['surprise', { surprise: 1 }],
])('a job is held against its schema: %s', (field, change) => {
  const read = readWork(JSON.parse(JSON.stringify({ ...WORK, ...change })))
  expect('problem' in read ? read.problem : undefined).toBe(field)
})

test.each(['', '{}', 'null', '[]', '{"facts":{}}', `{"work":"${'x'.repeat(MAX_BODY)}"}`])(
  'an order that is none is none',
  text => {
    expect(readOrder(Buffer.from(text))).toBeUndefined()
    expect(readMemberFile(text)).toBeUndefined()
  },
)

test('what is sealed opens for its readers, whole and in its place alone', () => {
  const [a, b, stranger] = ['a', 'b', 'c'].map(newIdentity)
  if (!a || !b || !stranger) throw new Error('no identities')
  const key = Buffer.alloc(32, 5)
  const wrapped = wrapKey(key, [a, b])
  expect(unwrapKey(wrapped, b, openKeyRing(b))).toEqual(key)
  expect(unwrapKey(wrapped, stranger, openKeyRing(stranger))).toBeUndefined()
  expect(unwrapKey(wrapped, { ...stranger, name: 'b' }, openKeyRing(stranger))).toBeUndefined()
  const sealed = encrypt(key, Buffer.from('secret'), 'here')
  expect(decrypt(key, sealed, 'here').toString()).toBe('secret')
  expect(() => decrypt(key, sealed, 'there')).toThrow()
  expect(() => decrypt(key, Buffer.concat([sealed, Buffer.of(0)]), 'here')).toThrow()
  expect(() => expand(squeeze(Buffer.alloc(1_000_000)), 1_000)).toThrow()
})
