import type { NamedServer } from '../../../protocol/extensions/server.ts'
import type { ContributionSource } from '../../../protocol/extensions/source.ts'

/** A server that the session is to have, and who brought it. */
export interface WantedServer extends NamedServer {
  readonly source: ContributionSource
}
