import { createHash } from 'node:crypto'

/** What stands where a secret was: its kind, and enough of a hash to tell it from others of that kind. */
const MARKER = /\[secret:[a-z0-9-]{1,40}:[0-9a-f]{4}\]/g
const OPENING = '[secret:'

/** The same secret has the same marker, in every session. */
export const markerFor = (kind: string, secret: string): string =>
  `${OPENING}${kind}:${createHash('sha256').update(secret).digest('hex').slice(0, 4)}]`

/** Each once, in the order of the text. */
export const markersIn = (text: string): readonly string[] =>
  text.includes(OPENING) ? [...new Set(text.match(MARKER))] : []

export const replaceMarkers = (text: string, by: (marker: string) => string): string =>
  text.includes(OPENING) ? text.replace(MARKER, by) : text
