import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../../../../protocol/host.ts'
import { cloudAnswer } from '../../../../protocol/messages/commands/cloud-setup.ts'
import type { LocalizedText } from '../../../../protocol/messages/localized-text.ts'
import { isOn } from '../../../environment.ts'
import { findHomes } from '../../../find-homes.ts'
import { type KeyLocation, providerCredential } from '../../provider-credential.ts'
import { readIni } from '../ini-file.ts'
import type { CloudRow } from './cloud-fields.ts'

/** What would show who asks, as far as variables and files say it: nothing is run and nobody is asked. */
export interface SignInFound {
  readonly what: LocalizedText
  readonly found: boolean
}

export const findSignIn = ({ provider }: CloudRow, env: Env, keys: KeyLocation): SignInFound => {
  const { unsigned = '' } = provider
  if (isOn(env, unsigned)) return found(cloudAnswer('from_gateway', { variable: unsigned }))
  const key = providerCredential(provider, env, keys)
  if (key) return found(cloudAnswer('from_source', { source: key.source }))
  return provider.account === 'aws' ? awsSignIn(env, keys) : googleSignIn(env)
}

const found = (what: LocalizedText): SignInFound => ({ what, found: true })
const missing = (what: LocalizedText): SignInFound => ({ what, found: false })

const awsSignIn = (env: Env, { settings }: KeyLocation): SignInFound => {
  if (settings.awsCredentialExport !== undefined) return found(cloudAnswer('from_export'))
  const named = env['AWS_PROFILE']
  if (!named && env['AWS_ACCESS_KEY_ID'] && env['AWS_SECRET_ACCESS_KEY'])
    return found(cloudAnswer('from_source', { source: 'AWS_ACCESS_KEY_ID' }))
  const profiles = awsProfiles(env)
  const profile = named || 'default'
  const file = profiles.get(profile)
  if (file !== undefined) return found(cloudAnswer('from_profile', { profile, file }))
  if (named)
    return missing(
      profiles.size === 0
        ? cloudAnswer('profile_no_files', { profile })
        : cloudAnswer('profile_absent', { profile, profiles: [...profiles.keys()].join(', ') }),
    )
  if (env['AWS_CONTAINER_CREDENTIALS_FULL_URI'] || env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI'])
    return found(cloudAnswer('from_container'))
  return missing(cloudAnswer('none_seen', { tool: 'aws' }))
}

/** By name, the file each is in. */
const awsProfiles = (env: Env): ReadonlyMap<string, string> => {
  const home = join(findHomes(env).home, '.aws')
  const config = env['AWS_CONFIG_FILE'] || join(home, 'config')
  const credentials = env['AWS_SHARED_CREDENTIALS_FILE'] || join(home, 'credentials')
  const configured = Object.keys(readIni(config)).flatMap(section => {
    const name = section === 'default' ? section : /^profile\s+(.+)$/.exec(section)?.[1]
    return name === undefined ? [] : [[name, config] as const]
  })
  return new Map([
    ...configured,
    ...Object.keys(readIni(credentials)).map(name => [name, credentials] as const),
  ])
}

const googleSignIn = (env: Env): SignInFound => {
  const named = env['GOOGLE_APPLICATION_CREDENTIALS']
  const directory = env['CLOUDSDK_CONFIG'] || join(findHomes(env).home, '.config', 'gcloud')
  const file = named || join(directory, 'application_default_credentials.json')
  if (existsSync(file)) return found(cloudAnswer('from_file', { file }))
  return missing(named ? cloudAnswer('file_absent', { file }) : cloudAnswer('none_seen', { tool: 'gcloud' }))
}
