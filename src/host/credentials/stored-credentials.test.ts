import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { anthropic } from '../../features/models/providers/anthropic.ts'
import type { UnsignedRequest } from '../../protocol/credential.ts'
import type { Env } from '../../protocol/host.ts'
import { readEnvironment } from '../environment.ts'
import { findCredential } from './credentials.ts'
import { credentialsFile, readStoredCredentials, withStoredCredentials } from './stored-credentials.ts'
import { Vault } from './vault.ts'

const KEY = { kind: 'key', apiKey: 'made-up-key' } as const
const SERVER = { baseUrl: 'http://127.0.0.1:11434', model: 'qwen' }

const open = (configHome: string): Vault => {
  let ids = 0
  return new Vault({
    configHome,
    env: {},
    now: () => 7,
    newId: () => `id-${++ids}`,
    openKeychain: async () => undefined,
  })
}
const read = (configHome: string) => {
  const warnings: string[] = []
  const stored = readStoredCredentials(configHome, ({ text }) => void warnings.push(text))
  return { stored, warnings }
}
const environmentFor = (configHome: string, env: Env, helper?: string) =>
  withStoredCredentials(readEnvironment(env), { configHome, helper, warn: () => undefined })

test('what is stored is found again, and only its owner may read it', async () => {
  await using tmp = tmpDir()
  const home = join(tmp.path, 'config')
  expect(read(home)).toEqual({ stored: undefined, warnings: [] })
  await open(home).keep('openai', KEY)
  const openai = { kind: 'key', in: 'file', apiKey: 'made-up-key', since: 7 }
  expect(read(home)).toEqual({ stored: { entries: { openai } }, warnings: [] })
  expect(statSync(credentialsFile(home)).mode & 0o777).toBe(0o600)
  expect(statSync(home).mode & 0o777).toBe(0o700)
})

test('a server and a key of the first provider replace each other; keys of others stay', async () => {
  await using tmp = tmpDir()
  const vault = open(tmp.path)
  await vault.keep('groq', KEY)
  await vault.keep('anthropic', KEY)
  await vault.keepServer(SERVER)
  expect(read(tmp.path).stored).toMatchObject({ server: SERVER, entries: { groq: { kind: 'key' } } })
  expect(read(tmp.path).stored?.entries['anthropic']).toBeUndefined()
  await vault.keep('anthropic', KEY)
  expect(read(tmp.path).stored?.server).toBeUndefined()
})

test('a file of an older version is read, and kept when something is added', async () => {
  await using tmp = tmpDir()
  writeFileSync(credentialsFile(tmp.path), '{"apiKey":"old-key"}', { mode: 0o600 })
  expect(read(tmp.path).stored?.entries['anthropic']).toMatchObject({ kind: 'key', apiKey: 'old-key' })
  await open(tmp.path).keep('xai', KEY)
  expect(Object.keys(read(tmp.path).stored?.entries ?? {})).toEqual(['anthropic', 'xai'])
})

test.each([
  ['{', 'is not valid JSON'],
  ['{}', 'holds neither a key nor a server'],
  ['{"server":{"baseUrl":"x","model":"m"}}', 'holds neither'],
  ['{"apiKey":7}', 'holds neither'],
  ['{"providers":{"openai":{"apiKey":""}}}', 'holds neither'],
  ['null', 'does not hold a JSON object'],
])('%s counts for nothing, which is said without its content', async (text, why) => {
  await using tmp = tmpDir()
  writeFileSync(credentialsFile(tmp.path), text, { mode: 0o600 })
  const { stored, warnings } = read(tmp.path)
  expect(stored).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining(why)])
})

test('a file that others can open, or that is none, counts for nothing', async () => {
  await using tmp = tmpDir()
  await open(tmp.path).keep('anthropic', KEY)
  chmodSync(credentialsFile(tmp.path), 0o640)
  expect(read(tmp.path).warnings).toEqual([expect.stringContaining('chmod 600')])
  await using other = tmpDir()
  mkdirSync(credentialsFile(other.path))
  expect(read(other.path).warnings).toEqual([expect.stringContaining('not a regular file')])
})

const unsigned: UnsignedRequest = {
  method: 'POST',
  url: new URL('https://model.test'),
  headers: {},
  body: [],
}

test('a stored key is used where nothing else is named', async () => {
  await using tmp = tmpDir()
  await open(tmp.path).keep('anthropic', KEY)
  const helper = { command: undefined, env: {}, cwd: '/' }
  const found = (env: Env) => findCredential(anthropic, environmentFor(tmp.path, env), helper)?.create()
  const stored = found({})
  expect([stored?.source, await stored?.authorize(unsigned)]).toEqual([
    'credentials.json',
    { 'x-api-key': 'made-up-key' },
  ])
  const named = found({ ANTHROPIC_API_KEY: 'env' })
  expect([named?.source, await named?.authorize(unsigned)]).toEqual([
    'ANTHROPIC_API_KEY',
    { 'x-api-key': 'env' },
  ])
})

test.each<[Env, string | undefined]>([
  [{ ANTHROPIC_BASE_URL: 'https://elsewhere.example' }, undefined],
  [{ ANTHROPIC_AUTH_TOKEN: 't' }, undefined],
  [{}, 'print-key'],
])('with %j and helper %j a stored key stays in its file', async (env, helper) => {
  await using tmp = tmpDir()
  await open(tmp.path).keep('anthropic', KEY)
  await open(tmp.path).keep('groq', KEY)
  expect(Object.keys(environmentFor(tmp.path, env, helper).stored ?? {})).toEqual(['groq'])
})

test('a stored server answers for every name of ours', async () => {
  await using tmp = tmpDir()
  await open(tmp.path).keepServer(SERVER)
  const environment = environmentFor(tmp.path, { ANTHROPIC_DEFAULT_OPUS_MODEL: 'big' })
  expect(environment).toMatchObject({
    baseUrl: 'http://127.0.0.1:11434',
    model: 'qwen',
    smallModel: 'qwen',
    redirects: { sonnet: 'qwen', haiku: 'qwen', default: 'qwen', opus: 'big' },
  })
  const found = findCredential(anthropic, environment, { command: undefined, env: {}, cwd: '/' })?.create()
  expect([found?.source, await found?.authorize(unsigned)]).toEqual(['none', {}])
})

test.each<[string, string | Uint8Array]>([
  ['bytes behind it', '{"providers":{"openai":{"apiKey":"k1"}}}}'],
  ['half of it', '{"providers":{"openai":{"apiKey":"k1"}'],
  ['a list of providers', '{"providers":["k1"]}'],
  ['a key twice', '{"apiKey":"k1","apiKey":"k2"}'],
  ['bytes that are no text', Buffer.from('{"apiKey":"k\xff"}', 'latin1')],
  ['nothing', ''],
])('a new key beside a file with %s loses nothing', async (_, content) => {
  await using tmp = tmpDir()
  writeFileSync(credentialsFile(tmp.path), content, { mode: 0o600 })
  await open(tmp.path).keep('xai', KEY)
  expect(readFileSync(`${credentialsFile(tmp.path)}.unreadable-1`)).toEqual(Buffer.from(content))
  expect(Object.keys(read(tmp.path).stored?.entries ?? {})).toEqual(['xai'])
})

test('a byte order mark is understood, and the other keys stay', async () => {
  await using tmp = tmpDir()
  writeFileSync(credentialsFile(tmp.path), '\uFEFF{"providers":{"openai":{"apiKey":"k1"}},"later":1}', {
    mode: 0o600,
  })
  await open(tmp.path).keep('xai', KEY)
  expect(Object.keys(read(tmp.path).stored?.entries ?? {})).toEqual(['openai', 'xai'])
  expect(JSON.parse(readFileSync(credentialsFile(tmp.path), 'utf8'))).toMatchObject({ later: 1 })
})
