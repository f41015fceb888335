import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPermissions } from '../../../src/features/permissions/permissions.ts'
import type { Behavior, Policy } from '../../../src/protocol/permission.ts'
import { runLines } from './run-lines.ts'
import { HARDENED_GLOBS } from './run-plainly.ts'
import { settled } from './settled.ts'

/** A small project that somebody prepared by a script, beside a file outside that nobody may be shown. */
export interface PlantedPlace {
  readonly home: string
  readonly cwd: string
  verdict(line: string, more?: Partial<Policy>): Promise<Behavior>
  /** What each of the lines prints in a plain bash, which asks nobody. */
  shown(lines: readonly string[]): Promise<ReadonlyMap<string, string>>
  remove(): void
}

/** What the file outside says. */
export const OUTSIDE = 'canary outside'

export const createPlantedPlace = (script: string): PlantedPlace => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'planted-')))
  const cwd = join(home, 'project')
  mkdirSync(cwd)
  writeFileSync(join(home, 'outside.txt'), `${OUTSIDE}\n`)
  const env = { PATH: process.env['PATH'] ?? '', HOME: home }
  execFileSync('bash', ['--norc', '-ec', script], { cwd, env, stdio: 'ignore' })
  const permissions = createPermissions({ now: settled })
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home, caseSensitive: true }
  return {
    home,
    cwd,
    verdict: async (line, more = {}) =>
      (
        await permissions.judge(
          { toolName: 'Bash', input: { command: line }, accesses: [{ kind: 'shell', command: line }] },
          { ...policy, ...more },
        )
      ).verdict,
    async shown(lines) {
      const alone = lines.map(line => `(${HARDENED_GLOBS}\n${line}\n)`)
      const results = await runLines(alone, { cwd, env })
      return new Map(lines.map((line, at) => [line, results[at]?.output ?? '']))
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
