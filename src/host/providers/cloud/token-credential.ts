import type { HostedCredential } from '../../credentials/hosted-credential.ts'
import { cachedToken, type Lasting } from './cached-token.ts'
import { inMidTurn, type Words } from './sign-in-again.ts'

/** A token that is asked for anew before it ends. */
export const tokenCredential = (
  source: string,
  ask: (words: Words) => Promise<Lasting<string>>,
  signIn?: (words: Words) => Promise<boolean>,
): HostedCredential => {
  let words: Words = 'hidden'
  const token = cachedToken(() => ask(words))
  return {
    source,
    async prepare() {
      words = 'shown'
      try {
        await token()
      } finally {
        words = 'hidden'
      }
    },
    renew: () =>
      inMidTurn(async () => {
        token.forget()
        return (await signIn?.('hidden')) ?? false
      }),
    authorize: () => inMidTurn(async () => ({ authorization: `Bearer ${await token()}` })),
  }
}
