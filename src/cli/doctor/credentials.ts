import { statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import {
  credentialsFile,
  FIRST_PROVIDER,
  readStoredCredentials,
} from '../../host/credentials/stored-credentials.ts'
import { readEnvironment } from '../../host/environment.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { HostError } from '../../protocol/host.ts'
import type { Warn } from '../../protocol/messages/localized-text.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'

const AREA = 'credentials'

/** Where a key would come from and where it would be sent; never the key itself. */
export const examineCredentials: Examine = options => {
  const env = { ...options.env, ...settingsEnv(options) }
  const warnings: string[] = []
  // What is kept belongs to its own address: with another one it does not count.
  const stored = env['ANTHROPIC_BASE_URL']
    ? undefined
    : storedWords(options, ({ text }) => void warnings.push(text))
  return [
    sourceCheck(sourceOf(options, env) ?? stored ?? loopbackWords(env)),
    ...addressCheck(env),
    ...warnings.map((text): HealthCheck => ({ area: AREA, level: 'error', text, ...closing(options) })),
  ]
}

/** Variables that settings add count as well. */
const settingsEnv = (options: DoctorOptions): Readonly<Record<string, string>> => {
  try {
    return gatherSettings(options.overrides, options).settings.env ?? {}
  } catch (error) {
    // What is wrong with the settings is said where they are examined.
    if (error instanceof HostError) return {}
    throw error
  }
}

const sourceCheck = (source: string | undefined): HealthCheck => {
  if (source !== undefined) return { area: AREA, level: 'good', text: source }
  return {
    area: AREA,
    level: 'error',
    text: 'No API key found',
    advice:
      'Set ANTHROPIC_API_KEY, point ANTHROPIC_BASE_URL at a local server, or start capstan and follow the steps.',
  }
}

const sourceOf = (options: DoctorOptions, env: DoctorOptions['env']): string | undefined => {
  if (env['ANTHROPIC_API_KEY']) return 'The key comes from ANTHROPIC_API_KEY'
  if (env['ANTHROPIC_AUTH_TOKEN']) return 'The token comes from ANTHROPIC_AUTH_TOKEN'
  return hasHelper(options) ? 'The key comes from the command in apiKeyHelper (not run here)' : undefined
}

const storedWords = ({ configHome }: DoctorOptions, warn: Warn): string | undefined => {
  const stored = readStoredCredentials(configHome, warn)
  if (!stored) return undefined
  const { entries, server } = stored
  const { [FIRST_PROVIDER]: first, ...others } = entries
  const file = credentialsFile(configHome)
  if (first)
    return first.in === 'keychain' ? 'The key is stored in your keychain' : `The key is stored in ${file}`
  if (server) return `The server ${new URL(server.baseUrl).origin} is stored in ${file}`
  return `Signed in to ${Object.keys(others).join(', ')}`
}

const loopbackWords = (env: DoctorOptions['env']): string | undefined => {
  const host = hostOf(env['ANTHROPIC_BASE_URL'])
  return host !== undefined && /^(?:localhost|127\.|\[::1\])/.test(host)
    ? 'None needed: the server is local'
    : undefined
}

const hasHelper = (options: DoctorOptions): boolean => {
  try {
    return gatherSettings(options.overrides, options).settings.apiKeyHelper !== undefined
  } catch (error) {
    if (error instanceof HostError) return false
    throw error
  }
}

const hostOf = (url: string | undefined): string | undefined =>
  url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined

const addressCheck = (env: DoctorOptions['env']): readonly HealthCheck[] => {
  const { baseUrl, proxy } = readEnvironment(env)
  const host = hostOf(baseUrl)
  const address: readonly HealthCheck[] =
    baseUrl === undefined
      ? []
      : host === undefined || !/^https?:/i.test(baseUrl)
        ? [
            {
              area: AREA,
              level: 'error',
              text: "ANTHROPIC_BASE_URL isn't an http or https URL",
              advice: 'Use a full URL, such as https://host or http://127.0.0.1:8080.',
            },
          ]
        : [{ area: AREA, level: 'info', text: `Requests go to ${new URL(baseUrl).origin}` }]
  const through = proxy.https ?? proxy.http
  const proxied: readonly HealthCheck[] =
    through === undefined
      ? []
      : [{ area: AREA, level: 'info', text: `through the proxy ${hostOf(through) ?? 'of this machine'}` }]
  return [...address, ...proxied]
}

/** What is kept must be the person's alone. */
const closing = ({ configHome, platform }: DoctorOptions): Pick<HealthCheck, 'advice' | 'fix'> => {
  const file = credentialsFile(configHome)
  const facts = statSync(file, { throwIfNoEntry: false })
  const mine = facts?.isFile() === true && facts.uid === process.geteuid?.()
  if (!mine || platform === 'win32' || (facts.mode & 0o077) === 0) return {}
  return {
    advice: `chmod 600 ${file}`,
    fix: async () => {
      await chmod(file, 0o600)
      return `${file} is now readable only by you.`
    },
  }
}
