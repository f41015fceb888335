import { createPrivateKey } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readIni } from '../../../lib/files/read-ini.ts'
import { isObject } from '../../../lib/is-object.ts'
import { cloudAnswer } from '../../../protocol/messages/commands/cloud-setup.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'

/** Where a cloud's own tools keep what they know. */
export interface CloudDirectories {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** What of that comes from settings, and changes with them. */
  readonly ownEnv: Readonly<Record<string, string | undefined>>
}

export interface AwsProfile {
  readonly name: string
  readonly region?: string
  /** It signs in by browser. */
  readonly sso: boolean
}

/** The profiles of the files that Amazon's tools share. */
export const awsProfiles = ({ home, env }: CloudDirectories): readonly AwsProfile[] => {
  const config = readIni(env['AWS_CONFIG_FILE'] || join(home, '.aws', 'config'))
  const keys = readIni(env['AWS_SHARED_CREDENTIALS_FILE'] || join(home, '.aws', 'credentials'))
  const named = Object.keys(config).flatMap(section => {
    if (section === 'default') return [section]
    return section.startsWith('profile ') ? [section.slice('profile '.length).trim()] : []
  })
  return [...new Set([...named, ...Object.keys(keys)])].map(name => {
    const section = config[name === 'default' ? name : `profile ${name}`] ?? {}
    const { region, sso_session: session, sso_start_url: start } = section
    return { name, ...(region ? { region } : {}), sso: session !== undefined || start !== undefined }
  })
}

/** What a file of Google's cloud is, or what is wrong with it. */
export type GoogleFile =
  | {
      readonly kind: 'service_account' | 'login'
      readonly project?: string
      readonly warning?: LocalizedText
    }
  | { readonly kind: 'problem'; readonly absent?: true; readonly problem: LocalizedText }

const googleLoginFile = ({ home, env }: CloudDirectories): string =>
  join(env['CLOUDSDK_CONFIG'] || join(home, '.config', 'gcloud'), 'application_default_credentials.json')

/** The login of Google's own tool. */
export const readGoogleLogin = (places: CloudDirectories): GoogleFile => {
  const file = googleLoginFile(places)
  const read = readJson(file)
  if ('why' in read)
    return {
      kind: 'problem',
      ...(read.why === 'ENOENT' ? { absent: true } : {}),
      problem:
        read.why === 'ENOENT'
          ? cloudAnswer('no_gcloud', { file })
          : cloudAnswer('no_file', { file, why: read.why }),
    }
  const { type, quota_project_id: project } = read.json
  if (typeof type !== 'string') return { kind: 'problem', problem: cloudAnswer('bad_login', { file }) }
  return { kind: 'login', ...(typeof project === 'string' ? { project } : {}) }
}

/** The key of a service account, looked at without asking anybody whether it still counts. */
export const readServiceAccount = (file: string): GoogleFile => {
  const read = readJson(file)
  if ('why' in read) return { kind: 'problem', problem: cloudAnswer('no_file', { file, why: read.why }) }
  const { type, client_email: email, private_key: key, project_id: project } = read.json
  if (type !== 'service_account' || typeof email !== 'string' || !isPrivateKey(key))
    return { kind: 'problem', problem: cloudAnswer('bad_file', { file }) }
  return {
    kind: 'service_account',
    ...(typeof project === 'string' ? { project } : {}),
    ...((statSync(file).mode & 0o077) === 0 ? {} : { warning: cloudAnswer('open_file', { file }) }),
  }
}

const isPrivateKey = (text: unknown): boolean => {
  if (typeof text !== 'string') return false
  try {
    return createPrivateKey(text).type === 'private'
  } catch {
    return false
  }
}

/** Google's tool writes some kilobytes; a larger file is another one. */
const MOST_BYTES = 100_000

const readJson = (
  file: string,
): { readonly json: Readonly<Record<string, unknown>> } | { readonly why: string } => {
  try {
    const facts = statSync(file)
    if (!facts.isFile()) return { why: 'not a file' }
    if (facts.size > MOST_BYTES) return { why: 'too large' }
    const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(json) ? { json } : { why: 'not JSON' }
  } catch (error) {
    return { why: (error as NodeJS.ErrnoException).code ?? 'not JSON' }
  }
}

/** The project that Google's tool works in. */
export const gcloudProject = ({ home, env }: CloudDirectories): string | undefined => {
  const folder = env['CLOUDSDK_CONFIG'] || join(home, '.config', 'gcloud')
  return readIni(join(folder, 'configurations', 'config_default'))['core']?.['project']
}
