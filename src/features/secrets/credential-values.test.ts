import { expect, test } from 'vitest'
import { credentialValues } from './credential-values.ts'

const VALUE = 'a1b2c3d4-e5f6-g7h8'

test.each([
  ['ANTHROPIC_API_KEY', true],
  ['ANTHROPIC_AUTH_TOKEN', true],
  ['CLAUDE_CODE_OAUTH_TOKEN', true],
  ['AWS_BEARER_TOKEN_BEDROCK', true],
  ['CAPSTAN_SEARCH_KEY', true],
  ['DB_PASSWORD', true],
  ['github_token', true],
  ['AWS_SECRET_ACCESS_KEY', true],
  ['GPG_KEY', false],
  ['AWS_ACCESS_KEY_ID', false],
  ['TOKENIZERS_PARALLELISM', false],
  ['SSH_AUTH_SOCK', false],
  ['KEYBOARD', false],
])('the value of %s is a credential: %s', (name, expected) => {
  expect(credentialValues({ [name]: VALUE })).toEqual(expected ? [VALUE] : [])
})

test.each([
  ['short', 'a1b2c3'],
  ['a word', 'developmentpassword'],
  ['a path', '/run/secrets/token1'],
  ['an address', 'https://vault.internal/token1'],
  ['several words', 'see the wiki page 12 for it'],
  ['one character', 'a1a1a1a1a1a1a1a1a1a1'],
])('%s is no value that could be told from text', (_name, value) => {
  expect(credentialValues({ API_TOKEN: value, OTHER_TOKEN: undefined })).toEqual([])
})

test('longer values come first, each once', () => {
  const env = { A_TOKEN: VALUE, B_TOKEN: `${VALUE}-and-more`, C_TOKEN: VALUE }
  expect(credentialValues(env)).toEqual([`${VALUE}-and-more`, VALUE])
})
