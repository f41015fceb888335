import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { installedOf } from '../../support/needs-program.ts'
import { listedPrograms } from './listed-options.ts'
import type { OptionPlace } from './option-place.ts'
import type { LineContext } from './run-lines.ts'

/** Programs to read lines with: only those that begin with one of these names, where they are given. */
export interface ReaderContext extends LineContext {
  readonly only?: ReadonlySet<string>
}

const BUSYBOX = 'busybox'

/** The same lines read by other programs: those of busybox that have the name of one of the tables. None without it. */
export const createBusyboxContext = (place: OptionPlace, context: LineContext): readonly ReaderContext[] => {
  if (!installedOf([BUSYBOX]).has(BUSYBOX)) return []
  const { stdout } = spawnSync(BUSYBOX, ['--list'], { encoding: 'utf8' })
  const path = spawnSync('bash', ['-c', `command -v ${BUSYBOX}`], { encoding: 'utf8' }).stdout.trim()
  const applets = new Set((stdout ?? '').split('\n'))
  const directory = join(place.cwd, '..', '..', BUSYBOX)
  mkdirSync(directory)
  const names = ['find', 'xargs', ...listedPrograms().map(({ words: [name = ''] }) => name)]
  const only = new Set(names.filter(name => applets.has(name)))
  for (const name of only) symlinkSync(path, join(directory, name))
  return [{ ...context, only, env: { ...context.env, PATH: `${directory}:${context.env['PATH'] ?? ''}` } }]
}
