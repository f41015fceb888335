import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accessesOf } from '../../src/cli/permissions/accesses-of.ts'
import { type Call, play } from '../support/play-calls.ts'

const SECRET = 'CANARY-picked'
const files = {
  '.env': `K=${SECRET}\n`,
  'deploy/server.pem': `${SECRET}\n`,
  'a.sh': 'echo a\n',
  'b.json': '{}\n',
}

const grep = (input: object): Call => ['Grep', { pattern: '.', output_mode: 'content', ...input }]

const NAMING: readonly (readonly [string, object])[] = [
  ['the name', { glob: '.env' }],
  ['the beginning of the name', { glob: '.e*' }],
  ['the end of the name', { glob: '*env' }],
  ['what looks like an extension', { glob: '*.env' }],
  ['a class', { glob: '.[e]nv' }],
  ['any character', { glob: '?env' }],
  ['braces', { glob: '*.{ts,pem}' }],
  ['nested braces', { glob: '{*.ts,{.env,x}}' }],
  ['a second pattern', { glob: '*.ts .env' }],
  ['a second pattern behind a comma', { glob: '*.ts,.env' }],
  ['any depth', { glob: '**/.env' }],
  ['a directory before it', { glob: 'deploy/*.pem' }],
  ['everything else left out', { glob: '!*[!v]' }],
  ['a path', { path: '.env' }],
  ['a path with a directory', { path: 'deploy/server.pem' }],
]

test('Grep with a pattern or a path that picks a sensitive file asks, however it is written', async () => {
  const { denied, texts } = await play({ calls: NAMING.map(([, input]) => grep(input)), files })
  expect(denied).toHaveLength(NAMING.length)
  expect(NAMING.filter((_, at) => !denied[at]).map(([name]) => name)).toEqual([])
  expect(texts.filter(text => text.includes(SECRET))).toEqual([])
})

test('an allow rule for the file lets it be named', async () => {
  const { texts } = await play({ calls: [grep({ glob: '.env' })], files, allow: ['Read'] })
  expect(texts[0]).toContain(SECRET)
})

test('a search that names nothing goes ahead, and shows that the canary is there', async () => {
  const calls = [grep({}), grep({ glob: '*.json' }), grep({ glob: '*.{sh,json}' }), grep({ glob: '!*.ts' })]
  const { denied, texts } = await play({ calls, files })
  expect([denied, texts[0]]).toEqual([[false, false, false, false], expect.stringContaining(SECRET)])
})

test('a file type brings no file with secrets', async () => {
  const { texts } = await play({
    calls: [grep({ type: 'sh' })],
    files,
    prepare: dir => writeFileSync(join(dir, '.env'), `K=${SECRET}\n`),
  })
  expect(texts[0]).toContain('echo a')
  expect(texts[0]).not.toContain(SECRET)
})

const NAMED_IN_SHELL: readonly (readonly [string, string])[] = [
  ['rg with what looks like an extension', "rg --hidden -g '*.env' ."],
  ['rg with one letter', "rg --hidden -g '*v' ."],
  ['rg with everything else left out', "rg --hidden -g '!*.*s*' -g '![!.]*' ."],
  ['grep with everything else left out', "grep -r --exclude='[!.]*' ."],
  ['find by name', "find . -name '.env' | xargs cat"],
  ['find by path', "find . -path '*/.e*' -print0 | xargs -0 grep -h ."],
  ['find by expression', "find . -regex '.*/[.]env' | xargs head"],
  ['find in a substitution', "cat $(find . -iname '.ENV')"],
  ['find with a filter behind it', "find . -type f | grep 'env$' | xargs cat"],
  ['find with a filter that leaves out', "find . -type f | grep -v '[a-uw-z]$' | xargs cat"],
  ['a list with a filter behind it', "ls -a | grep '^.env' | xargs head"],
  ['a search for names with a filter behind it', 'rg --files --hidden | grep -E "(env|pem)$" | xargs tail'],
  ['git with a pathspec', "git log -p -- '*.env'"],
  ['git with all else left out', "git log -p -- ':!*.*[nh]' ':^[!.]*'"],
]

test('in the shell, too, picking files with secrets by a pattern is naming them', async () => {
  const calls = NAMED_IN_SHELL.map(([, command]): Call => ['Bash', { command }])
  const { denied, texts } = await play({ calls, files })
  expect(NAMED_IN_SHELL.filter((_, at) => !denied[at]).map(([name]) => name)).toEqual([])
  expect(texts.filter(text => text.includes(SECRET))).toEqual([])
})

test('recursive looks in the shell that name nothing go ahead, and one shows the canary', async () => {
  const commands = [
    'grep -r CANARY .',
    "grep -rl --include='*.json' CANARY .",
    "grep -r --exclude='*.min.js' echo .",
    "find . -name '*.sh' | xargs cat",
    "find . -type f -not -name '*.md' | grep -v node_modules | xargs grep -l echo",
    "find . -name '*.pem' | xargs ls -l",
    "find . -name '.env*'",
  ]
  const { denied, texts } = await play({
    calls: commands.map((command): Call => ['Bash', { command }]),
    files,
  })
  expect([commands.filter((_, at) => denied[at]), texts[0]]).toEqual([[], expect.stringContaining(SECRET)])
})

test('`permissions check` judges the glob of Grep as the tool does', async () => {
  const place = { cwd: '/', home: '/' }
  const picks = ['.env', '*.ts']
  expect(await accessesOf('Grep', { pattern: 'x', glob: '.env,*.ts' }, place)).toEqual([
    { kind: 'search', path: '/', picks },
  ])
  expect(await accessesOf('Grep', { pattern: 'x', glob: 1 }, place)).toBe('malformed')
})
