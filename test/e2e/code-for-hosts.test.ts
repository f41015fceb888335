import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { hostSession } from '../support/host-session.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { Line, World } from '../support/run-program.ts'
import { WORD_SERVER } from '../support/word-server.ts'

/** The program in the project that finds fault with the word BAD. */
const putServer = (world: World): void => {
  const file = join(world.project, 'node_modules/.bin/pyright-langserver')
  const source = join(world.root, 'words.cjs')
  writeFileSync(source, WORD_SERVER)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${source}'\n`)
  chmodSync(file, 0o755)
}

const diagnostics = (uri?: string) => ({
  subtype: 'mcp_call',
  tool: 'mcp__ide__getDiagnostics',
  arguments: uri === undefined ? {} : { uri },
})

const foundIn = ({ response, error }: Line): unknown => {
  const { content } = Object(response) as { readonly content?: readonly { readonly text: string }[] }
  return content ? JSON.parse(content[0]?.text ?? '') : error
}

const open = async (...args: readonly string[]) => {
  const world = await openWorldHere({ replies: [{ text: 'done', repeat: true }] })
  putServer(world)
  world.put('a.py', 'one\nBAD\n')
  world.put('secret.py', 'BAD\n')
  const host = hostSession(world, args, { PATH: '/usr/bin:/bin' })
  return { world, host, uriOf: (name: string) => pathToFileURL(join(world.project, name)).href }
}

test('a host asks for the problems of a file as in an editor, and language servers of the session answer', async () => {
  const { world, host, uriOf } = await open('--trust', '--disallowedTools', 'Read(secret.py)')
  await using _ = world
  const bad = { severity: 'Error', code: '42', range: { start: { line: 1, character: 0 } } }
  const found = [{ uri: uriOf('a.py'), diagnostics: [bad] }]
  expect(foundIn(await host.control('a', diagnostics(uriOf('a.py'))))).toMatchObject(found)
  world.put('a.py', 'one\nmore\nBAD\n')
  expect(foundIn(await host.control('b', diagnostics(uriOf('a.py'))))).toMatchObject([
    { diagnostics: [{ range: { start: { line: 2 } } }] },
  ])
  expect(foundIn(await host.control('c', diagnostics()))).toMatchObject([{ uri: uriOf('a.py') }])
  expect(foundIn(await host.control('d', diagnostics(uriOf('secret.py'))))).toMatch(/may not be read/)
  await host.finish()
})

test.each([
  ['a session without language servers', ['--settings', '{"languageServers":false}']],
  ['a session that may not use it', ['--trust', '--disallowedTools', 'mcp__ide']],
])('%s starts no server for that', async (_, args) => {
  const { world, host, uriOf } = await open(...args)
  await using _world = world
  const answer = foundIn(await host.control('a', diagnostics(uriOf('a.py'))))
  expect(JSON.stringify(answer)).not.toContain('bad word')
  await host.finish()
})
