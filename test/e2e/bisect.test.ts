import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scenario } from '../../src/features/models/scripted/scenario.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'

const TURNS = 16
const BROKEN = 11

/** In each turn a line more in a file, every other one by a command; in one of them the line is wrong. */
const scenario = (): Scenario => ({
  replies: Array.from({ length: TURNS }, (_, at) => {
    const line = at + 1 === BROKEN ? 'wrong' : `line ${at + 1}`
    const tool =
      at % 2 === 0
        ? { name: 'Bash', input: { command: `echo '${line}' >> list.txt` } }
        : { name: 'Write', input: { file_path: `f${at}.txt`, content: `${line}\n` } }
    return [{ tool }, { text: `Done ${at + 1}.` }]
  }).flat(),
})

/** Needs a file that git ignores, what a tool brought there, and git where there is one. */
const CHECK =
  'test -f .env && test -f node_modules/x/index.js && cat local/notes && ! grep -qs wrong list.txt f*.txt'

const work = async (world: World): Promise<void> => {
  world.put('list.txt', 'start\n')
  world.put('.env', 'A=1\n')
  for (const name of ['node_modules/x', 'local']) mkdirSync(join(world.project, name), { recursive: true })
  writeFileSync(join(world.project, 'node_modules/x/index.js'), '1\n')
  writeFileSync(join(world.project, 'local/notes'), 'mine\n')
  for (let turn = 1; turn <= TURNS; turn += 1)
    await world.stream([
      ...(turn === 1 ? [] : ['-c']),
      '--allowedTools',
      'Bash',
      'Write',
      'Edit',
      '--',
      `do step ${turn}`,
    ])
}
const git = (world: World, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    cwd: world.project,
    encoding: 'utf8',
  })
const copies = () => readdirSync(tmpdir()).filter(name => name.startsWith('capstan-bisect-'))

test.each([[true], [false]])(
  'which of sixteen turns broke it is found in four runs; git: %s',
  async hasGit => {
    await using world = await openWorldHere(scenario())
    if (hasGit) {
      git(world, 'init', '-q')
      world.put('.gitignore', '.env\nnode_modules\nlocal\n')
      git(world, 'add', '.gitignore')
      git(world, 'commit', '-qm', 'first')
    }
    await work(world)
    const files = () => readdirSync(world.project)
    const before = [files(), readFileSync(join(world.project, 'list.txt'), 'utf8')]
    const left = copies()
    const check = hasGit ? `git status >/dev/null && ${CHECK}` : CHECK
    const { code, stdout } = await world.run(['bisect', '--json', '--', check])
    expect(code).toBe(0)
    const found = JSON.parse(stdout)
    expect(found).toMatchObject({ found: true, turn: BROKEN, runs: 4 })
    expect(found.prompt).toContain(`do step ${BROKEN}`)
    expect(found.diff).toContain('+wrong\n')
    expect(found.diff).toContain('a/list.txt')
    const shown = await world.run(['bisect', '--', check])
    expect(shown.stdout).toMatch(/^Turn 11 broke it \(found in 4 runs\)\.\n\n> do step 11\n\n/)
    expect(shown.stderr).toContain('after turn 8: passes')
    const never = await world.run(['bisect', '--', 'true'])
    expect([never.code, never.stdout]).toEqual([
      1,
      'It still passes after the last turn: none of 16 turns broke it.\n',
    ])
    expect([files(), readFileSync(join(world.project, 'list.txt'), 'utf8')]).toEqual(before)
    expect(copies()).toEqual(left)
    if (hasGit) expect(git(world, 'worktree', 'list').trim().split('\n')).toHaveLength(1)
  },
  60_000,
)

test('what cannot be searched says so', async () => {
  await using world = await openWorldHere({ replies: [{ text: 'Hello.' }] })
  await world.stream(['--', 'hi'])
  const none = await world.run(['bisect', '--', 'true'])
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringContaining('No turn of this session changed files.'),
  ])
  const bare = await world.run(['bisect'])
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('Put it behind "--"')])
})
