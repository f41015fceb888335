/** How a credential is masked, and the hosts whose requests it is put into; absent: all that are allowed by name. */
export interface CredentialMask {
  readonly injectHosts?: readonly string[]
  /** Its first group is what is secret; absent: all of it. */
  readonly extract?: string
  readonly onExtractNoMatch?: 'warn' | 'deny' | 'error'
  readonly decode?: 'jwt'
  readonly maskClaims?: readonly string[]
  readonly maskDuplicates?: boolean
}

export interface MaskedFile extends CredentialMask {
  readonly path: string
}

export interface MaskedVariable extends CredentialMask {
  readonly name: string
}
