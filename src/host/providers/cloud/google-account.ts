import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, HostError } from '../../../protocol/host.ts'
import { credentialText } from '../../../protocol/messages/host/credentials.ts'
import type { FoundCredential } from '../../credentials/hosted-credential.ts'
import { findHomes } from '../../find-homes.ts'
import type { Lasting } from './cached-token.ts'
import { askMetadata } from './metadata.ts'
import { saidBy } from './said-by.ts'
import { type AccountCommands, signInAgain } from './sign-in-again.ts'
import { tokenCredential } from './token-credential.ts'

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const TOKENS = 'https://oauth2.googleapis.com/token'
const METADATA = 'http://metadata.google.internal'

/** Application default credentials: a named file, the file of the cloud's own tool, the machine, the tool itself. */
export const googleAccount = async (env: Env, helpers: AccountCommands): Promise<FoundCredential> => ({
  source: 'Google Cloud credentials',
  identity: JSON.stringify([
    'google',
    env['GOOGLE_APPLICATION_CREDENTIALS'],
    env['HOME'],
    helpers.settings.gcpAuthRefresh,
    helpers.cwd,
  ]),
  create() {
    const signIn = signInAgain('gcpAuthRefresh', helpers, env)
    return tokenCredential('Google Cloud credentials', words => askAgain(env, () => signIn(words)), signIn)
  },
})

/** Credentials that were refused are no better than none where a command can bring others. */
const askAgain = async (env: Env, signIn: () => Promise<boolean>): Promise<Lasting<string>> => {
  try {
    return await findToken(env)
  } catch (error) {
    if (!(error instanceof HostError) || !(await signIn())) throw error
    return await findToken(env)
  }
}

const findToken = async (env: Env): Promise<Lasting<string>> => {
  const named = env['GOOGLE_APPLICATION_CREDENTIALS']
  const own = join(
    env['CLOUDSDK_CONFIG'] || join(findHomes(env).home, '.config', 'gcloud'),
    'application_default_credentials.json',
  )
  const file = readJson(named ?? own, named !== undefined)
  const found = (file && (await fromFile(file))) ?? (await fromMachine(env)) ?? (await fromTool(env))
  if (found) return found
  throw new HostError('no_credentials', credentialText('no_google'))
}

type Json = Readonly<Record<string, unknown>>

const readJson = (path: string, isNamed: boolean): Json | undefined => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Json
  } catch (error) {
    if (!isNamed && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new HostError('credentials', credentialText('google_unreadable', { path }))
  }
}

const fromFile = async (file: Json): Promise<Lasting<string> | undefined> => {
  const uri = typeof file['token_uri'] === 'string' ? file['token_uri'] : TOKENS
  if (file['type'] === 'service_account')
    return await askToken(uri, {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: signJwt(file, uri),
    })
  if (file['type'] !== 'authorized_user') return undefined
  return await askToken(uri, {
    grant_type: 'refresh_token',
    client_id: String(file['client_id']),
    client_secret: String(file['client_secret']),
    refresh_token: String(file['refresh_token']),
  })
}

const signJwt = (file: Json, audience: string): string => {
  const seconds = Math.floor(Date.now() / 1000)
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const head = part({ alg: 'RS256', typ: 'JWT', kid: file['private_key_id'] })
  const { client_email: iss } = file
  const claims = part({ iss, scope: SCOPE, aud: audience, iat: seconds, exp: seconds + 3600 })
  const signature = createSign('RSA-SHA256').update(`${head}.${claims}`).sign(String(file['private_key']))
  return `${head}.${claims}.${signature.toString('base64url')}`
}

const askToken = async (url: string, fields: Readonly<Record<string, string>>): Promise<Lasting<string>> => {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'error' })
  const said = (await answer.json().catch(() => ({}))) as Json
  const token = tokenIn(said)
  if (answer.ok && token) return token
  const reason = String(said['error_description'] ?? said['error'] ?? `status ${answer.status}`)
  throw new HostError('credentials', credentialText('google_refused', { reason }))
}

const tokenIn = ({ access_token: value, expires_in: seconds }: Json): Lasting<string> | undefined =>
  typeof value === 'string' ? { value, until: Date.now() + Number(seconds ?? 3600) * 1000 } : undefined

const fromMachine = async (env: Env): Promise<Lasting<string> | undefined> => {
  const host = env['GCE_METADATA_HOST']
  const base = host ? `http://${host}` : METADATA
  const text = await askMetadata(`${base}/computeMetadata/v1/instance/service-accounts/default/token`, {
    'metadata-flavor': 'Google',
  })
  return text === undefined ? undefined : tokenIn(JSON.parse(text) as Json)
}

/** Half an hour of the hour that such a token is good for. */
const TOOL_MS = 30 * 60_000

const fromTool = async (env: Env): Promise<Lasting<string> | undefined> => {
  const value = await saidBy(['gcloud', 'auth', 'print-access-token'], env)
  return value === '' ? undefined : { value, until: Date.now() + TOOL_MS }
}
