import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSecrets } from './secrets.ts'

// Put together here, so that no scanner takes this file for a leak.
const LETTERS = 'aB3dE5gH7jK9mN2pQ4sT6vX8zA1cD0fG3iJ5lM7oP9rS2uW4yZ6bC8eF0hI1kL3nO5qR7tU9w'
const random = (length: number) => LETTERS.repeat(4).slice(0, length)
const hex = (length: number) => '9f3a1c7e5b2d8064'.repeat(8).slice(0, length)
const upper = (length: number) => 'QZ7WXE4CRV2TYB6N'.repeat(2).slice(0, length)
const jwtPart = (text: string) => Buffer.from(text).toString('base64url')

test.each<[string, string]>([
  ['a private key', `-----BEGIN ${'RSA'} PRIVATE KEY-----\nMIIE`],
  ['a private key', `-----BEGIN ${'OPENSSH'} PRIVATE KEY-----`],
  ['a private key', `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----`],
  ['an Anthropic key', `sk-ant-${'api03'}-${random(90)}`],
  ['an OpenRouter key', `sk-or-${'v1'}-${hex(64)}`],
  ['an OpenAI key', `sk-${'proj'}-${random(60)}`],
  ['an API key', `sk-${random(48)}`],
  ['a GitHub token', `gh${'p'}_${random(36)}`],
  ['a GitHub token', `github_${'pat'}_${random(22)}_${random(59)}`],
  ['a GitLab token', `glpat-${random(20)}`],
  ['an AWS access key', `AKIA${upper(16)}`],
  ['a Google API key', `AIza${random(35)}`],
  ['a Slack token', `xoxb-${'482910384756'}-${random(24)}`],
  ['a Slack webhook', `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${random(24)}`],
  ['a Telegram bot token', `${'482910'}3847:AA${random(33)}`],
  ['a Stripe key', `sk_${'live'}_${random(24)}`],
  ['an npm token', `npm_${random(36)}`],
  ['a PyPI token', `pypi-AgEIcHlwaS5vcmc${random(60)}`],
  ['a SendGrid key', `SG.${random(22)}.${random(43)}`],
  ['a DigitalOcean token', `dop_v1_${hex(64)}`],
  ['a Hugging Face token', `hf_${random(34)}`],
  ['a Vault token', `hvs.${random(40)}`],
  ['a JSON web token', `${jwtPart('{"alg":"HS256"}')}.${jwtPart('{"sub":"12345"}')}.${random(43)}`],
  ['a bearer token', `Authorization: Bearer ${random(40)}`],
  ['a password in an address', `postgres://app:${'h4mmer-time'}@db.internal:5432/main`],
  ['a password or key', `aws_secret_access_key = ${random(40)}`],
  ['a password or key', `"api_key": "${random(32)}"`],
  ['a password or key', `the password is ${random(18)}`],
])('finds %s', (kind, secret) => {
  expect(findSecrets(`# Notes\nUse this:\n${secret}\nand go on.`)).toEqual([{ kind, line: 3 }])
})

test.each([
  'The API key is kept in 1Password under "staging"; ask Dana.',
  'Set ANTHROPIC_API_KEY=sk-ant-... before running.',
  'export OPENAI_API_KEY=sk-proj-your-key-here-xxxxxxxxxxxxxxxx',
  `AKIA${'IOSFODNN7'}EXAMPLE is the one from the documentation.`,
  'postgres://user:password@localhost:5432/test',
  'postgres://user:${DB_PASSWORD}@localhost:5432/test',
  'Commit 3f786850e387550fdab836ed7e6dc881de23001b fixed it.',
  'sha512-9f3a1c7e5b2d80649f3a1c7e5b2d80649f3a1c7e5b2d8064==',
  'id 550e8400-e29b-41d4-a716-446655440000',
  'The sk-learn and task-runner-with-a-long-name-indeed packages are used.',
  'password: see the vault; token: rotated weekly by the platform team',
  'const apiKey = process.env.SERVICE_API_KEY_FOR_STAGING',
  'access_token: string | undefined',
  'The secret is kept-in-1password-vault-of-the-team.',
  'api_key=projects/acme-2026/secrets/payment-key',
  'git@github.com:capstan/capstan.git and https://github.com/a/b/pull/12345678901234',
  'xoxo-from-the-team-with-love-and-thanks',
  '-----BEGIN CERTIFICATE-----',
  '-----BEGIN PUBLIC KEY-----',
])('leaves ordinary text alone: %s', text => {
  expect(findSecrets(text)).toEqual([])
})

test('lists all of them in the order of the text', () => {
  const text = `a gh${'p'}_${random(36)}\nb\nc npm_${random(36)}`
  expect(findSecrets(text)).toEqual([
    { kind: 'a GitHub token', line: 1 },
    { kind: 'an npm token', line: 3 },
  ])
})

test('finds a token whatever surrounds it', () => {
  const secret = `gh${'p'}_${random(36)}`
  const around = fc.string().map(text => text.replace(/[\w-]/g, ' '))
  fc.assert(
    fc.property(around, around, (before, after) => {
      expect(findSecrets(`${before} ${secret} ${after}`).map(({ kind }) => kind)).toContain('a GitHub token')
    }),
  )
})
