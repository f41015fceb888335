import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportMissing } from './report-missing.ts'

const SETPRIV = 'setpriv'

/** Ways for root to be held to what directories allow; the first leaves it the files that only root may read. */
const WAYS: readonly (readonly string[])[] = [
  [SETPRIV, '--bounding-set=-dac_override', '--inh-caps=-dac_override'],
  [SETPRIV, '--reuid=65534', '--regid=65534', '--clear-groups'],
]

/**
 * What stands before a command so that it may not write where it is forbidden: nothing for an ordinary user, for root
 * the first way that works here and still lets the program be read, wherever it lies. Undefined, with a line that says
 * so, when there is none.
 */
export const heldToPermissions = (program: string): readonly string[] | undefined => {
  if (process.getuid?.() !== 0) return []
  const dir = mkdtempSync(join(tmpdir(), 'rights-'))
  try {
    const closed = join(dir, 'closed')
    mkdirSync(closed, { mode: 0o555 })
    const script = `test -r "$1" && ! mkdir "$2/made" 2>/dev/null && "$0" -e 0`
    const works = ([command = '', ...args]: readonly string[]): boolean =>
      spawnSync(command, [...args, 'sh', '-c', script, process.execPath, program, closed]).status === 0
    const way = WAYS.find(works)
    if (way) return way
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
  reportMissing(SETPRIV, 'which takes no rights from root here')
  return undefined
}
