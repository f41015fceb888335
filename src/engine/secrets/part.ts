import { createSessionSecrets, type SessionSecrets } from '../../features/secrets/session-secrets.ts'
import type { SecretSettings } from '../../protocol/settings.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'

/**
 * Secrets of a session, made ready with the first text to look at. Nothing here answers at once, so nobody can look for
 * secrets before they can be found.
 */
export interface Secrets {
  /** The only way to what answers at once. */
  ready(): Promise<SessionSecrets>
  /** For what is not a result: text of files that enters a request by itself. */
  clean<T>(value: T): Promise<T>
}

export const createSecrets = ({
  place,
  secrets,
  ownSecrets = [],
}: {
  readonly place: SessionEnvironment
  readonly secrets?: SecretSettings
  readonly ownSecrets?: readonly string[]
}): Secrets => {
  let loading: Promise<SessionSecrets> | undefined
  const load = async (): Promise<SessionSecrets> => {
    const loaded = createSessionSecrets({ settings: secrets ?? {}, env: place.env, own: ownSecrets })
    // The expressions are compiled now, not in the middle of the first result.
    loaded.redact('nothing to see here')
    return loaded
  }
  const ready = (): Promise<SessionSecrets> => (loading ??= load())
  return { ready, clean: async value => (await ready()).redact(value) }
}
