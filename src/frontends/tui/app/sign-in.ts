import { describeError, type Text } from '../../../protocol/messages/localized-text.ts'
import type { OnboardingPort } from '../ports/onboarding-port.ts'
import type { Transcript } from '../state/ui-state.ts'
import type { Words } from '../text/words.ts'

export interface SignInParts {
  readonly onboarding: OnboardingPort
  words(): Pick<Words, 'dialogs'>
  /** Opens the dialog and waits for its answer. */
  ask(panel: string, params: object): Promise<unknown>
  note(text: Text, level: 'info' | 'warning'): void
  /** The conversation goes on with what counts now. */
  reopen(because: 'login' | 'logout'): void
}

/** `/login [provider]`: the ways on, as on a first start; the conversation goes on with the new one. */
export const signIn = async (
  { onboarding, ask, reopen }: SignInParts,
  provider: string | undefined,
): Promise<void> => {
  const to = provider === undefined ? {} : { provider }
  if ((await ask('onboarding', { onboarding, again: true, ...to })) === 'ready') reopen('login')
}

/** `/logout [provider]`: what was stored is gone; without anything else, the ways on are shown. */
export const signOut = async (
  { onboarding, words, note, reopen }: SignInParts,
  provider: string | undefined,
): Promise<void> => {
  const { signedOut, nothingSaved, stillSignedIn } = words().dialogs
  let forgotten: Awaited<ReturnType<OnboardingPort['forget']>>
  try {
    forgotten = await onboarding.forget(provider?.toLowerCase())
  } catch (error) {
    // A keychain that is locked keeps what it has.
    return note(describeError(error), 'warning')
  }
  const { gone, left } = forgotten
  const said = gone.length === 0 ? nothingSaved : signedOut(gone)
  note(left === undefined ? said : `${said} ${stillSignedIn(left)}`, left === undefined ? 'info' : 'warning')
  if (left === undefined) reopen('logout')
}

/** A conversation that holds nothing but commands of the program was never written down. */
export const hasSpoken = ({ done }: Pick<Transcript, 'done'>): boolean =>
  done.some(item => item.kind === 'user' && !item.id.startsWith('said:'))
