import { LocalizedError, type LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { AttachOffer, BusyWay } from '../dialogs/busy-session.tsx'
import type { TuiOptions } from './tui-options.ts'

/** There is no key and no server: the person is shown the ways on. */
export class NoCredentials extends LocalizedError<LocalizedText> {
  override readonly name = 'NoCredentials'
}

/** Rules of a settings file may be missing: the person decides whether to go on. */
export class DamagedSettings extends LocalizedError<LocalizedText> {
  override readonly name = 'DamagedSettings'
  /** The next conversation goes on without what may be missing. */
  readonly accept: () => void
  constructor(text: LocalizedText, accept: () => void) {
    super(text)
    this.accept = accept
  }
}

/** Another program has the session open: the person decides how to go on. */
export class BusySession extends LocalizedError<LocalizedText> {
  override readonly name = 'BusySession'
  /** The next conversation is a copy, or is taken from that program; or the screen joins it where it runs. */
  readonly choose: (how: BusyWay) => void
  readonly attach: AttachOffer
  constructor(text: LocalizedText, { choose, attach }: Pick<BusySession, 'choose' | 'attach'>) {
    super(text)
    this.choose = choose
    this.attach = attach
  }
}

/** Why there is no conversation yet, shown to the person; answers how to go on. Throws what nobody can be asked about. */
export const askWayOn = async (
  error: unknown,
  { onboarding }: Pick<TuiOptions, 'onboarding'>,
  ask: (panel: string, params: object) => Promise<unknown>,
): Promise<'leave' | 'again' | 'signed_in'> => {
  if (error instanceof DamagedSettings) {
    const answer = await ask('damaged-settings', { problem: error.localized })
    if (answer === 'accept') error.accept()
    return answer === 'leave' ? 'leave' : 'again'
  }
  if (error instanceof BusySession) {
    const answer = await ask('busy-session', { problem: error.localized, attach: error.attach })
    if (answer === 'copy' || answer === 'take_over' || answer === 'attach') error.choose(answer)
    // The screen that joins it there is another one.
    return answer === 'leave' || answer === 'attach' ? 'leave' : 'again'
  }
  if (!(error instanceof NoCredentials)) throw error
  const answer = await ask('onboarding', { onboarding, problem: error.localized })
  return answer === 'leave' ? 'leave' : 'signed_in'
}
