import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld, type World } from '../support/engine-bench.ts'

const FILES = {
  'src/store.ts': 'export class Store {\n  load() {}\n}\nexport const openStore = () => new Store()\n',
  'src/one.ts': "import { openStore } from './store.ts'\nexport const one = openStore()\n",
  'src/secret.ts': "import { openStore } from './store.ts'\nexport const hidden = openStore()\n",
}
const sent = (world: World, request = -1): string =>
  JSON.stringify(world.model.requests.at(request)?.messages.at(-1))

const ask = (name: string, input: object, more: object = {}) =>
  createWorld({
    files: FILES,
    deny: ['Read(src/secret.ts)'],
    scenario: { replies: [{ tool: { name, input } }, { text: 'ok', repeat: true }] },
    ...more,
  })

test('a map of the code is called for, and holds no file that a rule forbids to read', async () => {
  await using world = await ask('CodeMap', {})
  await world.ask('where is the store?')
  expect(sent(world)).toContain('src/store.ts ← src/one.ts\\n  1 class Store { load }')
  expect(sent(world)).toContain('2 of 2 code files')
  expect(sent(world)).not.toContain('secret')
})

test('what was searched by its syntax counts as seen: an edit of it needs no Read', async () => {
  await using world = await createWorld({
    files: FILES,
    allow: ['Edit'],
    deny: ['Read(src/secret.ts)'],
    scenario: {
      replies: [
        { tool: { name: 'SyntaxGrep', input: { pattern: 'openStore($$$)', language: 'ts' } } },
        {
          tool: {
            name: 'Edit',
            input: { file_path: 'src/one.ts', old_string: 'openStore()', new_string: 'openStore(1)' },
          },
        },
        { text: 'ok', repeat: true },
      ],
    },
  })
  await world.ask('go')
  expect(sent(world, 1)).toContain('src/one.ts:2:export const one = openStore()')
  expect(sent(world, 1)).not.toContain('secret')
  expect(readFileSync(join(world.dir, 'src/one.ts'), 'utf8')).toContain('openStore(1)')
})

test('a rewrite is asked about as one diff, is made in all files, and one rewind takes it back', async () => {
  await using world = await createWorld({
    files: FILES,
    deny: ['Read(src/secret.ts)'],
    allow: ['Edit'],
    scenario: {
      replies: [
        {
          tool: {
            name: 'SyntaxReplace',
            input: {
              pattern: 'openStore($$$ARGS)',
              rewrite: 'openShop($$$ARGS)',
              language: 'ts',
              path: 'src',
            },
          },
        },
        { text: 'ok', repeat: true },
      ],
    },
  })
  const one = join(world.dir, 'src/one.ts')
  await world.ask('go')
  expect(sent(world)).toContain('Changed 1 file')
  expect(readFileSync(one, 'utf8')).toBe(FILES['src/one.ts'].replace('openStore()', 'openShop()'))
  expect(readFileSync(join(world.dir, 'src/secret.ts'), 'utf8')).toBe(FILES['src/secret.ts'])
})

test('a pattern that is no code is refused with what to write instead', async () => {
  await using world = await ask('SyntaxGrep', { pattern: 'openStore(' })
  await world.ask('go')
  expect(sent(world)).toContain('is not code in this language')
})

test('a directory that a prompt names comes with an outline of its code', async () => {
  await using world = await createWorld({
    files: FILES,
    deny: ['Read(src/secret.ts)'],
    scenario: { replies: [{ text: 'ok', repeat: true }] },
  })
  await world.ask('look at @src/')
  expect(sent(world)).toContain('Outline of the code in it')
  expect(sent(world)).toContain('4 openStore = () ×1')
  expect(sent(world)).not.toContain('secret')
})
