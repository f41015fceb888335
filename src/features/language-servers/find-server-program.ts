import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { CaseRule } from '../../lib/case-rule.ts'
import { findProgram, searchPath } from '../../lib/find-program.ts'
import { isInside } from '../../lib/paths.ts'
import { upwards } from '../../lib/upwards.ts'
import type { LanguageServer } from './server-config.ts'

export interface ProgramDirectories {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Of the project. */
  readonly root: string
  /** The working directory around it. */
  readonly within: string
  readonly caseSensitive: CaseRule
}

/** Where a project keeps programs of its own. */
const OWN = ['node_modules/.bin', '.venv/bin', 'venv/bin', '.venv/Scripts', 'vendor/bin', 'bin']

/** The project's own program before that of the machine: it fits the project. Only for folders that are trusted. */
export const findServerProgram = (server: LanguageServer, places: ProgramDirectories): string | undefined => {
  const path = searchPath(places.env)
  if (server.needs !== undefined && findProgram(server.needs, path) === undefined) return undefined
  const { command } = server
  if (isAbsolute(command)) return existsSync(command) ? command : undefined
  if (/[\\/]/.test(command)) {
    const file = join(places.within, command)
    return existsSync(file) ? file : undefined
  }
  const own = isInside(places.root, places.within, places)
    ? upwards(places.root, places.within).flatMap(directory => OWN.map(name => join(directory, name)))
    : []
  const found = [findProgram(command, own.join(':')), findProgram(command, path)]
  return found.find(file => file !== undefined && isNewEnough(server, file))
}

/** A program of that name may have learned to serve only lately. */
const isNewEnough = ({ since }: LanguageServer, file: string): boolean => {
  if (!since) return true
  try {
    const real = realpathSync(file)
    for (const directory of upwards(dirname(real), '/').slice(0, 4)) {
      const about = join(directory, 'package.json')
      if (!existsSync(about)) continue
      const { name, version } = JSON.parse(readFileSync(about, 'utf8')) as Record<string, unknown>
      return name === since.package && Number.parseInt(String(version), 10) >= since.version
    }
    return false
  } catch {
    // Whatever is there says nothing of itself.
    return false
  }
}

/** The nearest directory with one of the markers, up to the working directory; without one that itself. */
export const projectRoot = (
  file: string,
  {
    within,
    markers,
    caseSensitive,
  }: Omit<ProgramDirectories, 'env' | 'root'> & { readonly markers: readonly string[] },
): string => {
  const from = dirname(file)
  if (markers.length === 0 || !isInside(from, within, { caseSensitive })) return within
  return upwards(from, within).find(each => markers.some(marker => existsSync(join(each, marker)))) ?? within
}
