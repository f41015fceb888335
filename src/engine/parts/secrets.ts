import type { SessionSecrets } from '../../features/secrets/session-secrets.ts'
import type { SecretSettings } from '../../protocol/settings.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'

/** Secrets of a session, loaded with the first call: before, there is no result to look at. */
export interface Secrets extends SessionSecrets {
  /** To be awaited before a tool runs. */
  ready(): Promise<void>
  /** {@link redact} for what is not a result: text of files that enters a request by itself. */
  clean<T>(value: T): Promise<T>
}

export const createSecrets = ({
  place,
  secrets,
}: {
  readonly place: SessionEnvironment
  readonly secrets?: SecretSettings
}): Secrets => {
  let loaded: SessionSecrets | undefined
  let loading: Promise<void> | undefined
  const load = async (): Promise<void> => {
    const { createSessionSecrets } = await import('../../features/secrets/session-secrets.ts')
    loaded = createSessionSecrets({ settings: secrets ?? {}, env: place.env })
    // The expressions are compiled now, not in the middle of the first result.
    loaded.redact('nothing to see here')
  }
  const opened = (): SessionSecrets => {
    if (!loaded) throw new Error('a tool ran before the secrets were ready')
    return loaded
  }
  const ready = (): Promise<void> => (loading ??= load())
  return {
    ready,
    async clean(value) {
      await ready()
      return opened().redact(value)
    },
    redact: value => opened().redact(value),
    redactFile: path => opened().redactFile(path),
    restore: (edit, file) => opened().restore(edit, file),
    markedCommand: accesses => opened().markedCommand(accesses),
    refuseMarkers: (path, before, after) => opened().refuseMarkers(path, before, after),
  }
}
