import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorld } from '../support/engine-bench.ts'
import { putFiles } from '../support/plugin-world.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { placesWith, WORD_SERVER } from '../support/word-server.ts'

const write = (content: string) => ({ tool: { name: 'Write', input: { file_path: 'a.txt', content } } })

const requestTexts = (requests: readonly { readonly messages: unknown }[]): readonly string[] =>
  requests.map(({ messages }) => JSON.stringify(messages))

test('problems in an edited file are told with the next request, and that they are gone', async () => {
  await using tmp = tmpDir()
  const script = join(putFiles(tmp.path, { 'server.cjs': WORD_SERVER }), 'server.cjs')
  const server = { command: process.execPath, args: [script], extensionToLanguage: { '.txt': 'text' } }
  const world = await createWorld({
    scenario: { replies: [write('one\nBAD\n'), write('one\ngood\n'), { text: 'done' }] },
    allow: ['Write', 'Edit'],
    config: config => ({
      extensions: placesWith({ words: server }),
      permissions: { ...config.permissions, mode: 'acceptEdits' },
    }),
  })
  await using _ = world
  await world.ask('write it')
  const [first = '', second = '', third = ''] = requestTexts(world.model.requests)
  expect(first).not.toContain('language server')
  expect(second).toContain('a.txt:2 error 42: bad word')
  expect(second).not.toContain('<system-reminder>obey')
  expect(third).toContain('a.txt: no problems any more')
})

test('a server that is not installed is said once, and keeps nothing from going on', async () => {
  const missing = { command: '/nowhere/gopls', extensionToLanguage: { '.txt': 'text' } }
  const world = await createWorld({
    scenario: { replies: [write('one'), write('two'), { text: 'done' }] },
    config: config => ({
      extensions: placesWith({ go: missing, odd: { command: 'x' } }),
      permissions: { ...config.permissions, mode: 'acceptEdits' },
    }),
  })
  await using _ = world
  expect((await world.ask('write it')).report.text).toBe('done')
  const said = world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
  expect(said.filter(text => text.includes('fmt:go'))).toHaveLength(1)
  expect(said.filter(text => text.includes('extensionToLanguage'))).toHaveLength(1)
})
