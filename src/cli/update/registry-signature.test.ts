import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkBytes, checkSignature, readKeys, readPublished, stableVersion } from './registry-signature.ts'

const OF = { name: 'capstan', version: '2.0.0' }
const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const TARBALL = Buffer.from('the package')
const sumOf = (bytes: Uint8Array): string => `sha512-${createHash('sha512').update(bytes).digest('base64')}`

interface Registry {
  readonly key?: KeyObject
  readonly signer?: KeyObject
  readonly keyid?: string
  readonly expires?: string | null
  readonly time?: Record<string, string>
  /** What the signature was made for. */
  readonly signed?: string
  readonly signatures?: object[]
  readonly keys?: string
}

/** Looks at a version as the registry would tell of it. */
const look = ({
  key = pair.publicKey,
  signer = pair.privateKey,
  keyid = 'SHA256:a',
  expires = null,
  time = { '2.0.0': '2026-05-01T00:00:00Z' },
  signed = `capstan@2.0.0:${sumOf(TARBALL)}`,
  signatures = [{ keyid, sig: sign('sha256', Buffer.from(signed), signer).toString('base64') }],
  keys,
}: Registry): void => {
  const spki = key.export({ format: 'der', type: 'spki' }).toString('base64')
  const listed = { keys: [{ keyid: 'SHA256:a', key: spki, expires, keytype: 'ecdsa-sha2-nistp256' }] }
  const said = { name: OF.name, dist: { integrity: sumOf(TARBALL), signatures }, time }
  const published = readPublished(JSON.stringify(said), OF)
  if (!published) throw new Error('nothing was read')
  checkSignature(published, readKeys(keys ?? JSON.stringify(listed)))
  checkBytes(published, TARBALL)
}

test.each<[string, Registry]>([
  ['a key of the registry', {}],
  ['a key that expired later', { expires: '2026-06-01T00:00:00Z' }],
])('a version signed with %s is taken', (_, registry) => expect(() => look(registry)).not.toThrow())

test.each<[string, Registry, RegExp]>([
  ['signed by somebody else', { signer: other.privateKey }, /doesn't match the package/],
  ['signed with a key nobody lists', { keyid: 'SHA256:b' }, /a key that the registry doesn't list/],
  ['signed with a key that had expired', { expires: '2026-04-01T00:00:00Z' }, /a key that had expired/],
  ['signed with an expired key at no known time', { expires: '2026-06-01T00:00:00Z', time: {} }, /expired/],
  ['signed under another version', { signed: `capstan@1.0.0:${sumOf(TARBALL)}` }, /doesn't match/],
  ['signed for other bytes', { signed: `capstan@2.0.0:${sumOf(Buffer.from('x'))}` }, /doesn't match/],
  ['not signed', { signatures: [] }, /^Capstan 2\.0\.0 isn't signed by the npm registry/],
  [
    'signed twice, once wrongly',
    {
      signatures: [
        {
          keyid: 'SHA256:a',
          sig: sign('sha256', Buffer.from(`capstan@2.0.0:${sumOf(TARBALL)}`), pair.privateKey).toString(
            'base64',
          ),
        },
        { keyid: 'SHA256:a', sig: 'AAAA' },
      ],
    },
    /doesn't match/,
  ],
  ['signed with a key of another kind', { key: generateKeyPairSync('ed25519').publicKey }, /doesn't match/],
  ['of a registry without keys', { keys: '{"keys":[]}' }, /no signing keys.*npm install -g capstan@2\.0\.0/],
  ['of a mirror that answers with a page', { keys: '<html>' }, /no signing keys/],
])('a version that is %s changes nothing', (_, registry, sentence) => {
  expect(() => look(registry)).toThrow(sentence)
  expect(() => look(registry)).toThrow(/nothing was changed/)
})

test('bytes that are not the signed ones are not taken, whatever weaker sum they fit', () => {
  const swapped = Buffer.from('swapped')
  const sha1 = `sha1-${createHash('sha1').update(swapped).digest('base64')}`
  const published = { ...OF, signatures: [], at: undefined, integrity: `${sha1} ${sumOf(TARBALL)}` }
  expect(() => checkBytes(published, TARBALL)).not.toThrow()
  expect(() => checkBytes(published, swapped)).toThrow(
    /isn't the Capstan 2\.0\.0 that the npm registry signed/,
  )
})

test.each([
  ['what the registry calls so', { 'dist-tags': { stable: '1.1.0' } }, '1.1.0'],
  ['the newest that is a week old', {}, '1.2.0'],
  ['none that is newer than what everybody gets', { version: '1.1.0' }, '1.1.0'],
  ['none where none is old enough', { time: { '1.3.0': '2026-05-30T00:00:00Z' } }, undefined],
])('stable is %s', (_, said, version) => {
  const time = {
    created: '2026-01-01T00:00:00Z',
    '1.1.0': '2026-02-01T00:00:00Z',
    '1.10.0-beta': '2026-03-01T00:00:00Z',
    '1.2.0': '2026-05-01T00:00:00Z',
    '1.3.0': '2026-05-30T00:00:00Z',
  }
  const all = JSON.stringify({ version: '1.3.0', 'dist-tags': {}, time, ...said })
  expect(stableVersion(all, new Date('2026-06-01T00:00:00Z'))).toBe(version)
})
