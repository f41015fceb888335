import { redactText } from '../../lib/secrets/redact.ts'
import type { SessionsDeps } from './deps.ts'
import { detectorOf } from './scan.ts'

/** Takes out of a text what looks like a key, and the credentials of this environment wherever they stand. */
export const createRedactor = (
  deps: Pick<SessionsDeps, 'configHome' | 'cwd' | 'process'>,
): ((text: string) => string) => {
  const find = detectorOf(deps)
  return text => redactText(text, find)
}
