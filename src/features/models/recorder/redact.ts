import type { FindSecrets } from '../../../lib/secrets/detect.ts'
import { redactText, redactValue } from '../../../lib/secrets/redact.ts'
import type { ModelDelta } from '../../../protocol/model.ts'
import { asRecord } from '../json-shape.ts'
import type { TimedDelta } from './cassette.ts'

const PIECE_FIELDS = ['text', 'thinking', 'partial_json'] as const

/**
 * Redacts a stream. A secret may be spread over several pieces of a block, where no piece alone shows it: the pieces
 * of a block are looked at together, and if anything was found the first piece carries all that is left.
 */
export const redactDeltas = (deltas: readonly TimedDelta[], find: FindSecrets): readonly TimedDelta[] => {
  const joined = new Map<string, string>()
  for (const { delta } of deltas) {
    const piece = pieceOf(delta)
    if (piece) joined.set(piece.key, (joined.get(piece.key) ?? '') + piece.text)
  }
  const tainted = new Map<string, string>()
  for (const [key, text] of joined) {
    const clean = redactText(text, find)
    if (clean !== text) tainted.set(key, clean)
  }
  return deltas.map(({ ms, delta }) => {
    const piece = pieceOf(delta)
    const clean = piece && tainted.get(piece.key)
    if (!piece || clean === undefined) return { ms, delta: redactValue(delta, find) }
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
