import { expect, test } from 'vitest'
import { inEnglish } from '../../protocol/messages/localized-text.ts'
import type { SessionsDeps } from './deps.ts'
import { createRedactor } from './redactor.ts'

const deps = (env: Readonly<Record<string, string>>): SessionsDeps => ({
  configHome: '/nowhere/config',
  cwd: '/nowhere',
  process: { env, version: '0', argv: [] },
  now: 0,
  write: async () => undefined,
  localize: inEnglish,
  warn: () => undefined,
})
const KEY = 'ghp_Zx81kQw92mNb73vCx64lKj55hGf46dSa37pY'

test('keys by their form and credentials by their value are taken out; all else stays', () => {
  const redact = createRedactor(
    deps({ MY_API_KEY: 'sw0rdfish-9-lives', SHORT_KEY: 'abc', PATH: '/usr/bin:/bin' }),
  )
  const clean = redact(`a ${KEY} b sw0rdfish-9-lives c abc /usr/bin:/bin`)
  expect(clean).toMatch(
    /^a \[secret:[a-z-]+:[0-9a-f]{4}\] b \[secret:credential:[0-9a-f]{4}\] c abc \/usr\/bin:\/bin$/,
  )
  expect(redact('nothing to hide')).toBe('nothing to hide')
  expect(redact(clean)).toBe(clean)
})
