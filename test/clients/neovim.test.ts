import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namedDirectory } from '../support/needs-program.ts'
import { openTerminalHere } from '../support/pty/terminal-here.ts'
import { openWorld, REPOSITORY, type World } from '../support/run-program.ts'

const LINK = namedDirectory('CAPSTAN_TEST_CLAUDECODE_NVIM', 'claudecode.nvim')
const COMPANION = namedDirectory('CAPSTAN_TEST_CODECOMPANION', 'codecompanion.nvim')
const PLENARY = namedDirectory('CAPSTAN_TEST_PLENARY', 'plenary.nvim')
/** The one of an older Debian knows neither plugin. */
const NVIM = process.env['CAPSTAN_TEST_NVIM'] ?? 'nvim'

/** Runs a script of this folder in an editor without a screen, to its end. */
const edit = (world: World, script: string, env: Readonly<Record<string, string>>) => {
  const args = ['--headless', '-u', 'NONE', '-c', `luafile ${join(import.meta.dirname, script)}`]
  const child = spawn(NVIM, args, {
    cwd: world.project,
    env: { ...world.env, XDG_STATE_HOME: join(world.root, 'state'), PATH: process.env['PATH'], ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  return new Promise<string>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve(output) : reject(new Error(output))))
  })
}

test.runIf(LINK !== undefined)(
  'files that claudecode.nvim adds by its commands land in the prompt',
  async () => {
    let ended: Promise<string> | undefined
    await using terminal = await openTerminalHere(
      { replies: [{ text: 'Very well.', repeat: true }] },
      {
        columns: 110,
        args: ['--ide'],
        early: true,
        prepare(world) {
          mkdirSync(join(world.project, 'sub'))
          for (const name of ['note', 'other'])
            writeFileSync(join(world.project, `sub/${name}.txt`), 'one\ntwo\nthree\n')
          ended = edit(world, 'claudecode-nvim.lua', { CLAUDECODE: LINK ?? '' })
          // A session looks for editors once, when it opens.
          const offered = `for i in $(seq 600); do ls '${world.home}/.claude/ide/'*.lock && exit; sleep 0.1; done; exit 1`
          execFileSync('sh', ['-c', offered], { stdio: 'ignore' })
        },
      },
    )
    const { program, world } = terminal
    await program.waitFor('@sub/note.txt')
    await program.waitFor('@sub/other.txt#L2-3')
    writeFileSync(join(world.project, 'seen'), '')
    await ended
  },
)

test.runIf(COMPANION !== undefined && PLENARY !== undefined)(
  'CodeCompanion shows the change first, and its key for "always" writes no rule',
  async () => {
    await using world = await openWorld({
      replies: [
        {
          when: { lastUserText: 'write one' },
          tool: { name: 'Write', input: { file_path: 'one.txt', content: 'first\n' } },
        },
        { when: { lastUserText: 'run two' }, tool: { name: 'Bash', input: { command: 'sh two.sh' } } },
        { text: 'as you wish', repeat: true },
      ],
    })
    world.put('two.sh', 'touch two\n')
    const output = await edit(world, 'codecompanion-nvim.lua', {
      CODECOMPANION: COMPANION ?? '',
      PLENARY: PLENARY ?? '',
      CAPSTAN: join(REPOSITORY, 'bin/capstan'),
      KEY_ONE: 'g1',
      KEY_TWO: 'g3',
    })
    expect(output.match(/^kinds .*$/gm)).toEqual([
      'kinds allow_once allow_always reject_once first diff',
      expect.stringMatching(/^kinds allow_once (?:allow_always )?reject_once first /),
    ])
    expect([existsSync(join(world.project, 'one.txt')), existsSync(join(world.project, 'two'))]).toEqual([
      true,
      false,
    ])
    expect(existsSync(join(world.config, 'settings.json'))).toBe(false)
  },
)
