import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPermissions } from '../../src/features/permissions/permissions.ts'
import type { Behavior, Policy } from '../../src/protocol/permission.ts'

/** A small repository without rules, for the tables of programs and their flags. */
export interface TableContext {
  verdict(command: string): Promise<Behavior>
  remove(): void
}

export const createTablePlace = (): TableContext => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'tables-')))
  const cwd = join(home, 'project')
  for (const folder of ['src', 'docs']) mkdirSync(join(cwd, folder), { recursive: true })
  for (const name of ['README.md', 'src/index.js', 'table.txt', 'package.json'])
    writeFileSync(join(cwd, name), 'x')
  execFileSync('git', ['init', '-q', cwd])
  // So much later than the repository was made that git need not be asked about it for every command.
  const permissions = createPermissions({ now: () => Date.now() + 60_000 })
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  return {
    async verdict(command) {
      const call = { toolName: 'Bash', input: { command }, accesses: [{ kind: 'shell' as const, command }] }
      return (await permissions.judge(call, policy)).verdict
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
