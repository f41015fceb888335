import { spawnSync } from 'node:child_process'
import { installedOf } from '../../support/needs-program.ts'
import { type ListedProgram, listedPrograms } from './listed-options.ts'

/** Debian gives it another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = { fd: 'fdfind' }
/** They start slowly, and talk to a service that is not here or to nobody. */
const LEFT_OUT = /^(?:docker|kubectl)$/

/** The programs of the tables that can be tried here: those of a GNU system, as far as they are installed. */
export const triedPrograms = (): {
  readonly programs: readonly ListedProgram[]
  /** Names for programs that are found under another one. */
  readonly links: Readonly<Record<string, string>>
} => {
  const { stdout } = spawnSync('ls', ['--version'], { encoding: 'utf8' })
  if (!stdout?.includes('GNU')) {
    process.stdout.write('skipped: tests that compare the tables with the programs of a GNU system\n')
    return { programs: [], links: {} }
  }
  const listed = listedPrograms().filter(({ words: [name = ''] }) => !LEFT_OUT.test(name))
  const real = (name: string): string => OTHER_NAMES[name] ?? name
  const found = installedOf([...new Set(listed.map(({ words: [name = ''] }) => real(name)))])
  const links: Record<string, string> = {}
  for (const [name, other] of Object.entries(OTHER_NAMES)) {
    const path = spawnSync('bash', ['-c', `command -v ${other}`], { encoding: 'utf8' }).stdout.trim()
    if (path !== '') links[name] = path
  }
  return { programs: listed.filter(({ words: [name = ''] }) => found.has(real(name))), links }
}
