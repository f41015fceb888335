import type { OnboardingPort } from '../../frontends/tui/ports/onboarding-port.ts'
import { storeCredentials } from '../../host/stored-credentials.ts'
import { findServers, type KnownServer } from './find-servers.ts'

export interface OnboardingOptions {
  readonly configHome: string
  /** Where to look; the usual places when absent. */
  readonly servers?: readonly KnownServer[]
}

export interface Onboarding extends OnboardingPort {
  /** The person wants to see the demo: the scripted model answers in its own project. */
  readonly wantsDemo: boolean
}

/** What is chosen is kept for the next starts, but for the demo. */
export const createOnboardingPort = ({ configHome, servers }: OnboardingOptions): Onboarding => {
  let wantsDemo = false
  return {
    get wantsDemo() {
      return wantsDemo
    },
    findLocal: (signal, found) =>
      findServers({ signal, ...(found ? { found } : {}), ...(servers ? { servers } : {}) }),
    saveKey: async text => storeCredentials(configHome, { kind: 'key', apiKey: readKey(text) }),
    chooseLocal: async (baseUrl, model) => storeCredentials(configHome, { kind: 'server', baseUrl, model }),
    demo: async () => {
      wantsDemo = true
    },
  }
}

const LEAST_LENGTH = 20
const MOST_LENGTH = 500

/** The key out of what was pasted: people copy it with its variable or in quotes. Throws with words. */
export const readKey = (text: string): string => {
  const bare = text
    .trim()
    .replace(/^(?:export\s+)?[A-Z][A-Z0-9_]*\s*=\s*/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
  if (!/^[\x21-\x7e]+$/.test(bare))
    throw new Error('A key has no spaces, only plain letters, digits and symbols.')
  if (bare.length < LEAST_LENGTH) throw new Error('This is too short for a key. Did you copy all of it?')
  if (bare.length > MOST_LENGTH) throw new Error('This is too long for a key.')
  return bare
}
