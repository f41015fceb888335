import { existsSync } from 'node:fs'

/** Never from PATH: a project may have put something of its own there. */
const PROGRAMS = [
  '/usr/bin/git',
  '/usr/local/bin/git',
  '/opt/homebrew/bin/git',
  '/bin/git',
  '/opt/local/bin/git',
  '/run/current-system/sw/bin/git',
  '/home/linuxbrew/.linuxbrew/bin/git',
]

export const findGitProgram = (): string | undefined => PROGRAMS.find(path => existsSync(path))
