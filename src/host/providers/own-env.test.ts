import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { readEnvironment } from '../environment.ts'
import { gatherSettings } from '../settings/gather-settings.ts'
import { moreProviders } from './more-providers.ts'
import { findProviders, type Reaching } from './reach-models.ts'

const KEYS = { ANTHROPIC_API_KEY: 'k', CAPSTAN_TRUST_WORKSPACE: '1' }

/** Who answers where only this file, or the command line, has an `env` that switches to another provider. */
const whoAnswers = async (root: string, place: string, env: Readonly<Record<string, string>>) => {
  const text = JSON.stringify({ env })
  const at = { cwd: join(root, 'repo'), home: join(root, 'home'), configHome: join(root, 'config') }
  mkdirSync(at.cwd, { recursive: true })
  if (place !== '--settings') {
    mkdirSync(join(root, place, '..'), { recursive: true })
    writeFileSync(join(root, place), text)
  }
  const overrides = place === '--settings' ? { settings: text } : {}
  const gathered = gatherSettings(overrides, { ...at, env: KEYS })
  const all = { ...KEYS, ...gathered.settings.env }
  const request = { env: KEYS, overrides: {} }
  const reaching = { request, environment: readEnvironment(all), gathered } as unknown as Reaching
  const providers = findProviders({ ...reaching, all: await moreProviders(reaching) }, at)
  return [providers.route('claude-sonnet-4-5').provider.name, providers.reachable]
}

const SWITCH = { CLAUDE_CODE_USE_BEDROCK: '1' }
const KEY = { GROQ_API_KEY: 'k' }

test.each<[string, Readonly<Record<string, string>>, string, readonly string[]]>([
  ['home/.claude/settings.json', SWITCH, 'bedrock', ['bedrock']],
  ['config/settings.json', SWITCH, 'bedrock', ['bedrock']],
  ['--settings', SWITCH, 'bedrock', ['bedrock']],
  ['repo/.claude/settings.json', SWITCH, 'anthropic', []],
  ['repo/.claude/settings.local.json', SWITCH, 'anthropic', []],
  ['config/settings.json', KEY, 'anthropic', ['groq']],
  ['--settings', KEY, 'anthropic', ['groq']],
  ['repo/.capstan/settings.json', KEY, 'anthropic', []],
  ['repo/.capstan/settings.local.json', KEY, 'anthropic', []],
])(
  'env of settings says who answers where the person wrote it, never where a folder did: %s with %o',
  async (place, env, provider, reachable) => {
    await using tmp = tmpDir()
    expect(await whoAnswers(tmp.path, place, env)).toEqual([provider, reachable])
  },
)

test('an address or account that a trusted folder names is used by its commands only', async () => {
  await using tmp = tmpDir()
  const env = { OLLAMA_HOST: '10.0.0.1', OPENAI_API_KEY: 'theirs', AWS_PROFILE: 'theirs', AWS_REGION: 'x' }
  expect(await whoAnswers(tmp.path, 'repo/.claude/settings.json', env)).toEqual(['anthropic', []])
})
