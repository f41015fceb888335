import { expect, test } from 'vitest'
import { madeGithubToken, madePrivateKey, madeText } from '../../../test/support/made-secrets.ts'
import { findStrictly } from './find-strictly.ts'

test.each([
  ['github-token', madeGithubToken()],
  ['private-key', madePrivateKey()],
  ['aws-secret-key', `aws_secret_access_key = ${madeText(40)}`],
  ['password-or-key', `"api_key": "${madeText(32)}"`],
  ['password-or-key', `secretKey: '${madeText(24)}'`],
  ['password-or-key', `the password is ${madeText(18)}`],
  ['password-or-key', `ACCESS_TOKEN=${madeText(24)}`],
])('%s is found with its line', (kind, secret) => {
  expect(findStrictly(`# Notes\nUse this:\n${secret}\nand go on.`)).toEqual([{ kind, line: 3 }])
})

test('all of them are listed in the order of the text', () => {
  const text = `a ${madeGithubToken()}\nb\nc password: ${madeText(20)}`
  expect(findStrictly(text)).toEqual([
    { kind: 'github-token', line: 1 },
    { kind: 'password-or-key', line: 3 },
  ])
})

test.each([
  'The API key is kept in 1Password under "staging"; ask Dana.',
  'Set ANTHROPIC_API_KEY=sk-ant-... before running.',
  'export OPENAI_API_KEY=sk-proj-your-key-here-xxxxxxxxxxxxxxxx',
  'postgres://user:password@localhost:5432/test',
  'Commit 3f786850e387550fdab836ed7e6dc881de23001b fixed it.',
  'The sk-learn and task-runner-with-a-long-name-indeed packages are used.',
  'password: see the vault; token: rotated weekly by the platform team',
  'const apiKey = process.env.SERVICE_API_KEY_FOR_STAGING',
  'access_token: string | undefined',
  'The secret is kept-in-1password-vault-of-the-team.',
  'api_key=projects/acme-2026/secrets/payment-key',
  'xoxo-from-the-team-with-love-and-thanks',
  '-----BEGIN CERTIFICATE-----',
])('ordinary text is left alone: %s', text => {
  expect(findStrictly(text)).toEqual([])
})
