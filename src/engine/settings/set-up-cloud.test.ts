import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import type { Cloud } from '../../protocol/provider-settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import { setUpCloud } from './set-up-cloud.ts'

const put = (file: string, text: string, mode = 0o600): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode })
}

const SECRET = 'wJalrXUtnFEMI-not-to-be-seen'

/** A home with two profiles, one with keys and one that signs in by browser, and the settings of the person. */
const openHere = ({
  text,
  policy = {},
  env = {},
}: {
  text?: string
  policy?: object
  env?: Record<string, string>
} = {}) => {
  const tmp = tmpDir()
  const at = (name: string): string => join(tmp.path, name)
  put(at('.aws/config'), '[profile dev]\nregion = eu-west-1\n[profile sso one]\nsso_session = acme\n')
  put(at('.aws/credentials'), `[dev]\naws_access_key_id = AKIDEV\naws_secret_access_key = ${SECRET}\n`)
  const file = at('.capstan/settings.json')
  if (text !== undefined) put(file, text)
  const noted: string[] = []
  const user = (): Settings => {
    try {
      return JSON.parse(readFileSync(file, 'utf8').replaceAll(/\/\/.*/g, ''))
    } catch {
      return {}
    }
  }
  const settings = {
    initial: { settings: user() },
    layers: () => [
      { source: 'user', settings: user() },
      { source: 'managed', settings: policy },
    ],
    targetOf: () => ({ file, scope: 'user' }),
    writes: { note: (path: string) => void noted.push(path) },
  } as unknown as SettingsPort
  const run = async (cloud: Cloud, words: string): Promise<string> => {
    const said = await setUpCloud(
      {
        place: { cwd: tmp.path, home: tmp.path, env },
        settings,
        runtime: { newId: () => 'id', now: () => new Date(0) },
      },
      cloud,
      words,
    ).then(
      ({ text: { text } }) => text,
      (error: Error) => `refused: ${error.message}`,
    )
    expect(said).not.toContain(SECRET)
    return said
  }
  return { tmp, at, file, user, noted, run, [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose]() }
}

test('what is on the machine is told, then what would be written, then it is written and nothing else is changed', async () => {
  await using here = openHere({ text: '{\n  // mine\n  "provider": "openai", "env": { "A": "b" }\n}\n' })
  expect(await here.run('bedrock', '')).toMatch(
    /auth=profile profile=dev {2}AWS profile dev \(eu-west-1\)[\s\S]*\/setup-bedrock auth=profile profile=dev region=eu-west-1/,
  )
  const planned = await here.run('bedrock', 'profile=dev opus=acme.opus-1')
  expect(planned).toContain('provider = "bedrock" (was "openai")')
  expect(planned).toContain('env.AWS_PROFILE = "dev"')
  expect(here.user().provider).toBe('openai')
  expect(await here.run('bedrock', 'profile=dev opus=acme.opus-1 --yes')).toContain(`Written to ${here.file}`)
  expect(here.user()).toEqual({
    provider: 'bedrock',
    env: { A: 'b', AWS_PROFILE: 'dev', AWS_REGION: 'eu-west-1', ANTHROPIC_DEFAULT_OPUS_MODEL: 'acme.opus-1' },
  })
  expect(readFileSync(here.file, 'utf8')).toContain('// mine')
  // Else the session would ask about its own change.
  expect(here.noted).toEqual([here.file])
  const keys = await here.run('bedrock', 'auth=keys --yes')
  expect(keys).toContain("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY aren't both set")
  expect(here.user().env).not.toHaveProperty('AWS_PROFILE')
})

test.each<[Cloud, string, string]>([
  ['bedrock', 'profile=other --yes', 'No AWS profile is named other. Found: dev, sso one.'],
  ['bedrock', 'profile=dev --project --yes', 'your own settings only'],
  ['bedrock', 'region=eu-west-1 --yes', 'auth= takes profile, keys, api-key, or machine'],
  ['bedrock', 'auth=keys profile=dev', "profile= doesn't go with auth=keys"],
  ['bedrock', 'profile=dev profile=dev', 'given twice'],
  ['bedrock', 'profile=dev region=$(id)', 'is no valid value for region='],
  ['bedrock', 'key=AKIA', 'Usage: /setup-bedrock'],
  ['bedrock', 'constructor=1', 'Usage: /setup-bedrock'],
  ['vertex', 'auth=gcloud project=acme-prod --yes', 'gcloud auth application-default login'],
  ['vertex', 'auth=machine --yes', 'project=<id>'],
  ['vertex', 'file=no-key.json project=acme-prod --yes', 'is no key of a service account'],
  ['vertex', 'file=absent.json project=acme-prod --yes', "can't be read: ENOENT"],
  ['vertex', 'profile=dev --yes', 'Usage: /setup-vertex'],
])('/setup-%s %s writes nothing and says why', async (cloud, words, why) => {
  await using here = openHere()
  put(here.at('no-key.json'), '{"type":"service_account","client_email":"a@b","private_key":"x"}')
  const said = await here.run(cloud, words)
  expect(said).toMatch(/^refused: /)
  expect(said).toContain(why)
  expect(existsSync(here.file)).toBe(false)
})

test('project and file come from the key of a service account, which is not shown; that others can read it is', async () => {
  await using here = openHere()
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const file = here.at('key.json')
  const account = {
    type: 'service_account',
    client_email: 'a@b',
    project_id: 'acme-prod',
    private_key: privateKey,
  }
  put(file, JSON.stringify(account), 0o644)
  const said = await here.run('vertex', 'file=~/key.json region=europe-west1 --yes')
  expect(here.user()).toEqual({
    provider: 'vertex',
    env: {
      GOOGLE_APPLICATION_CREDENTIALS: file,
      ANTHROPIC_VERTEX_PROJECT_ID: 'acme-prod',
      CLOUD_ML_REGION: 'europe-west1',
    },
  })
  expect(said).toContain('chmod 600')
  expect(said).not.toContain('PRIVATE KEY')
})

test('the login of gcloud is found with its project', async () => {
  await using here = openHere()
  put(
    here.at('.config/gcloud/application_default_credentials.json'),
    '{"type":"authorized_user","quota_project_id":"acme-dev"}',
  )
  expect(await here.run('vertex', '')).toContain('auth=gcloud  Your Google Cloud login')
  await here.run('vertex', 'auth=gcloud --yes')
  expect(here.user().env).toEqual({ ANTHROPIC_VERTEX_PROJECT_ID: 'acme-dev' })
})

test('a way that signs in by browser, what counts before it and what an administrator set are said', async () => {
  await using here = openHere({
    policy: { provider: 'anthropic', env: { AWS_REGION: 'us-gov-west-1' } },
    env: { AWS_BEARER_TOKEN_BEDROCK: SECRET },
  })
  const said = await here.run('bedrock', 'profile="sso one" region=us-east-2')
  expect(said).toContain('aws sso login --profile sso one')
  expect(said).toContain('AWS_BEARER_TOKEN_BEDROCK is set in your environment and is used instead')
  expect(said).toContain('the last word: provider, env.AWS_REGION.')
})

test('a damaged settings file is left as it is', async () => {
  await using here = openHere({ text: '{ "env": ' })
  expect(await here.run('bedrock', 'profile=dev --yes')).toMatch(/^refused: /)
  expect(readFileSync(here.file, 'utf8')).toBe('{ "env": ')
})
