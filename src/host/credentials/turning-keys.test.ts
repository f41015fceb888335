import { expect, test } from 'vitest'
import { openrouter } from '../../features/models/providers/more/makers.ts'
import { bearer } from '../../features/models/providers/provider.ts'
import type { UnsignedRequest } from '../../protocol/credential.ts'
import { HostError } from '../../protocol/host.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { ModelError } from '../../protocol/model.ts'
import { fixed } from './credentials.ts'
import type { HostedCredential } from './hosted-credential.ts'
import { severalKeys } from './several-keys.ts'
import { TurningKeys } from './turning-keys.ts'

const REQUEST: UnsignedRequest = { method: 'POST', url: new URL('https://a.test'), headers: {}, body: [] }
const HOUR = 3_600_000

const turning = (order: 'in-order' | 'round-robin', names: readonly string[] = ['ONE', 'TWO', 'THREE']) => {
  const clock = { now: new Date('2026-11-16T12:00:00').getTime() }
  const members = names.map(name => fixed(name, bearer(name), `secret-of-${name}`).create())
  const keys = new TurningKeys(members, { title: 'Kimi', order, now: () => clock.now })
  const sent = async (): Promise<string> => {
    const { authorization = '' } = await keys.authorize(REQUEST)
    return authorization.replace('Bearer secret-of-', '')
  }
  const limited = (name: string, waitMs?: number) =>
    keys.limited({ authorization: `Bearer secret-of-${name}` }, waitMs)
  const used = (name: string) => keys.used({ authorization: `Bearer secret-of-${name}` })
  return { clock, sent, limited, used }
}

test('in order, the first is used until it is at its limit, and again when that has ended', async () => {
  const { clock, sent, limited, used } = turning('in-order')
  expect([await sent(), await sent()]).toEqual(['ONE', 'ONE'])
  expect(limited('ONE', HOUR)).toMatchObject({
    key: 'TWO',
    text: { text: 'Kimi: ONE is at its limit until 13:00. Using TWO.' },
  })
  expect(await sent()).toBe('TWO')
  expect(used('TWO')).toBeUndefined()
  clock.now += HOUR
  expect(await sent()).toBe('ONE')
  expect(used('ONE')).toMatchObject({ key: 'ONE', text: { text: 'Kimi: using ONE again.' } })
  expect(used('ONE')).toBeUndefined()
})

test('round robin, each is used in its turn, and those at their limit are passed over', async () => {
  const { sent, limited, used } = turning('round-robin')
  expect([await sent(), await sent(), await sent(), await sent()]).toEqual(['ONE', 'TWO', 'THREE', 'ONE'])
  expect(limited('ONE', HOUR)).toEqual({ text: expect.objectContaining({ id: 'model-access.next_key' }) })
  expect([await sent(), await sent(), await sent()]).toEqual(['TWO', 'THREE', 'TWO'])
  expect(used('TWO')).toBeUndefined()
})

test('where all are at their limit the one that comes back first says when, and is asked first', async () => {
  const { clock, sent, limited } = turning('in-order', ['ONE', 'TWO'])
  await sent()
  limited('ONE', 3 * HOUR)
  await sent()
  expect(limited('TWO', HOUR)).toEqual({ waitMs: HOUR })
  expect(await sent()).toBe('TWO')
  clock.now += 2 * HOUR
  expect(await sent()).toBe('TWO')
})

test('a server that says “at once”, or refuses what no key sent, is not asked in circles', async () => {
  const { sent, limited } = turning('in-order', ['ONE', 'TWO'])
  await sent()
  expect(limited('ONE', 0)).toMatchObject({ key: 'TWO' })
  await sent()
  expect(limited('TWO', 0)).toEqual({ waitMs: 1_000 })
  expect(limited('NOBODY', HOUR)).toEqual({ waitMs: HOUR })
})

test('only keys that are there count, and what is said of them is names', () => {
  const found = (keys: readonly string[], env: Record<string, string>) =>
    severalKeys(openrouter, env, { setting: { keys }, saved: () => undefined })
  expect(found([], { ONE: 'x' })).toBeUndefined()
  expect(found(['ONE', 'TWO'], {})).toBeUndefined()
  expect(found(['ONE', 'saved', 'TWO'], { TWO: 'x' })?.source).toBe('TWO')
  expect(found(['ONE', 'TWO'], { ONE: 'a', TWO: 'b' })?.source).toBe('ONE')
  const saved = fixed('credentials.json', bearer(''), 'kept')
  const both = severalKeys(
    openrouter,
    { ONE: 'a' },
    { setting: { keys: ['saved', 'ONE'] }, saved: () => saved },
  )
  expect(both?.source).toBe('credentials.json')
})

test('a key that cannot be had keeps no other from being used; where none can, the first says why', async () => {
  const locked = (name: string): HostedCredential => ({
    source: name,
    prepare: async () => await Promise.reject(new HostError('credentials', verbatim(`${name} is locked`))),
    authorize: () => {
      throw new ModelError('authentication_failed', verbatim(`${name} is locked`))
    },
  })
  const one = fixed('ONE', bearer('ONE'), 'secret-of-ONE').create()
  const how = { title: 'Kimi', order: 'in-order' } as const
  const some = new TurningKeys([locked('keychain'), one], how)
  await some.prepare()
  expect(await some.authorize(REQUEST)).toEqual({ authorization: 'Bearer secret-of-ONE' })
  const none = new TurningKeys([locked('keychain'), locked('OAuth sign-in')], how)
  await expect(none.prepare()).rejects.toThrow('keychain is locked')
  await expect(none.authorize(REQUEST)).rejects.toThrow('keychain is locked')
})

test('it is known which key a refusal is about', async () => {
  const names = ['ONE', 'TWO']
  const members = names.map(name => fixed(name, bearer(name), `secret-of-${name}`).create())
  const keys = new TurningKeys(members, { title: 'Kimi', order: 'round-robin' })
  const sent = [await keys.authorize(REQUEST), await keys.authorize(REQUEST)]
  expect(sent.map(headers => keys.sourceOf(headers))).toEqual(names)
  expect(keys.sourceOf({ authorization: 'of nobody' })).toBeUndefined()
})
