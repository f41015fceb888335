import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createFakeKeychain } from '../../../test/support/sign-in/fake-keychain.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { credentialText } from '../../protocol/messages/host/credentials.ts'
import { type KeychainOptions, openKeychain } from './keychain.ts'
import { Vault } from './vault.ts'

const KEY = { kind: 'key', apiKey: 'made-up-key-0123' } as const
const TOKENS = {
  kind: 'oauth',
  tokens: { accessToken: 'access-1', refreshToken: 'refresh-1', expiresAt: 9 },
} as const

const open = (configHome: string) => {
  const fake = createFakeKeychain()
  let now = 0
  const vault = new Vault({
    configHome,
    env: {},
    now: () => ++now,
    newId: () => `id-${++now}`,
    openKeychain: async () => fake.keychain,
  })
  return { ...fake, vault, text: () => readFileSync(vault.file, 'utf8') }
}

test.each([KEY, TOKENS])(
  'a secret goes to the keychain, and the file only says that it is there: %j',
  async secret => {
    await using tmp = tmpDir()
    const { vault, secrets, text } = open(tmp.path)
    expect(await vault.keep('openai', secret)).toEqual({ in: 'keychain', file: vault.file })
    expect([secrets.size, /made-up|access|refresh/.test(text())]).toEqual([1, false])
    expect(await vault.take('openai')).toEqual(secret)
    expect(await vault.take('groq')).toBeUndefined()
  },
)

test('a keychain that is locked when something is saved is told, and the file has it', async () => {
  await using tmp = tmpDir()
  const { vault, state, secrets } = open(tmp.path)
  state.problem = credentialText('keychain_locked')
  expect(await vault.keep('openai', KEY)).toEqual({
    in: 'file',
    file: vault.file,
    problem: credentialText('keychain_locked'),
  })
  expect([await vault.take('openai'), secrets.size]).toEqual([KEY, 0])
})

test('a session bus without a keychain is the same as none', async () => {
  await using tmp = tmpDir()
  const { vault, state } = open(tmp.path)
  state.problem = credentialText('no_keychain')
  expect(await vault.keep('openai', KEY)).toEqual({ in: 'file', file: vault.file })
})

test('a keychain that is locked later is told in one sentence, without the secret', async () => {
  await using tmp = tmpDir()
  const { vault, state, secrets } = open(tmp.path)
  await vault.keep('openai', KEY)
  state.problem = credentialText('keychain_locked')
  await expect(vault.take('openai')).rejects.toThrow(
    "The credential for openai is in your keychain, which can't be read: it is locked. Unlock it, or sign in again: capstan auth login openai",
  )
  await expect(vault.forget('openai')).rejects.toThrow('Unlock it and try again.')
  state.problem = undefined
  secrets.clear()
  await expect(vault.take('openai')).rejects.toThrow('is no longer in your keychain')
})

test('renewed tokens belong to the same sign-in, a new sign-in is another', async () => {
  await using tmp = tmpDir()
  const { vault, text } = open(tmp.path)
  const since = (): number => JSON.parse(text()).providers.house.since
  await vault.keep('house', TOKENS)
  const first = since()
  await vault.keep('house', TOKENS, { renewed: true })
  expect(since()).toBe(first)
  await vault.keep('house', TOKENS)
  expect(since()).not.toBe(first)
})

test('two processes that save at the same time lose nothing of each other', async () => {
  await using tmp = tmpDir()
  const [one, two] = [open(tmp.path), open(tmp.path)]
  await Promise.all([
    ...['a', 'b', 'c'].map(name => one.vault.keep(name, KEY)),
    ...['d', 'e', 'f'].map(name => two.vault.keep(name, KEY)),
  ])
  expect(Object.keys(JSON.parse(one.text()).providers).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
})

/** The package as this machine would have it, with a system behind it that does as told. */
const library = (work: () => Promise<string | null>): NonNullable<KeychainOptions['load']> => {
  class AsyncEntry {
    getPassword = work
  }
  return async () => ({ AsyncEntry }) as unknown as Awaited<ReturnType<NonNullable<KeychainOptions['load']>>>
}
const BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }

test.each<[string, Partial<KeychainOptions>]>([
  ['the package is not there', { env: BUS, load: () => Promise.reject(new Error('Cannot find package')) }],
  ['there is no session bus', { env: {}, load: library(async () => 'x') }],
  [
    'the person wants none',
    { env: { ...BUS, CAPSTAN_DISABLE_KEYCHAIN: '1' }, load: library(async () => 'x') },
  ],
])('there is no keychain where %s', async (_name, options) => {
  expect(await openKeychain({ env: {}, platform: 'linux', ...options })).toBeUndefined()
})

test.each([
  ['User interaction is not allowed.', 'it is locked'],
  [
    'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files',
    'there is none',
  ],
  ['Something else', 'Something else'],
])('a keychain that says %j is told as %j', async (said, told) => {
  const load = library(() => Promise.reject(new Error(said)))
  const keychain = await openKeychain({ env: BUS, platform: 'linux', load })
  await expect(keychain?.get('a')).rejects.toMatchObject({ name: 'KeychainError', message: told })
})

test('a keychain that does not answer is not waited for without end', async () => {
  const load = library(() => new Promise(() => {}))
  const keychain = await openKeychain({ env: {}, platform: 'darwin', waitMs: 1, load })
  await expect(keychain?.get('a')).rejects.toMatchObject({ message: 'it did not answer' })
})
