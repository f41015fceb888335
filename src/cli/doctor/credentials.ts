import { statSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import type { HealthCheck } from '../../frontends/tui/ports/doctor-port.ts'
import { lacksKeychainLibrary } from '../../host/credentials/keychain.ts'
import {
  credentialsFile,
  FIRST_PROVIDER,
  readStoredCredentials,
} from '../../host/credentials/stored-credentials.ts'
import { readEnvironment } from '../../host/environment.ts'
import { ownHome } from '../../host/profiles/profile.ts'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { HostError } from '../../protocol/host.ts'
import { doctorText } from '../../protocol/messages/cli/doctor.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'
import { thisProgram } from '../this-program.ts'
import type { DoctorOptions, Examine } from './doctor-options.ts'

const AREA = 'credentials'

/** Where a key would come from and where it would be sent; never the key itself. */
export const examineCredentials: Examine = async options => {
  const env = { ...options.env, ...settingsEnv(options) }
  const warnings: string[] = []
  // What is kept belongs to its own address: with another one it does not count.
  const stored = env['ANTHROPIC_BASE_URL']
    ? undefined
    : storedWords(options, ({ text }) => void warnings.push(text))
  return [
    sourceCheck(sourceOf(options, env) ?? stored ?? loopbackWords(env)),
    ...addressCheck(env),
    ...(await keychainChecks(options)),
    ...warnings.map(
      (text): HealthCheck => ({ area: AREA, level: 'error', text: verbatim(text), ...closing(options) }),
    ),
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

const sourceCheck = (source: LocalizedText | undefined): HealthCheck => {
  if (source !== undefined) return { area: AREA, level: 'good', text: source }
  return {
    area: AREA,
    level: 'error',
    text: doctorText('no_key'),
    advice: doctorText('set_key'),
  }
}

const sourceOf = (options: DoctorOptions, env: DoctorOptions['env']): LocalizedText | undefined => {
  if (env['ANTHROPIC_API_KEY']) return doctorText('key_from', { variable: 'ANTHROPIC_API_KEY' })
  if (env['ANTHROPIC_AUTH_TOKEN']) return doctorText('token_from', { variable: 'ANTHROPIC_AUTH_TOKEN' })
  return hasHelper(options) ? doctorText('key_from_helper') : undefined
}

const storedWords = (options: DoctorOptions, warn: Warn): LocalizedText | undefined => {
  const configHome = ownHome(options)
  const stored = readStoredCredentials(configHome, warn)
  if (!stored) return undefined
  const { entries, server } = stored
  const { [FIRST_PROVIDER]: first, ...others } = entries
  const file = credentialsFile(configHome)
  if (first)
    return first.in === 'keychain' ? doctorText('key_in_keychain') : doctorText('key_in_file', { file })
  if (server) return doctorText('server_in_file', { server: new URL(server.baseUrl).origin, file })
  return doctorText('signed_in', { providers: Object.keys(others) })
}

/** Without its optional package it can't be reached, and what an earlier installation put there can't be read. */
const keychainChecks = async ({ env, ...at }: DoctorOptions): Promise<readonly HealthCheck[]> => {
  if (!(await lacksKeychainLibrary(env))) return []
  const { entries = {} } = readStoredCredentials(ownHome(at), () => {}) ?? {}
  const isInUse = Object.values(entries).some(entry => entry.in === 'keychain')
  return [
    {
      area: AREA,
      level: isInUse ? 'warning' : 'info',
      text: doctorText(isInUse ? 'keychain_out_of_reach' : 'no_keychain_library'),
      // One file alone has no packages to install again.
      ...(thisProgram().script === undefined ? {} : { advice: doctorText('reinstall') }),
    },
  ]
}

const loopbackWords = (env: DoctorOptions['env']): LocalizedText | undefined => {
  const host = hostOf(env['ANTHROPIC_BASE_URL'])
  return host !== undefined && /^(?:localhost|127\.|\[::1\])/.test(host)
    ? doctorText('no_key_needed')
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
              text: doctorText('no_url'),
              advice: doctorText('full_url'),
            },
          ]
        : [
            {
              area: AREA,
              level: 'info',
              text: doctorText('requests_to', { address: new URL(baseUrl).origin }),
            },
          ]
  const through = proxy.https ?? proxy.http
  const proxied: readonly HealthCheck[] =
    through === undefined ? [] : [{ area: AREA, level: 'info', text: proxyText(hostOf(through)) }]
  return [...address, ...proxied]
}

const proxyText = (host: string | undefined): LocalizedText =>
  host === undefined ? doctorText('proxy_here') : doctorText('proxy', { host })

/** What is kept must be the person's alone. */
const closing = ({ platform, ...at }: DoctorOptions): Pick<HealthCheck, 'advice' | 'fix'> => {
  const file = credentialsFile(ownHome(at))
  const facts = statSync(file, { throwIfNoEntry: false })
  const mine = facts?.isFile() === true && facts.uid === process.geteuid?.()
  if (!mine || platform === 'win32' || (facts.mode & 0o077) === 0) return {}
  return {
    advice: verbatim(`chmod 600 ${file}`),
    fix: async () => {
      await chmod(file, 0o600)
      return doctorText('closed_file', { file })
    },
  }
}
