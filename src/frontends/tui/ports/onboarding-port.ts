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
