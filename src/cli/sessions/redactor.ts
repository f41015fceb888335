import { redactText } from '../../lib/secrets/redact.ts'
import type { SessionsPlace } from './place.ts'
import { detectorOf } from './scan.ts'

/** Takes out of a text what looks like a key, and the credentials of this environment wherever they stand. */
export const createRedactor = (
  place: Pick<SessionsPlace, 'configHome' | 'cwd' | 'process'>,
): ((text: string) => string) => {
  const find = detectorOf(place)
  return text => redactText(text, find)
}
