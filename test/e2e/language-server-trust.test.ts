import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'
import { WORD_SERVER } from '../support/word-server.ts'

/** A server that leaves a file when it is started, and works. */
const putServer = (world: World, file: string): void => {
  const source = join(world.root, 'words.cjs')
  writeFileSync(source, WORD_SERVER)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n: > '${markOf(world)}'\nexec '${process.execPath}' '${source}'\n`)
  chmodSync(file, 0o755)
}

const markOf = (world: World): string => join(world.root, 'started')

/** Where a project, or whoever wrote it, can name a program that would be started. */
const PLACES: readonly [string, (world: World) => void][] = [
  [
    'in node_modules/.bin',
    world => putServer(world, join(world.project, 'node_modules/.bin/pyright-langserver')),
  ],
  ['in .venv/bin', world => putServer(world, join(world.project, '.venv/bin/pylsp'))],
  ['on the PATH', world => putServer(world, join(world.root, 'bin/pyright-langserver'))],
  [
    "in the project's settings",
    world => {
      putServer(world, join(world.project, 'tools/words'))
      const languageServers = {
        words: { command: './tools/words', extensionToLanguage: { '.py': 'python' } },
      }
      world.put('.capstan/settings.json', JSON.stringify({ languageServers }))
    },
  ],
]

/** Reads, changes and asks about a file that the server knows. */
const work = async (place: (world: World) => void) => {
  const world = await openWorldHere({
    replies: [
      { tool: { name: 'Read', input: { file_path: 'a.py' } } },
      { tool: { name: 'Write', input: { file_path: 'a.py', content: 'BAD = 1\n' } } },
      { tool: { name: 'LSP', input: { operation: 'symbols', file_path: 'a.py' } } },
      { text: 'done', repeat: true },
    ],
  })
  world.put('a.py', 'good = 1\n')
  place(world)
  const run = async (...args: readonly string[]) => {
    const ended = await world.stream(['--permission-mode', 'acceptEdits', ...args, 'go'], {
      env: { PATH: `${join(world.root, 'bin')}:/usr/bin:/bin` },
    })
    return { result: ended.lines.find(({ type }) => type === 'result')?.['result'], ended }
  }
  return { world, run, sent: () => JSON.stringify(world.server.requests.at(-1)) }
}

test.each(PLACES)('a language server %s is not started in a folder nobody trusts', async (_, place) => {
  const { world, run, sent } = await work(place)
  await using _world = world
  expect((await run()).result).toBe('done')
  expect(sent()).toContain('BAD = 1')
  expect(sent()).not.toContain('bad word')
  expect(existsSync(markOf(world))).toBe(false)
})

test.each(PLACES)('a language server %s is started in a folder that is trusted', async (_, place) => {
  const { world, run, sent } = await work(place)
  await using _world = world
  expect((await run('--trust')).result).toBe('done')
  expect(existsSync(markOf(world))).toBe(true)
  expect(sent()).toContain('bad word')
})
