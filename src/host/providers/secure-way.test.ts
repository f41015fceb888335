import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOUSE_AUTHORITY, HOUSE_CLIENT } from '../../../test/support/house-certificates.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Env } from '../../protocol/host.ts'
import { secureWay } from './secure-way.ts'

/** `{ca}` and the like stand for files. */
const wayOf = (dir: string, env: Env) => {
  const files = { ca: HOUSE_AUTHORITY, cert: HOUSE_CLIENT.cert, key: HOUSE_CLIENT.key, text: 'no PEM' }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
  const named = Object.entries(env).map(([name, value]) => [
    name,
    value?.replace(/^\{(\w+)\}$/, (_all, file) => join(dir, file)),
  ])
  const said = Object.fromEntries(named)
  return secureWay({ env: said, said })
}

const CLIENT = { CLAUDE_CODE_CLIENT_CERT: '{cert}', CLAUDE_CODE_CLIENT_KEY: '{key}' }

test('certificates are read from the files that the environment names', async () => {
  await using tmp = tmpDir()
  const { tls } = wayOf(tmp.path, {
    NODE_EXTRA_CA_CERTS: '{ca}',
    ...CLIENT,
    CAPSTAN_CLIENT_KEY_PASSPHRASE: 'open-sesame',
  })
  expect(tls).toMatchObject({ ...HOUSE_CLIENT, passphrase: 'open-sesame' })
  const authorities = [tls?.ca ?? []].flat()
  expect(authorities.at(-1)).toBe(HOUSE_AUTHORITY.trim())
  expect(authorities.length).toBeGreaterThan(50)
})

test('what the runtime has read by itself is not read again', () => {
  expect(secureWay({ env: { NODE_EXTRA_CA_CERTS: '/nowhere.pem' } }).tls).toBeUndefined()
})

test('where nothing is named nothing is read, and the authorities of the machine are asked for only when needed', () => {
  expect(secureWay({ env: {} })).toEqual({ moreAuthorities: expect.any(Function) })
  expect(secureWay({ env: { CLAUDE_CODE_CERT_STORE: 'bundled' } })).toEqual({})
  expect(secureWay({ env: { CAPSTAN_CERT_STORE: 'system' } }).moreAuthorities).toBeUndefined()
})

test.each<[string, Env, RegExp]>([
  [
    'a file that is not there',
    { NODE_EXTRA_CA_CERTS: '/nowhere.pem' },
    /NODE_EXTRA_CA_CERTS names a file that can't be read/,
  ],
  ['a file without a certificate', { NODE_EXTRA_CA_CERTS: '{text}' }, /There is no certificate in .*text/],
  ['half a client certificate', { CLAUDE_CODE_CLIENT_CERT: '{cert}' }, /needs both CAPSTAN_CLIENT_CERT and/],
  ['a locked key', CLIENT, /CAPSTAN_CLIENT_KEY_PASSPHRASE is missing or wrong/],
  [
    'a wrong password',
    { ...CLIENT, CLAUDE_CODE_CLIENT_KEY_PASSPHRASE: 'x' },
    /_PASSPHRASE is missing or wrong/,
  ],
  [
    'an unknown store',
    { CAPSTAN_CERT_STORE: 'keychain' },
    /must be "bundled", "system" or both, not "keychain"/,
  ],
])('one sentence tells of %s', async (_name, env, words) => {
  await using tmp = tmpDir()
  expect(() => wayOf(tmp.path, env)).toThrow(words)
})
