import { HostError } from '../../../protocol/host.ts'
import { ModelError } from '../../../protocol/model.ts'
import type { HostedCredential } from '../../credentials/hosted-credential.ts'
import { cachedToken, type Lasting } from './cached-token.ts'

/** A token that is asked for anew before it ends. */
export const tokenCredential = (source: string, ask: () => Promise<Lasting<string>>): HostedCredential => {
  const token = cachedToken(ask)
  return {
    source,
    async prepare() {
      await token()
    },
    async authorize() {
      try {
        return { authorization: `Bearer ${await token()}` }
      } catch (error) {
        if (error instanceof HostError) throw new ModelError('authentication_failed', error.localized)
        throw error
      }
    },
  }
}
