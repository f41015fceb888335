import { createHash } from 'node:crypto'
import { isObject } from '../../lib/is-object.ts'
import type { KeyRing, Member } from './identity.ts'
import { isJobId, isName, MAX_BODY } from './names.ts'
import { decrypt, encrypt, expand, squeeze } from './seal.ts'

/** What owners and workers say about a job. */
export const OWNER_KINDS = ['job', 'stop', 'retry', 'answer'] as const
const WORKER_KINDS = [
  ...['claim', 'beat', 'lines', 'files', 'question', 'ended', 'result', 'release'],
] as const
export type RecordKind =
  | (typeof OWNER_KINDS)[number]
  | 'claim'
  | 'beat'
  | 'lines'
  | 'files'
  | 'question'
  | 'ended'
  | 'result'
  | 'release'

export interface RecordHead {
  readonly job: string
  readonly kind: RecordKind
  /** Name of who says it. */
  readonly by: string
  /** The claim it is said under: the number that the server gave it. 0 for a claim and for owners. */
  readonly token: number
  /** No two of one writer have the same: so that it knows its own again. */
  readonly n: string
  /** For everybody: how it ended, why it was given back. */
  readonly note?: string
}

/** One as the server keeps it: its number, and the server's time. */
export interface StoredRecord {
  readonly head: RecordHead
  readonly body: Uint8Array
  readonly seq: number
  readonly ms: number
  readonly isGenuine: boolean
  readonly bytes: number
}

const MAX_NOTE = 400
const MAX_HEAD = 2_000

const signed = (head: RecordHead, body: Uint8Array): Buffer => {
  const { job, kind, by, token, n, note = '' } = head
  const digest = createHash('sha256').update(body).digest('hex')
  return Buffer.from(JSON.stringify(['capstan-fleet-1', job, kind, by, token, n, note, digest]))
}

/** A line that says who says what, signed together with the body behind it. */
export const writeRecord = (head: RecordHead, body: Uint8Array, ring: KeyRing): Buffer => {
  const sig = ring.sign(signed(head, body))
  return Buffer.concat([Buffer.from(`${JSON.stringify({ v: 1, ...head, sig })}\n`), body])
}

export interface ReadAs {
  readonly ring: KeyRing
  readonly job: string
  /** Who may say it: undefined for a name nobody told us. */
  known(name: string, kind: RecordKind): Member | undefined
}

/** Whoever sent it: undefined for what is no record, `isGenuine` false for one that was not said by who it says. */
export const readRecord = (
  data: Uint8Array,
  at: { readonly seq: number; readonly ms: number },
  { ring, job, known }: ReadAs,
): StoredRecord | undefined => {
  const end = data.subarray(0, MAX_HEAD).indexOf(10)
  if (end < 0) return undefined
  const body = data.subarray(end + 1)
  const said = headOf(Buffer.from(data.subarray(0, end)).toString())
  if (!said || said.head.job !== job) return undefined
  const { head, sig } = said
  const by = known(head.by, head.kind)
  const isGenuine =
    by !== undefined && body.length <= MAX_BODY + 64 && ring.verify(by, signed(head, body), sig)
  return { head, body, ...at, isGenuine, bytes: data.length }
}

const headOf = (line: string): { readonly head: RecordHead; readonly sig: string } | undefined => {
  try {
    const value: unknown = JSON.parse(line)
    if (!isObject(value) || value['v'] !== 1) return undefined
    const { job, kind, by, token, n, note, sig } = value
    const all: readonly unknown[] = [...OWNER_KINDS, ...WORKER_KINDS]
    if (!isJobId(job) || !all.includes(kind) || !isName(by) || typeof sig !== 'string') return undefined
    if (!Number.isSafeInteger(token) || typeof n !== 'string' || n.length > 64) return undefined
    if (note !== undefined && (typeof note !== 'string' || note.length > MAX_NOTE)) return undefined
    const head = { job, kind: kind as RecordKind, by, token: token as number, n }
    return { head: note === undefined ? head : { ...head, note }, sig }
  } catch {
    return undefined
  }
}

export const shortNote = (text: string): string => text.slice(0, MAX_NOTE)

/** Bound to its job and kind: moved elsewhere it cannot be read. */
const about = (job: string, kind: RecordKind): string => `${job} ${kind}`

export const sealBody = (value: unknown, key: Uint8Array, { job, kind }: RecordHead): Buffer =>
  encrypt(key, squeeze(Buffer.from(JSON.stringify(value))), about(job, kind))

/** What a body may become. */
const MAX_OPENED = 8 * 1024 * 1024

/** Throws where it is not what was sealed. */
export const openBody = ({ body, head }: StoredRecord, key: Uint8Array): unknown =>
  JSON.parse(expand(decrypt(key, body, about(head.job, head.kind)), MAX_OPENED).toString())
