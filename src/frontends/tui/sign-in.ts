import type { OnboardingPort } from './ports/onboarding-port.ts'
import type { Words } from './text/words.ts'

export interface SignInParts {
  readonly onboarding: OnboardingPort
  words(): Pick<Words, 'dialogs'>
  /** Opens the dialog and waits for its answer. */
  ask(panel: string, params: object): Promise<unknown>
  note(text: string, level: 'info' | 'warning'): void
  /** The conversation goes on with what counts now. */
  reopen(because: 'login' | 'logout'): void
}

/** `/login`: the ways on, as on a first start; the conversation goes on with the new one. */
export const signIn = async ({ onboarding, ask, reopen }: SignInParts): Promise<void> => {
  if ((await ask('onboarding', { onboarding, again: true })) === 'ready') reopen('login')
}

/** `/logout`: what was stored is gone; without anything else, the ways on are shown. */
export const signOut = async ({ onboarding, words, note, reopen }: SignInParts): Promise<void> => {
  const { file, left } = await onboarding.forget()
  const { signedOut, nothingSaved, stillSignedIn } = words().dialogs
  const said = file === undefined ? nothingSaved : signedOut(file)
  note(left === undefined ? said : `${said} ${stillSignedIn(left)}`, left === undefined ? 'info' : 'warning')
  if (left === undefined) reopen('logout')
}
