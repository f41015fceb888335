import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HEX, madeGithubToken, madePrivateKey, madeText } from '../../../test/support/made-secrets.ts'
import { WORD_START } from './anchors.ts'
import { createDetector } from './detect.ts'
import { KEY_FORMATS } from './key-formats.ts'
import { VALUE_FORMATS } from './value-formats.ts'

const find = createDetector()
const found = (text: string) => find(text).map(({ start, end, kind }) => [kind, text.slice(start, end)])
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const lower = 'abcdefghijklmnopqrstuvwxyz0123456789'
const jwt = `${'ey'}J${madeText(20)}.${'ey'}J${madeText(60)}.${madeText(43)}`

/** Kind, and the secret in parts. */
const KEYS: readonly (readonly [kind: string, ...parts: string[]])[] = [
  ['anthropic-key', 'sk-', 'ant-api03-', `${madeText(50)}-${madeText(44)}AA`],
  ['anthropic-key', 'sk-', 'ant-oat01-', madeText(80)],
  ['openai-key', 'sk-', 'proj-', `${madeText(60)}_${madeText(40)}`],
  ['openai-key', 'sk-', 'svcacct-', madeText(60)],
  ['openrouter-key', 'sk-', 'or-v1-', madeText(64, HEX)],
  ['api-key', 'sk-', madeText(48)],
  ['api-key', 'sk-', madeText(32, HEX)],
  ['groq-key', 'gsk', '_', madeText(52)],
  ['xai-key', 'xai', '-', madeText(80)],
  ['perplexity-key', 'pplx', '-', madeText(48)],
  ['cerebras-key', 'csk', '-', madeText(48, lower)],
  ['hugging-face-token', 'hf', '_', madeText(34)],
  ['replicate-token', 'r8', '_', madeText(37)],
  ['nvidia-key', 'nvapi', '-', madeText(64)],
  ['github-token', madeGithubToken()],
  ...['o', 'u', 's', 'r'].map(kind => ['github-token', 'gh', `${kind}_`, madeText(36)] as const),
  ['github-token', 'github', '_pat_', madeText(22), '_', madeText(59)],
  ['gitlab-token', 'glpat', '-', madeText(20)],
  ['gitlab-token', 'glpat', '-', madeText(27), '.01.', madeText(9, lower)],
  ['gitlab-token', 'glrt', '-', madeText(20)],
  ['npm-token', 'npm', '_', madeText(36)],
  ['pypi-token', 'pypi', '-AgEIcHlwaS5vcmc', madeText(140)],
  ['rubygems-key', 'rubygems', '_', madeText(48, HEX)],
  ['crates-token', 'ci', 'o', madeText(32)],
  ['docker-token', 'dckr', '_pat_', madeText(27)],
  ['atlassian-token', 'ATATT', '3', madeText(180), '=1A2B3C4D'],
  ['bitbucket-token', 'ATB', 'B', madeText(32)],
  ['azure-devops-token', madeText(76), 'AZ', 'DO', madeText(4)],
  ['aws-key-id', 'AK', 'IA', madeText(16, upper)],
  ['aws-key-id', 'AS', 'IA', madeText(16, upper)],
  ['google-key', 'AI', 'za', madeText(35)],
  ['google-secret', 'GOC', 'SPX-', madeText(28)],
  ['google-token', 'ya', '29.', madeText(120)],
  ['azure-secret', 'aB3', '8Q', '~', madeText(34)],
  ['digitalocean-token', 'dop', '_v1_', madeText(64, HEX)],
  ['heroku-key', 'HR', 'KU-', madeText(60)],
  ['databricks-token', 'da', 'pi', madeText(32, HEX)],
  ['vault-token', 'hv', 's.', madeText(90)],
  ['terraform-token', madeText(14), '.atlas', 'v1.', madeText(67)],
  ['pulumi-token', 'pu', 'l-', madeText(40, HEX)],
  ['doppler-token', 'dp', '.pt.', madeText(43)],
  ['supabase-key', 'sb', 'p_', madeText(40, HEX)],
  ['supabase-key', 'sb', '_secret_', madeText(31)],
  ['planetscale-token', 'pscale', '_pw_', madeText(43)],
  ['tailscale-key', 'ts', 'key-auth-', madeText(16), '-', madeText(32)],
  ['slack-token', 'xox', 'b-', '123456789012-1234567890123-', madeText(24)],
  ['slack-token', 'xa', 'pp-1-A0123456789-1234567890123-', madeText(64, HEX)],
  ['stripe-key', 'sk', '_live_', madeText(24)],
  ['stripe-key', 'rk', '_test_', madeText(99)],
  ['webhook-secret', 'wh', 'sec_', madeText(32)],
  ['sendgrid-key', 'S', 'G.', madeText(22), '.', madeText(43)],
  ['mailgun-key', 'ke', 'y-', madeText(32, HEX)],
  ['shopify-token', 'shp', 'at_', madeText(32, HEX)],
  ['grafana-token', 'gl', 'sa_', madeText(32), '_', madeText(8, HEX)],
  ['linear-key', 'lin', '_api_', madeText(40)],
  ['notion-token', 'nt', 'n_', madeText(46)],
  ['figma-token', 'fi', 'gd_', madeText(40)],
  ['postman-key', 'PM', 'AK-', madeText(24, HEX), '-', madeText(34, HEX)],
  ['new-relic-key', 'NR', 'AK-', madeText(27, upper)],
  ['sentry-token', 'sn', 'trys_', madeText(120)],
  ['age-key', 'AGE-SECRET', '-KEY-1', madeText(58, upper)],
  ['jwt', jwt],
  ['private-key', madePrivateKey()],
  ['private-key', madePrivateKey('\r\n')],
  ['private-key', madePrivateKey('\\n')],
]

describe('keys', () => {
  test.each(KEYS)('%s is found wherever it stands', (kind, ...parts) => {
    const secret = parts.join('')
    for (const [before, after] of [
      ['', ''],
      ['KEY=', '\n'],
      ['{"a":"', '"}'],
      ["use '", "' here"],
      ['  12→', '\n  13→x'],
      ['"line\\n', '\\nmore"'],
      ['?token%3D', '&x=1'],
      ['a.ts:3:', ''],
      ['+', ''],
      ['-', ''],
    ] as const) {
      if (before.includes('%') && secret.includes('\n')) continue
      expect(found(`${before}${secret}${after}`), before).toEqual([[kind, secret]])
    }
  })

  test('every format has a positive', () => {
    const proven = new Set(KEYS.map(([kind]) => kind))
    expect(KEY_FORMATS.filter(({ kind }) => !proven.has(kind))).toEqual([])
  })

  test('every anchor begins with what the search for words looks for', () => {
    const missed = [...KEY_FORMATS, ...VALUE_FORMATS]
      .flatMap(format => format.anchors)
      .filter(anchor => anchor.search(new RegExp(WORD_START.source)) !== 0)
    expect(missed).toEqual([])
  })
})

const value = madeText(40)
const password = 'tR7!kq9-Zw'

test.each([
  ['bearer-token', 'curl -H "Authorization: Bearer ', value, '"'],
  ['authorization', '{"authorization": "Basic ', 'c3RhY2s6b3ZlcmYxb3c3', '"}'],
  ['authorization', 'Authorization: token ', value, ''],
  ['authorization', 'Proxy-Authorization: Basic ', 'c3RhY2s6b3ZlcmYxb3c3', '\n'],
  ['api-key', 'x-api-key: ', value, '\r\nhost: a'],
  ['api-key', 'PRIVATE-TOKEN: ', value, ''],
  ['aws-secret-key', 'aws_secret_access_key = ', madeText(40, base64), '\n'],
  ['aws-secret-key', '"SecretAccessKey": "', madeText(40, base64), '",'],
  ['aws-session-token', 'export AWS_SESSION_TOKEN=', madeText(300), '=='],
  ['npm-token', '//registry.npmjs.org/:_authToken=', '0a1b2c3d-4e5f-6789-abcd-0123456789ef', '\n'],
  ['slack-webhook', 'https://hooks.slack.com/services/', `T0123ABCD/B0123ABCD/${madeText(24)}`, ''],
  ['discord-webhook', 'https://discord.com/api/webhooks/123456789012345678/', madeText(68), ''],
  ['azure-signature', 'https://a.blob.core.windows.net/c?sv=2022&sig=', `${madeText(43)}%3D`, '&se=1'],
  ['azure-key', 'AccountName=a;AccountKey=', `${madeText(86, base64)}==`, ';EndpointSuffix=x'],
  ['telegram-token', `https://api.telegram.org/bot${'482910'}3847:AA`, madeText(33), '/getMe'],
  ['azure-key', 'SharedAccessKeyName=a;SharedAccessKey=', `${madeText(43, base64)}=`, ''],
  ['password', 'DATABASE_URL=postgres://app:', password, '@db.internal:5432/app'],
  ['password', 'redis://:', password, '@cache:6379'],
  ['password', 'Server=db;User Id=sa;Password=', password, ';Encrypt=true'],
  ['password', 'jdbc:mysql://h/db?user=a&password=', password, '&ssl=1'],
  ['github-token', 'Authorization: Bearer ', madeGithubToken(), ''],
  ['github-token', 'https://x-access-token:', madeGithubToken(), '@github.com/a/b'],
])('of %s only the secret is taken: %s', (kind, before, secret, after) => {
  const [first] = found(`${before}${secret}${after}`)
  const taken = kind === 'aws-session-token' ? `${secret}==` : secret
  expect(first).toEqual([kind, taken])
})

test.each([
  ['a word that ends like a beginning', `task-${madeText(40)} disk-${madeText(48)}`],
  ['a token within a longer word', `x${madeGithubToken()}`],
  ['too short', `${'gh'}p_${madeText(20)} sk-${madeText(12)} AKIA${madeText(8, upper)}`],
  ['too long for its form', `${'AI'}za${madeText(60)} ${'np'}m_${madeText(50)}`],
  ['placeholders', `${'gh'}p_${'x'.repeat(36)} sk-ant-api03-YOUR_API_KEY_GOES_HERE sk-proj-...`],
  ["the provider's own example", `${'AK'}IAIOSFODNN7EXAMPLE`],
  ['a template', 'Authorization: Bearer ${token} and x-api-key: $API_KEY'],
  ['words after Bearer', 'Bearer authentication-is-described-elsewhere'],
  ['addresses without a password', 'https://example.com:8080/a@b http://[::1]:80/ git@github.com:a/b.git'],
  [
    'usual passwords',
    'postgres://postgres:postgres@localhost mysql://root:password@db amqp://guest:guest1@x',
  ],
  ['passwords from elsewhere', 'postgres://app:${DB_PASSWORD}@db http://u:<password>@h https://u:$PASS@h'],
  ['a password field of a form', 'password=secret1 and const password = getPassword()'],
  ['hashes', `sha512-${madeText(86, base64)}== ${madeText(64, HEX)} ${madeText(40, HEX)}`],
  ['an id', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  ['a public key', `${'-'.repeat(5)}BEGIN PUBLIC KEY${'-'.repeat(5)}\n${madeText(64, base64)}\n`],
  ['words about a private key', `${'-'.repeat(5)}BEGIN PRIVATE KEY${'-'.repeat(5)}\n(paste it here)\n`],
  ['a first part of a signed token', `${'ey'}J${madeText(20)}.${madeText(30)}`],
  ['a marker', 'KEY=[secret:github-token:ab12] postgres://a:[secret:password:0f3c]@h'],
])('%s: nothing is found', (_name, text) => {
  expect(found(text)).toEqual([])
})

test('a private key is one secret whatever its lines carry', () => {
  const key = madePrivateKey()
  const ways = [
    key,
    madePrivateKey('\r\n'),
    madePrivateKey('\\n'),
    key
      .split('\n')
      .map((line, index) => `${String(index + 9).padStart(4)}→${line}`)
      .join('\n'),
    key
      .split('\n')
      .map((line, index) => `a/b.pem-${index}-${line}`)
      .join('\n'),
    key
      .split('\n')
      .map(line => `    "${line}" +`)
      .join('\n'),
  ]
  expect(new Set(ways.flatMap(way => find(way).map(({ kind, secret }) => `${kind} ${secret}`))).size).toBe(1)
})

test('a private key that was cut off is taken up to its last full line', () => {
  const cut = madePrivateKey().split('\n').slice(0, 6).join('\n')
  expect(found(`${cut}\n... and 10 more lines`)).toEqual([['private-key', cut]])
})

test('known values are found as they are, the longer one of two', () => {
  const detect = createDetector({ values: ['correct-horse-battery-1', 'correct-horse-b'] })
  expect(detect('a correct-horse-battery-1 b')).toEqual([
    { start: 2, end: 25, kind: 'credential', secret: 'correct-horse-battery-1' },
  ])
})

const sources = join(import.meta.dirname, '../..')
const corpus = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map(name => readFileSync(join(sources, name), 'utf8'))

test('our own sources hold no secret', () => {
  expect(corpus.length).toBeGreaterThan(100)
  expect(corpus.flatMap(found)).toEqual([])
})

test('random pieces of code in any order hold no secret', () => {
  const lines = corpus.flatMap(text => text.split('\n'))
  const piece = fc
    .tuple(fc.nat(lines.length - 1), fc.nat(30))
    .map(([at, drop]) => (lines[at] ?? '').slice(drop))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), fc.constantFrom('\n', '\\n', ' '), (pieces, joint) => {
      expect(found(pieces.join(joint))).toEqual([])
    }),
  )
})

test('secrets in any text are found in order, without overlap, and all of them', () => {
  const secrets = KEYS.filter(([kind]) => kind !== 'private-key').map(([, ...parts]) => parts.join(''))
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...secrets), { maxLength: 12 }), fc.string(), (some, between) => {
      const text = some.map(secret => `${between}\n${secret}\n`).join('')
      const places = find(text)
      expect(places.map(({ start, end }) => text.slice(start, end))).toEqual(expect.arrayContaining(some))
      for (const [index, { start }] of places.entries())
        expect(start).toBeGreaterThanOrEqual(places[index - 1]?.end ?? 0)
    }),
  )
})

test.each([
  `sk-${'ant'}-`,
  `${'ey'}J-`,
  `${'ey'}Jaaaaaaaaaa.${'ey'}J`,
  `${'gl'}pat-`,
  `${'-'.repeat(5)}BEGIN PRIVATE KEY${'-'.repeat(5)}\n`,
  '://a:',
  'Authorization: Basic ',
  '\\n',
  '%41',
  '?password=',
  'dp.pt.',
  'A1aQ~',
])('half a megabyte of %j comes to an end', unit => {
  // Were it quadratic, this would outlast the limit of the test a hundred times.
  expect(find(unit.repeat(500_000 / unit.length)).length).toBeGreaterThanOrEqual(0)
})
