import { rm } from 'node:fs/promises'
import { PROVIDERS } from '../../features/models/providers/index.ts'
import type { KeyProblem, OnboardingPort } from '../../frontends/tui/ports/onboarding-port.ts'
import { isOn } from '../../host/environment.ts'
import { credentialsFile, readStoredCredentials, storeCredentials } from '../../host/stored-credentials.ts'
import { proxyFromEnv } from '../../lib/network/proxy.ts'
import type { Env } from '../../protocol/host.ts'
import { checkKey, type KeyCheck } from './check-key.ts'
import { findServers, type KnownServer } from './find-servers.ts'

export interface OnboardingOptions {
  readonly configHome: string
  readonly env?: Env
  /** Where to look; the usual places when absent. */
  readonly servers?: readonly KnownServer[]
  /** Who says whether a key is good; the provider when absent. */
  readonly provider?: KeyCheck['provider']
}

export interface Onboarding extends OnboardingPort {
  /** The person wants to see the demo: the scripted model answers in its own project. */
  readonly wantsDemo: boolean
}

const [PROVIDER] = PROVIDERS

/** What is chosen is kept for the next starts, but for the demo. */
export const createOnboardingPort = (options: OnboardingOptions): Onboarding => {
  const { configHome, servers, env = {} } = options
  const file = credentialsFile(configHome)
  let wantsDemo = false
  return {
    get wantsDemo() {
      return wantsDemo
    },
    provider: { name: 'Anthropic', keysAt: 'console.anthropic.com/settings/keys' },
    findLocal: (signal, found) =>
      findServers({ signal, ...(found ? { found } : {}), ...(servers ? { servers } : {}) }),
    saveKey: async text => {
      const key = readKey(text)
      if (typeof key !== 'string') return { kind: 'refused', problem: key }
      const verdict = await verdictOn(key, options)
      if (typeof verdict !== 'string')
        return { kind: 'refused', problem: { kind: 'rejected', said: verdict.said } }
      storeCredentials(configHome, { kind: 'key', apiKey: key })
      return { kind: 'saved', file, checked: verdict === 'valid', overriddenBy: overriding(env) }
    },
    chooseLocal: async (baseUrl, model) => {
      storeCredentials(configHome, { kind: 'server', baseUrl, model })
      return file
    },
    demo: async () => {
      wantsDemo = true
    },
    forget: async () => {
      const stored = readStoredCredentials(configHome, () => {})
      await rm(file, { force: true })
      const left = overriding(env)
      return { ...(stored ? { file } : {}), ...(left === undefined ? {} : { left }) }
    },
  }
}

const verdictOn = (key: string, { env = {}, provider = PROVIDER }: OnboardingOptions) =>
  isOn(env, 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC')
    ? 'unknown'
    : checkKey(key, { provider, proxy: proxyFromEnv(env) })

/** The variable that counts before what is stored. */
const overriding = (env: Env): string | undefined =>
  [...PROVIDER.auth, PROVIDER.endpoint].map(({ variable }) => variable).find(name => name && env[name])

const LEAST_LENGTH = 20
const MOST_LENGTH = 500

/** Keys of others begin so; anything else may be one of ours. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^sk-(?:proj|svcacct|admin)-/, 'OpenAI'],
  [/^sk-or-/, 'OpenRouter'],
  [/^AIza/, 'Google'],
  [/^gsk_/, 'Groq'],
  [/^xai-/, 'xAI'],
  [/^hf_/, 'Hugging Face'],
  [/^(?:gh[opsu]_|github_pat_)/, 'GitHub'],
]

/** The key out of what was pasted: people copy it with its variable or in quotes. */
export const readKey = (text: string): string | KeyProblem => {
  const bare = text
    .trim()
    .replace(/^(?:export\s+)?[A-Z][A-Z0-9_]*\s*=\s*/, '')
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
  if (!/^[\x21-\x7e]+$/.test(bare)) return { kind: 'characters' }
  if (bare.length < LEAST_LENGTH) return { kind: 'short' }
  if (bare.length > MOST_LENGTH) return { kind: 'long' }
  const foreign = FOREIGN.find(([pattern]) => pattern.test(bare))
  return foreign ? { kind: 'foreign', of: foreign[1] } : bare
}
