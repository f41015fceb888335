import type { KeySource } from '../../features/models/key-source.ts'
import { createProviderModel } from '../../features/models/providers/create-model.ts'
import type { Provider } from '../../features/models/providers/provider.ts'
import { withRetry } from '../../features/models/retry.ts'
import { sleepFor } from '../../features/models/sleep.ts'
import type { Credential } from '../../protocol/credential.ts'
import { type Env, HostError } from '../../protocol/host.ts'
import { openingText } from '../../protocol/messages/host/opening.ts'
import type { Model } from '../../protocol/model.ts'
import type { EnvironmentOptions } from '../environment.ts'
import type { Connection } from './connections.ts'

/** The provider's model with retries, over a connection that others may use as well. */
export const connectModel = async (
  options: EnvironmentOptions,
  { transport, credential }: Connection,
  about: {
    readonly provider: Provider
    readonly version: string
    readonly env: Env
    readonly log?: (line: string) => void
  },
): Promise<Model> => {
  const model = await createProviderModel(about.provider, {
    baseUrl: options.baseUrl,
    env: about.env,
    transport,
    authorize: request => credential.authorize(request),
    ...(credential.renew ? { renew: refused => credential.renew?.(refused) ?? Promise.resolve(false) } : {}),
    ...(credential.limited ? { limited: credential.limited } : {}),
    ...(credential.used ? { used: credential.used } : {}),
    keySource: keySourceOf(about.provider, credential),
    headers: options.headers,
    userAgent: `capstan/${about.version}${options.clientApp ? ` (${options.clientApp})` : ''}`,
    betas: options.betas,
    ...(options.stallMs === undefined ? {} : { stallMs: options.stallMs }),
    ...(options.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: options.requestTimeoutMs }),
    ...(options.extraBody === undefined ? {} : { extraBody: parseExtraBody(options.extraBody) }),
    ...(about.log ? { log: about.log } : {}),
  })
  const plain = options.plainRequests
    ? (await import('../../features/models/plain-requests.ts')).plainly(model)
    : model
  return withRetry(plain, {
    sleep: sleepFor,
    random: Math.random,
    ...(options.maxRetries === undefined ? {} : { maxRetries: options.maxRetries }),
  })
}

const keySourceOf = (
  { name, title, auth, login }: Provider,
  { source, sourceOf }: Credential,
): KeySource => ({
  source,
  ...(sourceOf ? { sourceOf } : {}),
  login: login === 'unnamed' ? '/login' : `/login ${name}`,
  title,
  variables: auth.map(({ variable }) => variable).filter(variable => variable !== ''),
})

const parseExtraBody = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch {
    // Said below, in one place for every way of being wrong.
  }
  throw new HostError('provider', openingText('bad_extra_body'))
}
