import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** Where a program of that name is, by the directories of a PATH in their order; relative ones do not count. */
export const findProgram = (name: string, path: string): string | undefined =>
  path
    .split(delimiter)
    .filter(isAbsolute)
    .map(directory => join(directory, name))
    .find(isProgram)

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    // Not there: the next directory.
    return false
  }
}
