/** What the folder would like to do once it is trusted. */
export interface TrustRequest {
  readonly directory: string
  readonly lines: readonly string[]
  /** False: it can be trusted for this session only. */
  readonly lasting?: boolean
}
export interface TrustPort {
  /** Undefined when nothing is to be asked. Looks through the folder. */
  wish(): Promise<TrustRequest | undefined>
  /** Settings of the folder count from now on. */
  accept(): Promise<void>
}
