import type { LocalServer, SignInChoice } from '../../ports/onboarding-port.ts'

/** Where somebody is; `problem` is why the last attempt failed. */
export type Step = { readonly problem?: string } & (
  | { readonly at: 'ways' | 'providers' | 'working' }
  | { readonly at: 'how' | 'key'; readonly provider: SignInChoice }
  | { readonly at: 'away'; readonly provider: SignInChoice; readonly way: 'browser' | 'device' }
  | { readonly at: 'model'; readonly server: LocalServer }
)
