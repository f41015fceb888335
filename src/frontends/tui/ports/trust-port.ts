/** What the folder would like to do once it is trusted. */
export interface TrustWish {
  readonly directory: string
  readonly lines: readonly string[]
  /** False: it can be trusted for this session only. */
  readonly lasting?: boolean
}
export interface TrustPort {
  /** Undefined when nothing is to be asked. Looks through the folder. */
  wish(): Promise<TrustWish | undefined>
  /** Settings of the folder count from now on. */
  accept(): Promise<void>
}
/** A server of models on this machine. */
export interface LocalServer {
  readonly name: string
  readonly baseUrl: string
  readonly models: readonly string[]
  /** It speaks the protocol the program speaks. */
  readonly usable: boolean
}
/** Ways on for somebody without credentials. */
export interface OnboardingPort {
  /** Servers that answer on loopback, with their models; `found` hears of each as soon as it answers. */
  findLocal(signal: AbortSignal, found?: (server: LocalServer) => void): Promise<readonly LocalServer[]>
  /** Stores the key (0600) for the next starts; throws with words when it does not look like one. */
  saveKey(key: string): Promise<void>
  chooseLocal(baseUrl: string, model: string): Promise<void>
  demo(): Promise<void>
}
