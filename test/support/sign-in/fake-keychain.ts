import { type Keychain, KeychainError } from '../../../src/host/credentials/keychain.ts'
import type { LocalizedText } from '../../../src/protocol/messages/localized-text.ts'

/** A keychain in memory; while `problem` is set it does nothing but complain. */
export const createFakeKeychain = () => {
  const secrets = new Map<string, string>()
  const state: { problem?: LocalizedText | undefined } = {}
  const check = (): void => {
    if (state.problem !== undefined) throw new KeychainError(state.problem)
  }
  const keychain: Keychain = {
    async set(account, secret) {
      check()
      secrets.set(account, secret)
    },
    async get(account) {
      check()
      return secrets.get(account)
    },
    async remove(account) {
      check()
      return secrets.delete(account)
    },
  }
  return { keychain, secrets, state }
}
