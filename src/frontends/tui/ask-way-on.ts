import { BusySession, DamagedSettings, NoCredentials, type TuiOptions } from './tui-options.ts'

/** Why there is no conversation yet, shown to the person; answers how to go on. Throws what nobody can be asked about. */
export const askWayOn = async (
  error: unknown,
  { onboarding }: Pick<TuiOptions, 'onboarding'>,
  ask: (panel: string, params: object) => Promise<unknown>,
): Promise<'leave' | 'again' | 'signed_in'> => {
  if (error instanceof DamagedSettings) {
    const answer = await ask('damaged-settings', { problem: error.message })
    if (answer === 'accept') error.accept()
    return answer === 'leave' ? 'leave' : 'again'
  }
  if (error instanceof BusySession) {
    const answer = await ask('busy-session', { problem: error.message, attach: error.attach })
    if (answer === 'copy' || answer === 'take_over' || answer === 'attach') error.choose(answer)
    // The screen that joins it there is another one.
    return answer === 'leave' || answer === 'attach' ? 'leave' : 'again'
  }
  if (!(error instanceof NoCredentials)) throw error
  const answer = await ask('onboarding', { onboarding, problem: error.message })
  return answer === 'leave' ? 'leave' : 'signed_in'
}
