import type { Text } from '../../../protocol/messages/localized-text.ts'
/** A server of models on this machine. */
export interface LocalServer {
  readonly name: string
  readonly baseUrl: string
  readonly models: readonly string[]
  /** It speaks the protocol the program speaks. */
  readonly usable: boolean
}

/** Somebody who can be signed in to. */
export interface SignInChoice {
  readonly name: string
  readonly title: string
  /** In the order they are offered; at least one. */
  readonly ways: readonly SignInWay[]
  /** Page where people create a key. */
  readonly keysAt?: string
}

export type SignInWay = 'key' | 'browser' | 'device'

/** Why a key was not taken. */
export type KeyProblem =
  | { readonly kind: 'characters' | 'short' | 'long' }
  /** Of somebody who is no provider here, by how it begins. */
  | { readonly kind: 'foreign'; readonly of: string }
  /** The provider said no; `said` is why. */
  | { readonly kind: 'rejected'; readonly said: string }

/** Where a secret is kept. */
export interface SecretLocation {
  readonly in: 'keychain' | 'file'
  readonly file: string
  /** There is a keychain, and it did not take it. */
  readonly problem?: Text
}

export type KeyAnswer =
  | (SecretLocation & {
      readonly kind: 'saved'
      /** Whose key it is; it was kept for that one. */
      readonly title: string
      /** False: the provider could not be asked. */
      readonly checked: boolean
      /** A variable of the environment that counts before it. */
      readonly overriddenBy?: string
    })
  | { readonly kind: 'refused'; readonly title: string; readonly problem: KeyProblem }

/** What the person does in a browser, here or elsewhere. */
export interface SignInPage {
  readonly url: string
  /** It was opened on this machine. */
  readonly opened: boolean
  /** To be typed on that page. */
  readonly code?: string
  /** Takes what the page shows at its end; false: that is no code of this sign-in. */
  paste?(text: string): boolean
}

export type SignInAnswer =
  | (SecretLocation & { readonly kind: 'saved' })
  | {
      readonly kind: 'failed'
      readonly because: 'ended' | 'refused' | 'network' | 'setup' | 'cancelled'
      readonly said: Text
    }

/** Ways on for somebody without credentials. */
export interface OnboardingPort {
  /** Servers that answer on loopback, with their models; `found` hears of each as soon as it answers. */
  findLocal(signal: AbortSignal, found?: (server: LocalServer) => void): Promise<readonly LocalServer[]>
  /** Whom one can sign in to; the usual one first. */
  choices(): readonly [SignInChoice, ...SignInChoice[]]
  /** Checks the key as far as that can be done and keeps it for the next starts. */
  saveKey(key: string, provider: string): Promise<KeyAnswer>
  /** Signs in with the help of a browser; ends with the signal. */
  signIn(
    to: { readonly provider: string; readonly way: Exclude<SignInWay, 'key'> },
    signal: AbortSignal,
    show: (page: SignInPage) => void,
  ): Promise<SignInAnswer>
  /** Answers the file it is kept in. */
  chooseLocal(baseUrl: string, model: string): Promise<string>
  /** Takes away what was stored for one, or for all: `gone` are their titles. What still opens the way to a model: `left`. */
  forget(provider?: string): Promise<{ readonly gone: readonly string[]; readonly left?: string }>
  demo(): Promise<void>
}
