import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startGitReader } from '../../src/engine/prompt/git-snapshot.ts'
import { createPermissions } from '../../src/features/permissions/permissions.ts'
import { findTrustRoot } from '../../src/features/trust/find-trust-root.ts'
import { surveyTrustRoot } from '../../src/host/trust/survey-trust-root.ts'
import { hasGit } from '../support/needs-program.ts'
import { asked, idle } from '../support/pty/asked.ts'
import { openTerminalHere } from '../support/pty/terminal-here.ts'
import { openWorldHere } from '../support/run-here.ts'
import type { World } from '../support/run-program.ts'
import { tmpDir } from '../support/tmp-dir.ts'
import { type FilterTrap, SPELLINGS, setFilterTrap } from './support/filter-trap.ts'

const names = Object.keys(SPELLINGS)

const verdictIn = async (cwd: string, home: string, command: string) => {
  const call = { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell', command }] } as const
  const policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true } as const
  return await createPermissions().judge(call, policy)
}

/** That the trap works at all: without it nothing below would show anything. */
const expectSprungByPlainGit = (trap: FilterTrap): void => {
  trap.stir()
  trap.status()
  expect(trap.sprung()).toBe(true)
}

describe.skipIf(!hasGit())('a filter of the repository', () => {
  test.each(names)(
    'by way of %s runs neither at the start nor with an approved query, and is told',
    async name => {
      await using tmp = tmpDir()
      const trap = setFilterTrap(tmp.path, name)
      const home = join(tmp.path, 'home')
      const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home }
      for (const trusted of [false, true]) {
        const read = startGitReader({ cwd: trap.start, trusted }, { env, roots: () => [trap.start] })
        expect(await read()).toMatchObject({ status: undefined, branch: 'main' })
        expect(trap.sprung()).toBe(false)
      }
      for (const command of ['git status', 'git diff'])
        expect(await verdictIn(trap.start, home, command)).toMatchObject({ verdict: 'ask' })
      const at = { cwd: trap.start, home, configHome: join(home, '.capstan'), env }
      const { wishes } = await surveyTrustRoot(at, findTrustRoot(trap.start, home))
      const told = wishes.map(({ kind, name: what }) => `${kind} ${what}`)
      expect(told).toContain('git_program filter.x.clean')
      expect(trap.sprung()).toBe(false)
      expectSprungByPlainGit(trap)
    },
  )
})

const STATUS = { tool: { name: 'Bash', input: { command: 'git status' } } }
const replies = [STATUS, { text: 'Well then.', repeat: true }]
const trapIn = (world: World, name: string): FilterTrap => setFilterTrap(world.root, name)

describe.skipIf(!hasGit())('the program itself', () => {
  test.each([
    ['a comment that ends in a backslash before the filter', []],
    ['an empty .git in the directory somebody starts in', []],
    ['a commondir with a trailing blank', ['--trust']],
  ])('with %s and %j starts, is asked for a status, and runs no filter', async (name, flags) => {
    await using world = await openWorldHere({ replies })
    const trap = trapIn(world, name)
    const { code } = await world.run(['-p', 'hi', ...flags], { cwd: trap.start })
    expect(code).toBe(0)
    expect(world.server.requests.length).toBeGreaterThan(1)
    expect(trap.sprung()).toBe(false)
    expectSprungByPlainGit(trap)
  })

  test('in a terminal runs no filter before the answer, nor after a no', async () => {
    let trap: FilterTrap | undefined
    await using terminal = await openTerminalHere(
      { replies },
      {
        early: true,
        prepare: world => {
          trap = trapIn(world, 'a value that ends in two backslashes before the filter')
          world.put('AGENTS.md', 'words of the folder')
        },
      },
    )
    await asked(terminal, 'Do you trust this folder?')
    expect(trap?.sprung()).toBe(false)
    terminal.program.key('enter')
    await terminal.program.waitFor(/claude-/)
    terminal.say('hi')
    await asked(terminal, 'git status')
    expect(trap?.sprung()).toBe(false)
    terminal.program.key('escape')
    await idle(terminal)
    if (trap) expectSprungByPlainGit(trap)
  })
})
