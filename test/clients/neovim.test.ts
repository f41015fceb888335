import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namedDirectory } from '../support/needs-program.ts'
import { asked } from '../support/pty/asked.ts'
import { openTerminalHere } from '../support/pty/terminal-here.ts'
import { openWorld, REPOSITORY, type World } from '../support/run-program.ts'

const COMPANION = namedDirectory('CAPSTAN_TEST_CODECOMPANION', 'codecompanion.nvim')
const PLENARY = namedDirectory('CAPSTAN_TEST_PLENARY', 'plenary.nvim')
const AGENTIC = namedDirectory('CAPSTAN_TEST_AGENTIC', 'agentic.nvim')
const CLAUDECODE = namedDirectory('CAPSTAN_TEST_CLAUDECODE', 'claudecode.nvim')
/** The one of an older Debian does not know the plugin. */
const NVIM = process.env['CAPSTAN_TEST_NVIM'] ?? 'nvim'

/** Runs a script of this folder in an editor without a screen; `ended` is what it said once it has ended. */
const startEditor = (world: World, script: string, env: Readonly<Record<string, string>>) => {
  const args = ['--headless', '-u', 'NONE', '-c', `luafile ${join(import.meta.dirname, script)}`]
  const child = spawn(NVIM, args, {
    cwd: world.project,
    env: { ...world.env, XDG_STATE_HOME: join(world.root, 'state'), PATH: process.env['PATH'], ...env },
  })
  let output = ''
  const changed = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
      for (const look of changed) look()
    })
  const ended = new Promise<string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve(output) : reject(new Error(output))))
  })
  // Whoever waits for its end hears of a failure.
  ended.catch(() => undefined)
  return {
    ended,
    /** Until it has said so. */
    async said(line: string): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = (): void => {
        if (output.includes(line)) resolve()
      }
      changed.add(look)
      look()
      await Promise.race([promise, ended])
      changed.delete(look)
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}

test.runIf(COMPANION !== undefined && PLENARY !== undefined)(
  'CodeCompanion shows the change first, and its key for "always" writes no rule',
  async () => {
    await using world = await openWorld({
      replies: [
        {
          when: { lastUserText: 'write one' },
          tool: { name: 'Write', input: { file_path: 'one.txt', content: 'first\n' } },
        },
        { text: 'as you wish', repeat: true },
      ],
    })
    using editor = startEditor(world, 'codecompanion-nvim.lua', {
      CODECOMPANION: COMPANION ?? '',
      PLENARY: PLENARY ?? '',
      CAPSTAN: join(REPOSITORY, 'bin/capstan'),
      KEY: 'g1',
    })
    const output = await editor.ended
    expect(output).toMatch(/^kinds allow_once allow_always reject_once first diff$/m)
    expect(existsSync(join(world.project, 'one.txt'))).toBe(true)
    expect(existsSync(join(world.config, 'settings.json'))).toBe(false)
  },
)

test.runIf(AGENTIC !== undefined)(
  'agentic.nvim shows the change, its keys allow once and for the session, and a file open in it keeps its last line end',
  async () => {
    const write = (name: string) => ({
      name: 'Write',
      input: { file_path: `new/${name}.txt`, content: `${name}\n` },
    })
    await using world = await openWorld({
      replies: [
        { when: { lastUserText: 'change it' }, tool: { name: 'Read', input: { file_path: 'a.txt' } } },
        { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } } },
        { text: 'first is done' },
        { when: { lastUserText: 'write new ones' }, tool: write('one') },
        { tool: write('two') },
        { text: 'second is done' },
      ],
    })
    world.put('a.txt', 'one\ntwo\n')
    using editor = startEditor(world, 'agentic-nvim.lua', {
      AGENTIC: AGENTIC ?? '',
      // The plugin gives the agent no variable but these and PATH.
      AGENT_ENV: JSON.stringify(world.env),
      CAPSTAN: join(REPOSITORY, 'bin/capstan'),
    })
    const output = await editor.ended
    expect(output).toContain(`diff: ${join(world.project, 'a.txt')}`)
    expect(readFileSync(join(world.project, 'a.txt'), 'utf8')).toBe('one\n2\n')
    expect(existsSync(join(world.project, 'new/two.txt'))).toBe(true)
    expect(existsSync(join(world.config, 'settings.json'))).toBe(false)
  },
)

test.runIf(CLAUDECODE !== undefined)(
  'claudecode.nvim: files and lines sent land in the prompt, also after :cd, and a diff closes once the terminal decides',
  async () => {
    await using terminal = await openTerminalHere(
      {
        replies: [
          { tool: { name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } } },
          { text: 'as you wish', repeat: true },
        ],
      },
      {
        columns: 110,
        rows: 34,
        prepare({ project }) {
          mkdirSync(join(project, 'src'))
          writeFileSync(join(project, 'a.txt'), 'one\ntwo\nthree\n')
          writeFileSync(join(project, 'src/b.txt'), 'b\n')
        },
      },
    )
    const { program, world } = terminal
    using editor = startEditor(world, 'claudecode-nvim.lua', { CLAUDECODE: CLAUDECODE ?? '' })
    await editor.said('started')
    terminal.say('/ide Neovim')
    await program.waitFor('> @a.txt @a.txt#L2-3 @src/b.txt')
    program.type('change it')
    program.key('enter')
    await asked(terminal, 'Also open in Neovim')
    await editor.said('diff opened')
    program.key('escape')
    expect(await editor.ended).toContain('diff closed')
  },
)
