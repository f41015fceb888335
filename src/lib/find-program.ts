import { accessSync, constants, statSync } from 'node:fs'
import ownPaths, { type PlatformPath } from 'node:path'

/** How a system finds programs by their names. */
export interface ProgramSystem {
  readonly paths: PlatformPath
  /** Endings of programs, where a name alone does not run: the value of PATHEXT. */
  readonly endings?: string
  isProgram(file: string): boolean
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    // Not there: the next directory.
    return false
  }
}

const THIS_SYSTEM: ProgramSystem = { paths: ownPaths, isProgram }

/** What Windows runs where nobody says otherwise. */
const USUAL_ENDINGS = '.COM;.EXE;.BAT;.CMD'

/** Where a program of that name is, by the directories of a PATH in their order; relative ones do not count. */
export const findProgram = (
  name: string,
  path: string,
  system: ProgramSystem = THIS_SYSTEM,
): string | undefined => {
  const { paths } = system
  const isWindows = paths.sep === '\\'
  const names = isWindows ? endingsOf(name, system).map(ending => name + ending) : [name]
  return path
    .split(paths.delimiter)
    .map(directory => (isWindows ? directory.replaceAll('"', '') : directory))
    .filter(directory => (isWindows ? /^(?:[a-z]:[\\/]|\\\\)/i.test(directory) : paths.isAbsolute(directory)))
    .flatMap(directory => names.map(each => paths.join(directory, each)))
    .find(system.isProgram)
}

/** A name that has one of the endings is looked for as it is first. */
const endingsOf = (name: string, { endings = USUAL_ENDINGS }: ProgramSystem): readonly string[] => {
  const all = endings.split(';').filter(ending => ending.startsWith('.'))
  return all.some(ending => name.toLowerCase().endsWith(ending.toLowerCase())) ? ['', ...all] : all
}

/** The directories to look for programs in. Windows calls the variable `Path`, and Node finds that under any spelling. */
export const searchPath = (
  env: Readonly<Record<string, string | undefined>>,
  platform: string = process.platform,
): string => {
  if (platform !== 'win32') return env['PATH'] ?? ''
  const name = Object.keys(env).find(each => each.toUpperCase() === 'PATH')
  return (name === undefined ? undefined : env[name]) ?? ''
}
