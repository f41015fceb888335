import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test.each(NAMING)('Grep with %s of a sensitive file asks', async (_, input) => {
  const { denied, texts } = await play({ calls: [grep(input)], files })
  expect([denied, texts.filter(text => text.includes(SECRET))]).toEqual([[true], []])
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
