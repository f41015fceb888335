import type { Credential } from '../../protocol/credential.ts'

/** A credential that was found, before anything was asked of it. */
export interface FoundCredential {
  readonly source: string
  /** The same for the same credential; holds secrets, so it is never shown. */
  readonly identity: string
  create(): HostedCredential
}

export interface HostedCredential extends Credential {
  /** Throws HostError when there is no way to get it. */
  prepare?(): Promise<void>
}
