import { createHash, createHmac } from 'node:crypto'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { SignatureV4 } from '@smithy/signature-v4'
import { awsRegion } from '../../../features/models/providers/cloud.ts'
import { readIni } from '../../../lib/files/read-ini.ts'
import type { UnsignedRequest } from '../../../protocol/credential.ts'
import { type Env, HostError } from '../../../protocol/host.ts'
import { credentialText } from '../../../protocol/messages/host/credentials.ts'
import type { FoundCredential, HostedCredential } from '../../credentials/hosted-credential.ts'
import { findHomes } from '../../find-homes.ts'
import { cachedToken, type Lasting } from './cached-token.ts'
import { askMetadata } from './metadata.ts'
import { saidBy } from './said-by.ts'
import { type AccountCommands, askTwice, inMidTurn, signInAgain, type Words } from './sign-in-again.ts'

interface AwsKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

/** Keys of an account, as the cloud's own tools look for them: environment, profile, the machine it runs on. */
export const awsAccount = async (env: Env, helpers: AccountCommands): Promise<FoundCredential> => {
  const profile = env['AWS_PROFILE'] || 'default'
  const { awsAuthRefresh, awsCredentialExport } = helpers.settings
  const commands = [awsAuthRefresh, awsCredentialExport, helpers.cwd]
  return {
    source: 'AWS credentials',
    identity: JSON.stringify(['aws', env['AWS_ACCESS_KEY_ID'], profile, awsRegion(env), ...commands]),
    create: () => createSigner(env, profile, helpers),
  }
}

const createSigner = (env: Env, profile: string, helpers: AccountCommands): HostedCredential => {
  let words: Words = 'hidden'
  const signIn = signInAgain('awsAuthRefresh', helpers, env)
  const find = (): Promise<Lasting<AwsKeys> | undefined> =>
    helpers.settings.awsCredentialExport === undefined
      ? findKeys(env, profile)
      : fromExport(helpers.settings.awsCredentialExport, helpers.cwd, env)
  const keys = cachedToken(async () => {
    const found = await askTwice(find, () => signIn(words))
    if (found) return found
    throw new HostError('no_credentials', credentialText('no_aws'))
  })
  const region = awsRegion(env)
  return {
    source: 'AWS credentials',
    async prepare() {
      words = 'shown'
      try {
        await keys()
      } finally {
        words = 'hidden'
      }
    },
    renew: () =>
      inMidTurn(async () => {
        const before = await keys()
        keys.forget()
        return (await signIn('hidden')) || !isDeepStrictEqual(before, await keys())
      }),
    authorize: request => inMidTurn(async () => await sign(request, await keys(), region)),
  }
}

/** The headers that show who asks. The body is signed, too. */
export const sign = async (
  { method, url, headers, body }: UnsignedRequest,
  credentials: AwsKeys,
  region: string,
): Promise<Record<string, string>> => {
  const signer = new SignatureV4({
    credentials,
    region,
    service: 'bedrock',
    sha256: Sha256,
    uriEscapePath: true,
  })
  const signed = await signer.sign({
    method,
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port === '' ? {} : { port: Number(url.port) }),
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: { 'content-type': headers['content-type'] ?? 'application/json', host: url.host },
    body: Buffer.concat(body),
  })
  const { host: _host, 'content-type': _type, ...shown } = signed.headers
  return shown
}

/** The library brings no hash of its own. */
class Sha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>
  constructor(secret?: unknown) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret))
  }
  update(data: unknown): void {
    this.#hash.update(bytesOf(data))
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {
    throw new Error('A hash is used once.')
  }
}

const bytesOf = (data: unknown): Buffer => {
  if (typeof data === 'string') return Buffer.from(data)
  if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return Buffer.from(data as ArrayBuffer)
}

const findKeys = async (env: Env, profile: string): Promise<Lasting<AwsKeys> | undefined> =>
  (env['AWS_PROFILE'] ? undefined : fromVariables(env)) ??
  (await fromProfile(env, profile)) ??
  (await fromTool(env, profile)) ??
  (await fromMachine(env))

/** Nobody is shown what it prints. What it does not know is not looked for elsewhere: those keys would be others. */
const fromExport = async (command: string, cwd: string, env: Env): Promise<Lasting<AwsKeys> | undefined> => {
  const { askForKey } = await import('../../credentials/ask-for-key.ts')
  const text = await askForKey({ command, env, cwd }, 'hidden')
  const found = parseKeys(text)
  if (found || text === '') return found
  throw new HostError('credentials', credentialText('export_unreadable'))
}

const fromVariables = (env: Env): Lasting<AwsKeys> | undefined =>
  keysOf(env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY'], env['AWS_SESSION_TOKEN'])

const keysOf = (
  accessKeyId: unknown,
  secretAccessKey: unknown,
  sessionToken?: unknown,
): Lasting<AwsKeys> | undefined =>
  typeof accessKeyId === 'string' && accessKeyId !== '' && typeof secretAccessKey === 'string'
    ? {
        value: {
          accessKeyId,
          secretAccessKey,
          ...(typeof sessionToken === 'string' && sessionToken !== '' ? { sessionToken } : {}),
        },
      }
    : undefined

const fromProfile = async (env: Env, profile: string): Promise<Lasting<AwsKeys> | undefined> => {
  const home = join(findHomes(env).home, '.aws')
  const credentials = readIni(env['AWS_SHARED_CREDENTIALS_FILE'] || join(home, 'credentials'))[profile] ?? {}
  const config = readIni(env['AWS_CONFIG_FILE'] || join(home, 'config'))
  const section = config[profile === 'default' ? 'default' : `profile ${profile}`] ?? {}
  const all = { ...section, ...credentials }
  const fixed = keysOf(all['aws_access_key_id'], all['aws_secret_access_key'], all['aws_session_token'])
  if (fixed) return fixed
  const { credential_process: command } = all
  return command ? parseKeys(await saidBy(['/bin/sh', '-c', command], env)) : undefined
}

/** Signing in by browser and roles are the business of the cloud's own tool. */
const fromTool = async (env: Env, profile: string): Promise<Lasting<AwsKeys> | undefined> =>
  parseKeys(
    await saidBy(
      ['aws', 'configure', 'export-credentials', '--profile', profile, '--format', 'process'],
      env,
    ),
  )

/** Both forms that such programs and the machine's own service answer with. */
const parseKeys = (text: string): Lasting<AwsKeys> | undefined => {
  let said: Record<string, unknown>
  try {
    const parsed = JSON.parse(text) as Record<string, unknown>
    const { Credentials: inner } = parsed
    said = typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : parsed
  } catch {
    // It printed no keys: the next place is looked at.
    return undefined
  }
  const found = keysOf(said['AccessKeyId'], said['SecretAccessKey'], said['SessionToken'] ?? said['Token'])
  const until = Date.parse(String(said['Expiration']))
  return found && Number.isFinite(until) ? { ...found, until } : found
}

const CONTAINER = 'http://169.254.170.2'
const MACHINE = 'http://169.254.169.254'

const fromMachine = async (env: Env): Promise<Lasting<AwsKeys> | undefined> => {
  const relative = env['AWS_CONTAINER_CREDENTIALS_RELATIVE_URI']
  const full = env['AWS_CONTAINER_CREDENTIALS_FULL_URI'] || (relative ? `${CONTAINER}${relative}` : undefined)
  const token = env['AWS_CONTAINER_AUTHORIZATION_TOKEN']
  if (full) return parseKeys((await askMetadata(full, token ? { authorization: token } : {})) ?? '')
  if (env['AWS_EC2_METADATA_DISABLED'] === 'true') return undefined
  const base = env['AWS_EC2_METADATA_SERVICE_ENDPOINT'] || MACHINE
  const session = await askMetadata(`${base}/latest/api/token`, TOKEN_HEADERS, 'PUT')
  if (session === undefined) return undefined
  const headers = { 'x-aws-ec2-metadata-token': session }
  const roles = `${base}/latest/meta-data/iam/security-credentials/`
  const role = (await askMetadata(roles, headers))?.split('\n', 1)[0]?.trim()
  return role ? parseKeys((await askMetadata(`${roles}${role}`, headers)) ?? '') : undefined
}

const TOKEN_HEADERS = { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' }
