import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { testPolicy } from '../../../test/support/test-policy.ts'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { makeProfile } from '../../features/profiles/profile-files.ts'
import { HostError } from '../../protocol/host.ts'
import { environmentOf } from '../providers/session-environment.ts'
import { gatherSettings } from '../settings/gather-settings.ts'
import { settingsFileOf } from '../settings/settings-file-of.ts'
import { findStart } from '../start.ts'

const open = () => {
  const tmp = tmpDir()
  const config = join(tmp.path, 'config')
  const put = (file: string, content: object): void => {
    const path = join(tmp.path, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(content), { mode: 0o600 })
  }
  mkdirSync(join(tmp.path, 'project'), { recursive: true })
  mkdirSync(config, { recursive: true })
  const gather = (profile?: string, more: object = {}) => {
    const env = {
      HOME: tmp.path,
      CAPSTAN_CONFIG_DIR: config,
      ...(profile === undefined ? {} : { CAPSTAN_PROFILE: profile }),
      ...more,
    }
    const start = findStart({ env, cwd: join(tmp.path, 'project') })
    return { start, env, gathered: gatherSettings({}, { ...start, env }) }
  }
  return {
    ...tmp,
    path: tmp.path,
    config,
    put,
    gather,
    [Symbol.asyncDispose]: () => tmp[Symbol.asyncDispose](),
  }
}

test('settings of a profile go before the person’s others and behind those of a trusted project', async () => {
  await using at = open()
  makeProfile(at.config, 'work')
  at.put('config/settings.json', { model: 'own', effortLevel: 'low', language: 'de' })
  at.put('config/profiles/work/settings.json', { model: 'works', effortLevel: 'high', env: { A: 'profile' } })
  at.put('project/.capstan/settings.json', { effortLevel: 'medium' })
  const { settings, ownEnv } = at.gather('work', { CAPSTAN_TRUST_WORKSPACE: '1' }).gathered
  expect(settings).toMatchObject({ model: 'works', effortLevel: 'medium', language: 'de' })
  expect(ownEnv).toEqual({ A: 'profile' })
  expect(at.gather().gathered.settings).toMatchObject({ model: 'own', effortLevel: 'low' })
})

test('what a profile or the person’s own settings say is written there', async () => {
  await using at = open()
  makeProfile(at.config, 'work')
  const { start } = at.gather('work')
  const fileOf = (of: typeof start) => settingsFileOf({ ...of, localDir: of.cwd })('userSettings')
  expect(fileOf(start)).toBe(join(at.config, 'profiles/work/settings.json'))
  expect(fileOf(at.gather().start)).toBe(join(at.config, 'settings.json'))
})

test('keys that were saved for one profile are not those of another, nor of nobody', async () => {
  await using at = open()
  for (const name of ['work', 'home']) makeProfile(at.config, name)
  at.put('config/credentials.json', { apiKey: 'sk-nobody' })
  at.put('config/profiles/work/credentials.json', { providers: { kimi: { apiKey: 'sk-work' } } })
  const stored = (profile?: string) => {
    const { start, env, gathered } = at.gather(profile)
    return environmentOf(env, { gathered, start, warn: () => {} }).stored
  }
  expect(stored('work')).toEqual({ kimi: { kind: 'key', in: 'file', apiKey: 'sk-work', since: 0 } })
  expect(stored('home')).toBeUndefined()
  expect(stored()).toMatchObject({ anthropic: { apiKey: 'sk-nobody' } })
})

test('a repository chooses no profile: neither by settings, trusted or not, nor by a name that is a path', async () => {
  await using at = open()
  makeProfile(at.config, 'work')
  at.put('config/profiles/work/settings.json', { model: 'works' })
  at.put('project/.capstan/settings.json', { env: { CAPSTAN_PROFILE: 'work' }, profile: 'work' })
  const { start, gathered } = at.gather(undefined, { CAPSTAN_TRUST_WORKSPACE: '1' })
  expect(start.profile).toBeUndefined()
  expect(gathered.settings.model).toBeUndefined()
  expect(gathered.settings.env ?? {}).toEqual({})
  for (const name of ['../../project/.capstan', 'a/b', '.', '..', '', 'x'.repeat(40)])
    if (name !== '') expect(() => at.gather(name), name).toThrow(HostError)
})

test('an unknown profile is refused with those that there are; nothing is made by asking for it', async () => {
  await using at = open()
  for (const name of ['work', 'home']) makeProfile(at.config, name)
  expect(() => at.gather('wrok')).toThrow(/no profile named wrok. Profiles: home, work/)
  expect(makeProfile(at.config, 'work')).toBeUndefined()
  expect(makeProfile(at.config, '../up')).toBeUndefined()
  expect(readFileSync(join(at.config, 'profiles/work/settings.json'), 'utf8')).toBe('{}\n')
})

test('an administrator’s word holds in every profile', async () => {
  await using at = open()
  makeProfile(at.config, 'work')
  at.put('config/profiles/work/settings.json', {
    availableModels: ['opus'],
    permissions: { disableBypassPermissionsMode: 'disable', deny: ['Bash(rm *)'] },
  })
  const { start, env } = at.gather('work')
  const managed = JSON.stringify({ availableModels: ['haiku'], allowManagedPermissionRulesOnly: true })
  const { settings, rules, managedOnly } = gatherSettings(
    { managedSettings: managed },
    { ...start, env, policy: testPolicy },
  )
  expect(settings.availableModels).toEqual(['haiku'])
  expect(managedOnly).toBe(true)
  expect(rules.map(({ source }) => source)).toEqual(['user'])
})

test('helpers and keys of the settings that are shared do not go before those of a profile', async () => {
  await using at = open()
  for (const name of ['work', 'home']) makeProfile(at.config, name)
  const providers = {
    house: { apiKeyEnv: 'HOUSE_KEY', apiKeyHelper: 'echo base', headers: { 'X-Team': 'a' } },
  }
  const shared = {
    apiKeyHelper: 'echo base',
    awsCredentialExport: 'echo base',
    awsAuthRefresh: 'true',
    gcpAuthRefresh: 'true',
    env: { OPENAI_API_KEY: 'sk-base', HOUSE_KEY: 'sk-base', AWS_SECRET_ACCESS_KEY: 'base', EDITOR: 'vi' },
    providers,
  }
  at.put('config/settings.json', shared)
  at.put('.claude/settings.json', { apiKeyHelper: 'echo compat', env: { KIMI_API_KEY: 'sk-compat' } })
  at.put('config/profiles/work/settings.json', { env: { GROQ_API_KEY: 'sk-work' } })
  const { settings, ownEnv } = at.gather('work').gathered
  expect(ownEnv).toEqual({ EDITOR: 'vi', GROQ_API_KEY: 'sk-work' })
  expect(settings.env).toEqual({ EDITOR: 'vi', GROQ_API_KEY: 'sk-work' })
  expect(settings.providers).toEqual({ house: { apiKeyEnv: 'HOUSE_KEY', headers: { 'X-Team': 'a' } } })
  for (const key of ['apiKeyHelper', 'awsCredentialExport', 'awsAuthRefresh', 'gcpAuthRefresh'] as const)
    expect(settings[key], key).toBeUndefined()
  expect(at.gather('home').gathered.ownEnv).toEqual({ EDITOR: 'vi' })
  expect(at.gather().gathered.settings).toMatchObject({
    ...shared,
    env: { ...shared.env, KIMI_API_KEY: 'sk-compat' },
  })
})

test('a profile is known by its own spelling, and a file is none', async () => {
  await using at = open()
  makeProfile(at.config, 'work')
  at.put('config/profiles/file', {})
  expect(() => at.gather('Work')).toThrow(HostError)
  expect(() => at.gather('file')).toThrow(HostError)
})
