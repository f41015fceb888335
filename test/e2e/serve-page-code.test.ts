import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { hasChromium } from '../support/needs-program.ts'
import { beginSession, feedOf, openPageWorld, type PageWorld, say, shows } from '../support/page-world.ts'
import { WORD_SERVER } from '../support/word-server.ts'

/** The program in the project that finds fault with the word BAD. */
const putServer = ({ world }: PageWorld): void => {
  const file = join(world.project, 'node_modules/.bin/pyright-langserver')
  const source = join(world.root, 'words.cjs')
  writeFileSync(source, WORD_SERVER)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${source}'\n`)
  chmodSync(file, 0o755)
}

const write = { tool: { name: 'Write', input: { file_path: 'a.py', content: 'one\nBAD\n' } } }
const run = hasChromium() ? test : test.skip

run.each([
  ['en-US', '1 new problem after this change', 'a.py:2 error pyright: bad word', 'pyright runs in .'],
  ['zh-CN', '此次更改后新增 1 个问题', 'a.py:2 错误 pyright：bad word', 'pyright 正在运行：.'],
] as const)(
  'the page in %s marks what an edit broke, and lists it with /code problems',
  async (locale, mark, problem, server) => {
    const flags = ['--trust', '--permission-mode', 'acceptEdits']
    await using place = await openPageWorld({ replies: [write, { text: 'ok', repeat: true }] }, flags, locale)
    putServer(place)
    await using at = await place.open()
    const { page } = at
    await beginSession(page)
    await say(page, 'write it')
    await shows(page, mark)
    await say(page, '/code problems')
    await shows(page, problem)
    await say(page, '/code')
    await shows(page, server)
    // What a server says is text, whatever it looks like.
    expect(await feedOf(page).locator('system-reminder').count()).toBe(0)
    expect(at.complaints).toEqual([])
  },
)
