import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decide } from '../../src/features/permissions/decide.ts'
import { gatherFacts } from '../../src/features/permissions/facts.ts'
import { withOtherNames } from '../../src/features/permissions/paths/hard-links.ts'
import { compilePolicy } from '../../src/features/permissions/rules/compiled-policy.ts'
import type { Rule } from '../../src/protocol/permission.ts'
import { type Call, mode, play } from '../support/play-calls.ts'
import { makeDirectory } from '../support/tool-call.ts'

const SECRET = 'CANARY-hard-link'

const plantLinks = (dir: string): void => {
  mkdirSync(join(dir, 'secrets/deep'), { recursive: true })
  mkdirSync(join(dir, 'docs'))
  writeFileSync(join(dir, 'secrets/key'), `${SECRET}\n`)
  writeFileSync(join(dir, 'secrets/deep/key'), `${SECRET}\n`)
  writeFileSync(join(dir, 'docs/plain'), 'nothing\n')
  linkSync(join(dir, 'secrets/key'), join(dir, 'notes.txt'))
  linkSync(join(dir, 'secrets/deep/key'), join(dir, 'docs/readme.md'))
  linkSync(join(dir, 'docs/plain'), join(dir, 'docs/twin'))
  symlinkSync('notes.txt', join(dir, 'alias'))
}

const CALLS: readonly Call[] = [
  ['Read', { file_path: 'notes.txt' }],
  ['Read', { file_path: 'alias' }],
  ['Read', { file_path: 'docs/readme.md' }],
  ['Grep', { pattern: '.', path: 'notes.txt', output_mode: 'content' }],
  ['Bash', { command: 'cat notes.txt' }],
  ['Bash', { command: 'cat < docs/readme.md' }],
  ['Bash', { command: 'head -1 notes* docs/r*' }],
  ['Bash', { command: 'sort docs/../notes.txt | uniq' }],
]

test.each(['./secrets/**', 'secrets/', '**/key', '/secrets/**'])(
  'Read(%s) denied: no other name of a file shows it',
  async rule => {
    const { texts, found } = await play(
      { calls: CALLS, prepare: plantLinks, deny: [`Read(${rule})`] },
      world => readFileSync(join(world.dir, 'notes.txt'), 'utf8'),
    )
    expect(found).toContain(SECRET)
    expect(texts.filter(text => text.includes(SECRET))).toEqual([])
    expect(texts.filter(text => !text.startsWith('Permission denied'))).toEqual([])
  },
)

test('searches leave them out, in every mode', async () => {
  const calls: readonly Call[] = [
    ['Grep', { pattern: 'CANARY', output_mode: 'content' }],
    ['Grep', { pattern: 'CANARY', path: 'docs', output_mode: 'content' }],
    ['Grep', { pattern: 'nothing', output_mode: 'files_with_matches' }],
  ]
  for (const config of [mode('acceptEdits'), mode('bypassPermissions')]) {
    const { texts } = await play({ calls, prepare: plantLinks, deny: ['Read(./secrets/**)'], config })
    expect([texts.filter(text => text.includes(SECRET)), texts[2]]).toEqual([
      [],
      expect.stringMatching(/^docs\/(?:plain|twin)\ndocs\/(?:plain|twin)$/),
    ])
  }
})

test('without the rule the other names show it: the canary goes off', async () => {
  const { texts } = await play({ calls: CALLS.slice(2, 6), prepare: plantLinks })
  expect(texts.map(text => text.includes(SECRET))).toEqual([true, true, true, true])
})

test('files with several names that no rule restricts are read as ever', async () => {
  const calls: readonly Call[] = [
    ['Read', { file_path: 'docs/twin' }],
    ['Bash', { command: 'cat docs/twin' }],
  ]
  const { texts } = await play({ calls, prepare: plantLinks, deny: ['Read(./secrets/**)'] })
  expect(texts.map(text => text.includes('nothing'))).toEqual([true, true])
})

test('where there is too much to look at, a file with several names asks', () => {
  const dir = makeDirectory()
  plantLinks(dir)
  const rules: readonly Rule[] = [{ text: 'Read(*.pem)', behavior: 'deny', source: 'local', anchor: dir }]
  const compiled = compilePolicy({
    mode: 'default',
    rules,
    roots: [dir],
    cwd: dir,
    home: dir,
    caseSensitive: true,
  })
  const judge = (path: string, entries: number) => {
    const accesses = [{ kind: 'read', path: join(dir, path) }] as const
    const means = { read: undefined, gitRisk: () => undefined }
    const facts = withOtherNames(gatherFacts(accesses, compiled.policy, means), compiled, entries)
    return decide({ toolName: 'Read', accesses }, facts, compiled).verdict
  }
  writeFileSync(join(dir, 'single'), '')
  expect([judge('docs/twin', 3), judge('docs/twin', 100), judge('single', 3)]).toEqual([
    'ask',
    'allow',
    'allow',
  ])
})
