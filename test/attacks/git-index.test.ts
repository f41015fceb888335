import { execFileSync } from 'node:child_process'
import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasGit } from '../support/needs-program.ts'
import { commandsIn } from '../support/permission-place.ts'
import { createHostileShell, type HostileShell } from './support/hostile-shell.ts'

describe.runIf(hasGit())('a question about the work tree leaves the index as it is', () => {
  let shell: HostileShell
  beforeAll(() => {
    shell = createHostileShell()
  })
  afterAll(() => shell.remove())
  const index = (): string => readFileSync(join(shell.cwd, '.git/index'), 'base64')

  test('git itself would note what it found', () => {
    const before = index()
    utimesSync(join(shell.cwd, 'a.txt'), new Date(), new Date(0))
    execFileSync('git', ['-c', 'core.hooksPath=/dev/null', 'describe', '--always', '--dirty'], {
      cwd: shell.cwd,
      env: { PATH: '/usr/bin:/bin:/usr/local/bin', GIT_OPTIONAL_LOCKS: '0' },
    })
    expect(index()).not.toBe(before)
  })

  test.each(
    commandsIn(`git describe --always --dirty ¦ git -C src describe --always --dirty=-x ¦ timeout 5 git describe --dirty --always
command -p git describe --dirty --always ¦ git --no-pager describe --always --dirty ¦ git status ¦ git diff`),
  )('%j', async line => {
    const decision = await shell.judge(line, { mode: 'default' })
    expect(decision.verdict).toBe('allow')
    const before = index()
    const end = await shell.run(line, decision.readOnly)
    expect(end.code).toBe(0)
    expect(index()).toBe(before)
    expect(shell.wentOff()).toEqual([])
  })

  test.each(commandsIn('timeout 5 /usr/bin/git describe --dirty ¦ nice /usr/bin/git diff'))(
    '%j asks: by its path it is not our git',
    async line => {
      expect((await shell.judge(line, { mode: 'default' })).verdict).toBe('ask')
    },
  )
})
