import type { LocalServer, SignInChoice } from '../../ports/onboarding-port.ts'

/** Where somebody is; `problem` is why the last attempt failed. */
export type Step = { readonly problem?: string } & (
  | { readonly at: 'ways' | 'providers' | 'working' }
  | { readonly at: 'how'; readonly provider: SignInChoice }
  /** `begun`: what was typed before anybody was asked for it. */
  | { readonly at: 'key'; readonly provider: SignInChoice; readonly begun?: string }
  | { readonly at: 'away'; readonly provider: SignInChoice; readonly way: 'browser' | 'device' }
  | { readonly at: 'model'; readonly server: LocalServer }
)
