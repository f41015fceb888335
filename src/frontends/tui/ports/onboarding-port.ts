/** A server of models on this machine. */
export interface LocalServer {
  readonly name: string
  readonly baseUrl: string
  readonly models: readonly string[]
  /** It speaks the protocol the program speaks. */
  readonly usable: boolean
}
/** Why a key was not taken. */
export type KeyProblem =
  | { readonly kind: 'characters' | 'short' | 'long' }
  /** Of somebody else, by how it begins. */
  | { readonly kind: 'foreign'; readonly of: string }
  /** The provider said no; `said` is why. */
  | { readonly kind: 'rejected'; readonly said: string }

export type KeyAnswer =
  | {
      readonly kind: 'saved'
      readonly file: string
      /** False: the provider could not be asked. */
      readonly checked: boolean
      /** A variable of the environment that counts before it. */
      readonly overriddenBy?: string | undefined
    }
  | { readonly kind: 'refused'; readonly problem: KeyProblem }

/** Ways on for somebody without credentials. */
export interface OnboardingPort {
  /** Servers that answer on loopback, with their models; `found` hears of each as soon as it answers. */
  findLocal(signal: AbortSignal, found?: (server: LocalServer) => void): Promise<readonly LocalServer[]>
  /** Whose keys are taken, and where one is had. */
  readonly provider: { readonly name: string; readonly keysAt: string }
  /** Checks the key as far as that can be done and stores it (0600) for the next starts. */
  saveKey(key: string): Promise<KeyAnswer>
  /** Answers the file it is kept in. */
  chooseLocal(baseUrl: string, model: string): Promise<string>
  /** Takes away what was stored, if anything was: `file`. What still opens the way to a model: `left`. */
  forget(): Promise<{ readonly file?: string; readonly left?: string }>
  demo(): Promise<void>
}
