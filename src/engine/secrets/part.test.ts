import { expect, expectTypeOf, test } from 'vitest'
import type { SessionEnvironment } from '../options/session-environment.ts'
import { createSecrets, type Secrets } from './part.ts'

const KEY = 'sw0rdfish-with-nine-lives'
const fresh = (): Secrets =>
  createSecrets({ place: { env: { SERVICE_API_KEY: KEY } } as unknown as SessionEnvironment })

/** What of a service could be used without waiting for it. */
type Early<S> = {
  [K in keyof S]: S[K] extends (...args: never[]) => Promise<unknown> ? never : K
}[keyof S]

test('nothing about secrets answers before they can be found', async () => {
  expectTypeOf<Early<Secrets>>().toBeNever()
  const secrets: object = fresh()
  for (const [name, ask] of Object.entries(secrets) as [string, (value: string) => unknown][])
    expect(ask(KEY), name).toBeInstanceOf(Promise)
})

test('the first to ask gets what finds them', async () => {
  const secrets = fresh()
  expect(await secrets.clean(`key=${KEY}`)).not.toContain(KEY)
  const { redact } = await secrets.ready()
  expect(redact([`key=${KEY}`])[0]).toBe(await secrets.clean(`key=${KEY}`))
})
