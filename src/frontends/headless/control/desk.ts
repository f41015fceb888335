import type { InboundRequest } from '../../../protocol/control/inbound.ts'
import type { RequestFields, RequestName } from '../../../protocol/control/request-schema.ts'
import type { Conversation } from '../conversation.ts'
import type { HeadlessRun } from '../headless-options.ts'
import type { HostLines } from '../host-lines.ts'
import type { LineWriter } from '../line-writer.ts'
import type { PermissionPrompts } from '../permission-prompts.ts'

export interface ControlDesk {
  readonly run: HeadlessRun
  readonly conversation: Conversation
  readonly writer: LineWriter
  readonly lines: HostLines
  readonly prompts: Pick<PermissionPrompts, 'pending'>
}

/** A request that fails, in words for the host. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** One request while it is served. */
export interface Asked<N extends RequestName> {
  readonly desk: ControlDesk
  /** As it came. */
  readonly request: InboundRequest
  readonly fields: RequestFields[N]
  /** The host no longer wants an answer. */
  readonly signal: AbortSignal
}

/** Answers one kind of request; what it rejects with OpError or Refusal is told to the host. */
export type Serve<N extends RequestName> = (asked: Asked<N>) => Promise<unknown>
export type Served<N extends RequestName> = { readonly [K in N]: Serve<K> }

/** A choice of the host, made again when its session has to be opened once more. */
export const chosen = ({ desk, request }: Pick<Asked<RequestName>, 'desk' | 'request'>): void =>
  void desk.lines.chosen.push(request)
