import { textField } from '../../../lib/values/read-field.ts'
import type { PullRequestAddress } from '../address.ts'
import type { ForgeClient } from '../forge-client.ts'
import type { Snapshot } from '../snapshot.ts'

export interface Asking {
  readonly address: PullRequestAddress
  readonly client: ForgeClient
  readonly signal: AbortSignal
}

/** What one kind of forge can do. Everything it reads is foreign. */
export interface Forge {
  read(at: Asking): Promise<Snapshot>
  /** Says something there; answers the id that the remark has from then on. */
  answer(at: Asking, answer: { readonly text: string; readonly thread?: string }): Promise<string>
  /** Path of a log by what a check says of it. */
  logPath(address: PullRequestAddress, log: string): string
  /** Whether what stood at the head is no part of it any more; undefined: it cannot tell. */
  wasForced?(at: Asking, from: string, to: string): Promise<boolean | undefined>
  /** The ref by which a remote of the repository knows its head. */
  headRef(number: number): string
}

/** A number or a text, as a text. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined

export const text = (value: unknown, name: string): string => textField(value, name) ?? ''
