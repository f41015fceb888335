import { createStepDetector, findAtOnce } from '../../lib/secrets/detect.ts'
import { redactInSteps } from '../../lib/secrets/redact.ts'
import { atOnce, Turns } from '../../lib/work/in-steps.ts'
import type { Access } from '../../protocol/access.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { SecretSettings } from '../../protocol/settings.ts'
import type { Secrets } from '../../protocol/tool.ts'
import { credentialValues } from './credential-values.ts'
import { extraFormat } from './extra-format.ts'
import { redactFile } from './redact-file.ts'
import { markedCommand, refuseMarkers } from './refuse-markers.ts'
import { restoreSecrets } from './restore.ts'

/** What a session does about secrets in results, and about the markers that stand for them. */
export interface SessionSecrets extends Secrets {
  /** Every text in the value with markers for secrets; the same object when there are none. */
  redact<T>(value: T): T
  /** The same for what may be large: others have their turns in between. */
  redactInTurns<T>(value: T): Promise<T>
  /** The same in a file of kept output. Throws ToolError when that fails; the file is gone then. */
  redactFile(path: string): void
  /** Why a command must not run. */
  markedCommand(accesses: readonly Access[]): LocalizedText | undefined
  /** Throws ToolError when a write would put a marker into a file. */
  refuseMarkers(path: string, before: Uint8Array | undefined, after: Uint8Array): void
}

export interface SecretsOptions {
  readonly settings: SecretSettings
  /** Its credentials are looked for by value. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** More values to look for. */
  readonly own?: readonly string[]
}

/** Switched off, nothing is redacted any more; markers of earlier turns are still understood and kept out of files. */
export const createSessionSecrets = ({ settings, env, own = [] }: SecretsOptions): SessionSecrets => {
  const steps = createStepDetector({
    formats: (settings.extraPatterns ?? []).map(extraFormat),
    values: [...own, ...credentialValues(env)],
  })
  const find = findAtOnce(steps)
  const turns = new Turns()
  const isOn = settings.redactResults !== false
  return {
    redact: value => (isOn ? atOnce(redactInSteps(value, steps)) : value),
    redactInTurns: async value => (isOn ? await turns.run(redactInSteps(value, steps)) : value),
    redactFile: path => {
      if (isOn) redactFile(path, find)
    },
    restore: (edit, file) => restoreSecrets(edit, file, find),
    markedCommand,
    refuseMarkers,
  }
}
