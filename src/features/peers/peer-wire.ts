import { createHmac, timingSafeEqual } from 'node:crypto'
import { isObject } from '../../lib/is-object.ts'
import { MAX_PEER_MESSAGE } from '../../protocol/agents/peers.ts'

/** What one session says to another, one line of JSON. The secrets prove both sides and are never sent. */
export interface PeerRequest {
  /** The id of the sender's entry. */
  readonly from: string
  readonly text: string
  readonly notify: boolean
  readonly nonce: string
  /** Of the receiver's secret: the sender has read its entry. */
  readonly key: string
  /** Of the sender's own secret, over the message: nobody else can have sent it. */
  readonly proof: string
}

export const PEER_REFUSALS = [
  'closed',
  'ended',
  'too large',
  'burst',
  'oneself',
  'unknown sender',
  'too many waiting',
] as const
export type PeerRefusal = (typeof PEER_REFUSALS)[number]

export type PeerAnswer =
  | { readonly outcome: 'delivered' | 'held' }
  | { readonly outcome: 'refused'; readonly reason: PeerRefusal }

/** Every character of the longest message as an escape, and what stands around it. */
export const MAX_LINE = MAX_PEER_MESSAGE * 6 + 4_096

const digest = (secret: string, parts: readonly string[]): string =>
  createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')

const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const keyOf = (secret: string, nonce: string): string => digest(secret, ['in', nonce])
export const proofOf = (
  secret: string,
  { from, text, notify, nonce }: Pick<PeerRequest, 'from' | 'text' | 'notify' | 'nonce'>,
): string => digest(secret, ['message', from, text, String(notify), nonce])
const sealOf = (secret: string, nonce: string): string => digest(secret, ['out', nonce])

/** Undefined: not from somebody who can read the receiver's entry, or no request at all. */
export const readRequest = (line: string, secret: string): PeerRequest | undefined => {
  const value = parse(line)
  if (!isObject(value)) return undefined
  const { from, text, notify, nonce, key, proof } = value
  if (typeof from !== 'string' || typeof text !== 'string' || typeof notify !== 'boolean') return undefined
  if (typeof nonce !== 'string' || typeof key !== 'string' || typeof proof !== 'string') return undefined
  return isSame(key, keyOf(secret, nonce)) ? { from, text, notify, nonce, key, proof } : undefined
}

export const isProven = (request: PeerRequest, senderSecret: string): boolean =>
  isSame(request.proof, proofOf(senderSecret, request))

export const writeAnswer = (answer: PeerAnswer, secret: string, nonce: string): string =>
  `${JSON.stringify({ ...answer, seal: sealOf(secret, nonce) })}\n`

/** Undefined: whoever answered is not the session that was meant. */
export const readAnswer = (line: string, secret: string, nonce: string): PeerAnswer | undefined => {
  const value = parse(line)
  if (!isObject(value) || typeof value['seal'] !== 'string') return undefined
  if (!isSame(value['seal'], sealOf(secret, nonce))) return undefined
  const { outcome, reason } = value
  if (outcome === 'delivered' || outcome === 'held') return { outcome }
  const known = PEER_REFUSALS.find(each => each === reason)
  return outcome === 'refused' && known ? { outcome, reason: known } : undefined
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    // No word of ours.
    return undefined
  }
}
