import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allDenied, type Call, mode, play } from '../support/play-calls.ts'

test('SEC-17: a file that holds secrets by its name is not read when named, and may lie in a searched directory', async () => {
  const { denied, texts } = await play({
    files: { '.env': 'KEY=1\n', 'a.txt': 'KEY of the door\n', '.env.example': 'KEY=\n' },
    calls: [
      ['Read', { file_path: '.env' }],
      ['Bash', { command: 'cat .env' }],
      ['Bash', { command: 'wc -l < .env' }],
      ['Bash', { command: 'cat .e*' }],
      ['Bash', { command: 'env' }],
      ['Read', { file_path: '.env.example' }],
      ['Grep', { pattern: 'door' }],
    ],
  })
  expect([denied, texts.at(-1)]).toEqual([[true, true, true, true, true, false, false], 'a.txt'])
})

test('SEC-18: a critical removal is asked about in every mode, also where it hides', async () => {
  const calls: readonly Call[] = [
    ['Bash', { command: 'rm -rf .' }],
    ['Bash', { command: 'rm -rf "$PWD"/*' }],
    ['Bash', { command: 'echo $(timeout 5 rm -r ..)' }],
    ['Monitor', { command: 'rm -rf ~' }],
  ]
  const { denied, found } = await play(
    { calls, files: { 'a.txt': '' }, allow: ['Bash', 'Monitor'], config: mode('bypassPermissions') },
    world => readdirSync(world.dir),
  )
  expect([denied, found]).toEqual([allDenied(calls), ['a.txt']])
})

test('SEC-28: names that look like options, expansions or commands are only names', async () => {
  const names = ['--pre=touch pwned', '$(touch pwned)', '`touch pwned`', "a'; touch pwned; '", '-rf']
  const { texts, found } = await play(
    {
      files: Object.fromEntries(names.map(name => [name, 'needle\n'])),
      allow: ['Edit'],
      calls: [
        ...names.map((name): Call => ['Read', { file_path: name }]),
        ...names.map((name): Call => ['Grep', { pattern: 'needle', path: name, output_mode: 'count' }]),
        ['Grep', { pattern: '--pre=touch pwned' }],
        ['Grep', { pattern: 'needle', glob: '--pre=touch?pwned' }],
        ['Glob', { pattern: '$(touch pwned)' }],
        ['Edit', { file_path: '-rf', old_string: 'needle', new_string: '$(touch pwned)' }],
      ],
    },
    world => [existsSync(join(world.dir, 'pwned')), readFileSync(join(world.dir, '-rf'), 'utf8')],
  )
  expect(texts.slice(5, 13)).toEqual([
    ...names.map(name => `${name}:1`),
    expect.stringMatching(/^No matches found in \S+\/project$/),
    '--pre=touch pwned',
    '$(touch pwned)',
  ])
  expect(found).toEqual([false, '$(touch pwned)\n'])
})

test('SEC-50: what cannot be seen is shown by every tool that hands on foreign text', async () => {
  const { texts } = await play({
    files: { 'a.txt': 'needle\u202e\u200b\u{e0041}\n' },
    allow: ['Bash'],
    calls: [
      ['Read', { file_path: 'a.txt' }],
      ['Grep', { pattern: 'needle', output_mode: 'content' }],
      ['Bash', { command: 'cat a.txt' }],
    ],
  })
  expect(texts.map(text => /needle\S*/.exec(text)?.[0])).toEqual(
    Array(3).fill('needle\\u{202e}\\u{200b}\\u{e0041}'),
  )
  expect(/[\u202e\u200b\u{e0041}]/u.test(texts.join(''))).toBe(false)
})

test('SEC-60: forbidden addresses are refused in every spelling, whatever rules allow', async () => {
  const urls = [
    'file:///etc/passwd',
    'ftp://example.net/x',
    'http://user:word@example.net/',
    'http://example.net\\@127.0.0.1/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://[::ffff:7f00:1]/',
    'http://localhost/',
    'http://10.0.0.8/',
    'http://[fe80::1]/',
    'http://0.0.0.0/',
    'http://169.254.169.254/latest/',
    'http://metadata.google.internal/',
  ]
  const calls = urls.map((url): Call => ['WebFetch', { url, prompt: 'x' }])
  const allow = ['WebFetch', 'WebFetch(domain:169.254.169.254)', 'WebFetch(domain:metadata.google.internal)']
  const { denied } = await play({ calls, allow, config: mode('bypassPermissions') })
  expect(denied).toEqual(allDenied(calls))
})

test.runIf(process.platform === 'linux')(
  'SEC-62: output is bounded for the model, and a time limit ends the whole group',
  async () => {
    const { texts, found } = await play(
      {
        allow: ['Bash'],
        calls: [
          ['Bash', { command: 'head -c 3000000 /dev/zero | tr "\\0" x' }],
          ['Bash', { command: 'sleep 301 & echo $! > child; (sleep 302 & wait); wait', timeout: 2000 }],
        ],
      },
      world => existsSync(`/proc/${readFileSync(join(world.dir, 'child'), 'utf8').trim()}/cwd`),
    )
    expect([texts[0] && texts[0].length < 10_000, texts[1], found]).toEqual([
      true,
      expect.stringContaining('Timed out after 2000 ms'),
      false,
    ])
  },
)
