import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { asked, idle } from '../../support/pty/asked.ts'
import { openTerminal } from '../../support/pty/terminal-world.ts'

/** `capstan demo` in a terminal, with a temporary directory that shows what is left. */
const openDemo = async (options: { readonly columns?: number; readonly args?: readonly string[] } = {}) => {
  let tmp = ''
  const terminal = await openTerminal(
    { replies: [] },
    {
      early: true,
      columns: options.columns ?? 80,
      args: ['demo', '--fast', ...(options.args ?? [])],
      prepare: world => {
        tmp = join(world.root, 'tmp')
        mkdirSync(tmp)
      },
      // The world's root is known only to `prepare`; a relative one would move with the program.
      within: ['sh', '-c', 'cd .. && TMPDIR=$PWD/tmp exec "$@"', 'sh'],
      env: { ANTHROPIC_API_KEY: undefined, ANTHROPIC_BASE_URL: undefined },
    },
  )
  return { ...terminal, left: () => readdirSync(tmp) }
}

type Demo = Awaited<ReturnType<typeof openDemo>>

const leave = async ({ program }: Demo): Promise<number> => {
  program.key('ctrl+c')
  await program.waitFor('Ctrl-C again to exit')
  program.key('ctrl+c')
  return await program.exit
}

const begin = async (terminal: Demo): Promise<void> => {
  await terminal.program.waitFor('> A customer bought ten pens')
  terminal.program.key('enter')
  await asked(terminal, 'node --test')
}

test('the demo plays on a narrow screen, begins anew in another conversation, and goes from red to green', async () => {
  await using terminal = await openDemo({ columns: 40 })
  const { program } = terminal
  await program.waitFor('No account, no network.')
  await begin(terminal)
  program.key('escape')
  await program.waitFor('end of the demo')
  await idle(terminal)
  terminal.say('/fork')
  await begin(terminal)
  for (const title of ['── Run a command', '── Change a file', '── Run a command']) {
    await asked(terminal, title)
    program.key('enter')
  }
  await program.waitFor('All tests pass.')
  await program.waitFor(() => program.lines().filter(line => line.includes('end of the demo')).length === 2)
  await idle(terminal)
  expect(await leave(terminal)).toBe(0)
  expect(program.raw.map(({ bytes }) => bytes).join('')).toContain("The project's tests pass")
  expect(program.raw.map(({ bytes }) => bytes).join('')).not.toContain('--resume')
  const lastLine = program.lines().findLast(line => line !== '') ?? ''
  expect(execFileSync('sh', ['-c', lastLine], { encoding: 'utf8' })).toContain('Usage: capstan')
  expect({ tmp: terminal.left(), sessions: existsSync(join(terminal.world.config, 'projects')) }).toEqual({
    tmp: [],
    sessions: false,
  })
})

test('who leaves before the end is told that the bug is still there', async () => {
  await using terminal = await openDemo({ args: ['--keep'] })
  const { program } = terminal
  await program.waitFor('> A customer bought ten pens')
  program.key('ctrl+c')
  await program.waitFor(screen => screen.some(row => /^> *$/.test(row)))
  expect(await leave(terminal)).toBe(1)
  const said = program.raw.map(({ bytes }) => bytes).join('')
  expect(said).toContain('the bug is still there')
  const dir = /The project is in (\S+)/.exec(said)?.[1] ?? ''
  expect(readFileSync(join(dir, 'cart.js'), 'utf8')).toContain('quantity > BULK_QUANTITY')
})
