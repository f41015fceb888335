import { createHash, createHmac, createVerify, generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import type { UnsignedRequest } from '../../../protocol/credential.ts'
import { accountCredential } from '../reach-models.ts'
import { sign } from './aws-account.ts'
import { cachedToken } from './cached-token.ts'

const NO_HELPERS = { settings: {}, cwd: '/' }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const request: UnsignedRequest = {
  method: 'POST',
  url: new URL('https://bedrock-runtime.eu-west-1.amazonaws.com/model/a.b%3A0/invoke-with-response-stream'),
  headers: { 'content-type': 'application/json' },
  body: [Buffer.from('{"a":'), Buffer.from('1}')],
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()

/** The algorithm as its public description has it, written a second time. */
const expectedSignature = (headers: Readonly<Record<string, string>>, secret: string): string => {
  const all = { ...headers, host: request.url.host, 'content-type': 'application/json' } as Record<
    string,
    string
  >
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+),/.exec(headers['authorization'] ?? '') ?? []
  const canonical = [
    'POST',
    request.url.pathname.split('/').map(encodeURIComponent).join('/'),
    '',
    ...names.split(';').map(name => `${name}:${all[name]}`),
    '',
    names,
    sha256(Buffer.concat(request.body)),
  ].join('\n')
  const [day = '', region = '', service = '', last = ''] = scope.split('/')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), last)
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  return createHmac('sha256', key).update(text).digest('hex')
}

test('a request to Bedrock is signed over its address, its headers and its whole body', async () => {
  const keys = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'session' }
  const headers = await sign(request, keys, 'eu-west-1')
  expect(headers['authorization']).toContain('Credential=AKID/')
  expect(headers['authorization']).toContain('/eu-west-1/bedrock/aws4_request')
  expect(headers['x-amz-security-token']).toBe('session')
  const signature = /Signature=(\w+)/.exec(headers['authorization'] ?? '')?.[1]
  expect(signature).toBe(expectedSignature(headers, 'secret'))
})

const authorize = async (account: 'aws' | 'google' | 'azure', env: Record<string, string>) => {
  const credential = (await accountCredential(account, env, NO_HELPERS)).create()
  await credential.prepare?.()
  return await credential.authorize(request)
}

test.each([
  ['variables', {}, { AWS_ACCESS_KEY_ID: 'AKENV', AWS_SECRET_ACCESS_KEY: 's' }, 'AKENV'],
  [
    'the default profile',
    { credentials: '[default]\naws_access_key_id = AKFILE\naws_secret_access_key = s\n' },
    {},
    'AKFILE',
  ],
  [
    'a profile by name before variables',
    { config: '[profile work]\naws_access_key_id=AKWORK\naws_secret_access_key=s\n' },
    { AWS_PROFILE: 'work', AWS_ACCESS_KEY_ID: 'AKENV', AWS_SECRET_ACCESS_KEY: 's' },
    'AKWORK',
  ],
  [
    'a program that the profile names',
    {
      config: `[default]\ncredential_process = echo '{"Version":1,"AccessKeyId":"AKPROC","SecretAccessKey":"s","Expiration":"2999-01-01T00:00:00Z"}'\n`,
    },
    {},
    'AKPROC',
  ],
])('AWS keys are found in %s', async (_name, files, env, key) => {
  const { path } = tmpDir()
  mkdirSync(join(path, '.aws'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, '.aws', name), text)
  const headers = await authorize('aws', { HOME: path, PATH: '/usr/bin:/bin', ...env })
  expect(headers['authorization']).toContain(`Credential=${key}/`)
})

test('without AWS credentials one sentence says what to do', async () => {
  const env = { HOME: tmpDir().path, PATH: '/nowhere', AWS_EC2_METADATA_DISABLED: 'true' }
  await expect(authorize('aws', env)).rejects.toThrow('No AWS credentials found. Run "aws configure"')
})

const serveToken = async (answer: (body: URLSearchParams) => object): Promise<string> => {
  const server = createServer((incoming, response) => {
    let text = ''
    incoming.on('data', piece => {
      text += piece
    })
    incoming.on('end', () => response.end(JSON.stringify(answer(new URLSearchParams(text)))))
  })
  servers.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`
}

test('a service account signs for its token, and gets one token for many requests', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let asked = 0
  const token_uri = await serveToken(body => {
    const [head = '', claims = '', signature = ''] = (body.get('assertion') ?? '').split('.')
    const isRight = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(publicKey, Buffer.from(signature, 'base64url'))
    const { iss, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<
      string,
      string
    >
    asked += 1
    return isRight && aud === token_uri
      ? { access_token: `for ${iss}`, expires_in: 3600 }
      : { error: 'wrong' }
  })
  const file = join(tmpDir().path, 'key.json')
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(
    file,
    JSON.stringify({ type: 'service_account', client_email: 'me@x', private_key, token_uri }),
  )
  const credential = (
    await accountCredential('google', { GOOGLE_APPLICATION_CREDENTIALS: file }, NO_HELPERS)
  ).create()
  for (let at = 0; at < 3; at++)
    expect(await credential.authorize(request)).toEqual({ authorization: 'Bearer for me@x' })
  expect(asked).toBe(1)
})

test('a refused refresh says whose it was and how to sign in again', async () => {
  const token_uri = await serveToken(() => ({
    error: 'invalid_grant',
    error_description: 'Token has been revoked',
  }))
  const { path } = tmpDir()
  mkdirSync(join(path, 'gcloud'))
  writeFileSync(
    join(path, 'gcloud', 'application_default_credentials.json'),
    JSON.stringify({
      type: 'authorized_user',
      client_id: 'c',
      client_secret: 's',
      refresh_token: 'r',
      token_uri,
    }),
  )
  await expect(authorize('google', { CLOUDSDK_CONFIG: join(path, 'gcloud') })).rejects.toThrow(
    'Google Cloud did not accept the credentials (Token has been revoked)',
  )
})

test('whoever is signed in with the tool of Azure needs no key', async () => {
  const { path } = tmpDir()
  writeFileSync(join(path, 'az'), `#!/bin/sh\necho '{"accessToken":"from az","expires_on":9999999999}'\n`)
  chmodSync(join(path, 'az'), 0o755)
  expect(await authorize('azure', { PATH: `${path}:/usr/bin:/bin` })).toEqual({
    authorization: 'Bearer from az',
  })
  await expect(authorize('azure', { PATH: '/nowhere' })).rejects.toThrow('az login')
})

test('a token is asked for anew shortly before it ends, once for all who wait', async () => {
  let now = 0
  let asked = 0
  const token = cachedToken(
    async () => ({ value: ++asked, until: now + 3_600_000 }),
    () => now,
  )
  expect(await Promise.all([token(), token()])).toEqual([1, 1])
  now = 3_400_000
  expect(await token()).toBe(2)
})

const KEYS = '[default]\naws_access_key_id = AKNEW\naws_secret_access_key = s\n'

test('a command of the person signs in to AWS where there are no keys, and again when they are refused', async () => {
  const { path } = tmpDir()
  const env = { HOME: path, PATH: '/usr/bin:/bin', AWS_EC2_METADATA_DISABLED: 'true' }
  const awsAuthRefresh = `mkdir -p "$HOME/.aws"; echo again >> ran; printf '${KEYS.replaceAll('\n', '\\n')}' > "$HOME/.aws/credentials"`
  const helpers = { settings: { awsAuthRefresh }, cwd: path }
  const credential = (await accountCredential('aws', env, helpers)).create()
  const shown = await credential.authorize(request)
  expect(shown['authorization']).toContain('Credential=AKNEW/')
  expect(await credential.renew?.(shown)).toBe(true)
  expect(readFileSync(join(path, 'ran'), 'utf8')).toBe('again\nagain\n')
  const failing = { settings: { awsAuthRefresh: 'echo no browser here >&2; exit 3' }, cwd: path }
  const failed = (await accountCredential('aws', { ...env, HOME: '/nowhere' }, failing)).create()
  await expect(failed.authorize(request)).rejects.toThrow(
    'The command in awsAuthRefresh failed: no browser here.',
  )
})

test('keys that a command prints come before all others, and are looked for again when they are refused', async () => {
  const { path } = tmpDir()
  const env = { HOME: path, PATH: '/usr/bin:/bin', AWS_ACCESS_KEY_ID: 'AKENV', AWS_SECRET_ACCESS_KEY: 's' }
  const printed = join(path, 'printed')
  const print = (id: string): void =>
    writeFileSync(printed, JSON.stringify({ Credentials: { AccessKeyId: id, SecretAccessKey: 's' } }))
  print('AKONE')
  const helpers = { settings: { awsCredentialExport: `cat ${printed}` }, cwd: path }
  const credential = (await accountCredential('aws', env, helpers)).create()
  const shown = await credential.authorize(request)
  expect(shown['authorization']).toContain('Credential=AKONE/')
  expect(await credential.renew?.(shown)).toBe(false)
  print('AKTWO')
  expect(await credential.renew?.(shown)).toBe(true)
  expect((await credential.authorize(request))['authorization']).toContain('Credential=AKTWO/')
  writeFileSync(printed, 'no keys at all')
  await expect(credential.renew?.(shown)).rejects.toThrow('awsCredentialExport printed no AWS credentials.')
})

test('a command of the person signs in to Google Cloud where nobody is', async () => {
  const { path } = tmpDir()
  const token_uri = await serveToken(() => ({ access_token: 'fresh', expires_in: 3600 }))
  const user = { type: 'authorized_user', client_id: 'i', client_secret: 's', refresh_token: 'r', token_uri }
  writeFileSync(join(path, 'signed-in.json'), JSON.stringify(user))
  const env = {
    ...{ HOME: path, PATH: '/usr/bin:/bin', CLOUDSDK_CONFIG: path },
    GCE_METADATA_HOST: '127.0.0.1:1',
  }
  const gcpAuthRefresh = 'mv signed-in.json application_default_credentials.json'
  const helpers = { settings: { gcpAuthRefresh }, cwd: path }
  const credential = (await accountCredential('google', env, helpers)).create()
  expect(await credential.authorize(request)).toEqual({ authorization: 'Bearer fresh' })
})
