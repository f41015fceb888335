import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PermissionRequest } from '../../src/protocol/permission.ts'
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

/** Files as an editor may leave them: with a mark, with other ends of lines, with no end of the last line. */
const ODD_FILES = {
  'src/crlf.ts': "import { openStore } from './store.ts'\r\nexport const a = openStore(1,\r\n  2)\r\n",
  'src/marked.ts': "\ufeffimport { openStore } from './store.ts'\nexport const é = openStore('é')\n",
  'src/deep/unended.ts': 'export const b = openStore()\nexport const c = [openStore(2), openStore()]',
}

test('a rewrite is asked about as one diff, is made in all files, and one rewind takes it back', async () => {
  const input = {
    pattern: 'openStore($$$ARGS)',
    rewrite: 'openShop($$$ARGS)',
    language: 'ts',
    path: 'src',
  }
  const files = { ...FILES, ...ODD_FILES }
  await using world = await createWorld({
    files,
    deny: ['Read(src/secret.ts)'],
    scenario: { replies: [{ tool: { name: 'SyntaxReplace', input } }, { text: 'ok', repeat: true }] },
    config: ({ permissions }) => ({ permissions: { ...permissions, canAsk: true } }),
  })
  const bytes = () => Object.keys(files).map(name => readFileSync(join(world.dir, name)))
  const before = bytes()
  const asked: PermissionRequest[] = []
  let whenAsked: readonly Buffer[] = []
  const answering = (async () => {
    for await (const event of world.engine.events())
      if (event.type === 'permission_request') {
        asked.push(event.request)
        whenAsked = bytes()
        const { id } = event.request
        await world.engine.send({ type: 'answer_permission', id, answer: { behavior: 'allow' } })
      }
  })()
  await world.ask('go')

  expect(asked.map(({ toolName }) => toolName)).toEqual(['SyntaxReplace'])
  expect(whenAsked).toEqual(before)
  const { diff } = asked[0]?.details ?? {}
  expect(diff?.cut ?? false).toBe(false)
  const lines = diff?.text.split('\n') ?? []
  const changed = ['src/crlf.ts', 'src/deep/unended.ts', 'src/marked.ts', 'src/one.ts']
  expect(lines.filter(line => line.startsWith('\\ src/')).toSorted()).toEqual(
    changed.map(name => `\\ ${name}`),
  )
  expect(lines.filter(line => line.startsWith('+') && line.includes('openShop'))).toHaveLength(5)
  expect(diff?.text).not.toContain('secret')

  expect(sent(world)).toContain('Changed 4 files')
  const rewritten = (text: string) => text.replaceAll('openStore(', 'openShop(')
  expect(bytes().map(String)).toEqual(
    Object.entries(files).map(([name, text]) => (changed.includes(name) ? rewritten(text) : text)),
  )

  const prompt = world.events.find(event => event.type === 'turn_started')
  await world.engine.rewindFiles({ messageUuid: prompt?.turn.userMessageUuid ?? '' })
  expect(bytes()).toEqual(before)
  await world.engine[Symbol.asyncDispose]()
  await answering
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
