import { type Env, HostError } from '../../../protocol/host.ts'
import { credentialText } from '../../../protocol/messages/host/credentials.ts'
import { ModelError } from '../../../protocol/model.ts'
import type { Settings } from '../../../protocol/settings.ts'

/** The person's own commands around the account of a cloud. */
export interface AccountCommands {
  readonly settings: Pick<Settings, 'awsAuthRefresh' | 'awsCredentialExport' | 'gcpAuthRefresh'>
  readonly cwd: string
}

export type Words = 'shown' | 'hidden'

/** Signs in again, once for all who ask at the same time. Throws HostError where the command fails. */
export const signInAgain = (
  setting: 'awsAuthRefresh' | 'gcpAuthRefresh',
  { settings, cwd }: AccountCommands,
  env: Env,
): ((words: Words) => Promise<boolean>) => {
  const { [setting]: command } = settings
  let running: Promise<boolean> | undefined
  const run = async (words: Words): Promise<boolean> => {
    if (command === undefined) return false
    const { runSignIn } = await import('../../credentials/ask-for-key.ts')
    const reason = await runSignIn(command, { env, cwd }, words)
    if (reason === undefined) return true
    throw new HostError('credentials', credentialText('refresh_failed', { setting, reason }))
  }
  return words => {
    running ??= run(words).finally(() => {
      running = undefined
    })
    return running
  }
}

/** A session that runs goes on without the provider. */
export const inMidTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof HostError) throw new ModelError('authentication_failed', error.localized)
    throw error
  }
}

/** Asks, and asks once more where the person's command has signed in meanwhile. */
export const askTwice = async <T>(
  ask: () => Promise<T | undefined>,
  signIn: () => Promise<boolean>,
): Promise<T | undefined> => (await ask()) ?? ((await signIn()) ? await ask() : undefined)
