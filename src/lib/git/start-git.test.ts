import { expect, test } from 'vitest'
import { findGitProgram } from './start-git.ts'

const found = (platform: string, ...there: readonly string[]) =>
  findGitProgram(platform, path => there.includes(path))
const TOOLS = '/Library/Developer/CommandLineTools/usr/bin/git'

test.each([
  ['linux', ['/usr/bin/git'], '/usr/bin/git'],
  ['linux', [], undefined],
  // Without the tools it would open a dialog.
  ['darwin', ['/usr/bin/git'], undefined],
  ['darwin', ['/usr/bin/git', TOOLS], '/usr/bin/git'],
  ['darwin', ['/usr/bin/git', '/var/db/xcode_select_link/usr/bin/git'], '/usr/bin/git'],
  ['darwin', ['/usr/bin/git', '/Applications/Xcode.app/Contents/Developer/usr/bin/git'], '/usr/bin/git'],
  ['darwin', ['/usr/bin/git', '/opt/homebrew/bin/git'], '/opt/homebrew/bin/git'],
  ['darwin', ['/usr/local/bin/git'], '/usr/local/bin/git'],
] as const)('on %s with %j git is %s', (platform, there, program) => {
  expect(found(platform, ...there)).toBe(program)
})
