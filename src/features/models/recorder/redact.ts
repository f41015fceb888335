import type { ModelDelta } from '../../../protocol/model.ts'
import { asRecord } from '../json-shape.ts'
import type { TimedDelta } from './cassette.ts'

export type Redact = (text: string) => string

/** Credentials that can be told by their form. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  /\bxox[abposr]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[A-Za-z0-9_-]{30,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g,
]
const BEARER = /\b(Bearer\s+)[A-Za-z0-9._~+/-]{16,}=*/gi

export const redactSecrets: Redact = text =>
  SECRETS.reduce((sofar, form) => sofar.replace(form, '[redacted]'), text).replace(BEARER, '$1[redacted]')

/** Redacts every string inside a JSON value. */
export const redactValue = <T>(value: T, redact: Redact): T => redactAny(value, redact) as T

const redactAny = (value: unknown, redact: Redact): unknown => {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(each => redactAny(each, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactAny(each, redact)]))
}

const PIECE_FIELDS = ['text', 'thinking', 'partial_json'] as const

/**
 * Redacts a stream. A secret may be spread over several pieces of a block, where no piece alone shows it: the pieces
 * of a block are looked at together, and if anything was found the first piece carries all that is left.
 */
export const redactDeltas = (deltas: readonly TimedDelta[], redact: Redact): readonly TimedDelta[] => {
  const joined = new Map<string, string>()
  for (const { delta } of deltas) {
    const piece = pieceOf(delta)
    if (piece) joined.set(piece.key, (joined.get(piece.key) ?? '') + piece.text)
  }
  const tainted = new Map<string, string>()
  for (const [key, text] of joined) {
    const clean = redact(text)
    if (clean !== text) tainted.set(key, clean)
  }
  return deltas.map(({ ms, delta }) => {
    const piece = pieceOf(delta)
    const clean = piece && tainted.get(piece.key)
    if (!piece || clean === undefined) return { ms, delta: redactValue(delta, redact) }
    tainted.set(piece.key, '')
    return { ms, delta: withPiece(delta, piece.field, clean) }
  })
}

interface Piece {
  readonly key: string
  readonly field: string
  readonly text: string
}

const pieceOf = (delta: ModelDelta): Piece | undefined => {
  if (delta.type !== 'event' || delta.event.type !== 'content_block_delta') return undefined
  const inner = asRecord(delta.event['delta'])
  const field = PIECE_FIELDS.find(each => typeof inner[each] === 'string')
  return field && { key: `${String(delta.event['index'])} ${field}`, field, text: String(inner[field]) }
}

const withPiece = (delta: ModelDelta, field: string, text: string): ModelDelta =>
  delta.type === 'event'
    ? { ...delta, event: { ...delta.event, delta: { ...asRecord(delta.event['delta']), [field]: text } } }
    : delta
