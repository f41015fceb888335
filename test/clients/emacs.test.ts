import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { namedDirectory } from '../support/needs-program.ts'
import { openWorld, REPOSITORY } from '../support/run-program.ts'

const LIBRARY = namedDirectory('CAPSTAN_TEST_ACP_EL', 'acp.el')
const run = promisify(execFile)

test.runIf(LIBRARY !== undefined)(
  'acp.el is shown a change, and its answers by kind hold for the session and write no rule',
  async () => {
    const write = (name: string) => ({
      name: 'Write',
      input: { file_path: `${name}.txt`, content: `${name}\n` },
    })
    await using world = await openWorld({
      replies: [
        { when: { lastUserText: 'write one' }, tool: write('one') },
        { when: { lastUserText: 'write two' }, tool: write('two') },
        {
          when: { lastUserText: 'touch three' },
          tool: { name: 'Bash', input: { command: 'sh make-three.sh' } },
        },
        { text: 'as you wish', repeat: true },
      ],
    })
    const script = join(import.meta.dirname, 'acp-el.el')
    const { stdout } = await run('emacs', ['--quick', '--batch', '-L', LIBRARY ?? '', '-l', script], {
      cwd: world.project,
      env: { ...world.env, PATH: process.env['PATH'], CAPSTAN: join(REPOSITORY, 'bin/capstan') },
    })
    expect(stdout.trim().split('\n')).toEqual([
      'kinds allow_once allow_always reject_once',
      'first diff',
      'stop end_turn',
      'stop end_turn',
      expect.stringMatching(/^kinds allow_once( allow_always)? reject_once$/),
      expect.stringMatching(/^first /),
      'stop end_turn',
      expect.stringContaining('as you wish'),
    ])
    expect(['one.txt', 'two.txt', 'three'].map(name => existsSync(join(world.project, name)))).toEqual([
      true,
      true,
      false,
    ])
    expect(existsSync(join(world.config, 'settings.json'))).toBe(false)
  },
)
