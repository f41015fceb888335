import { readFileSync, rmSync } from 'node:fs'
import { isObject } from '../lib/is-object.ts'
import { commandText } from '../protocol/messages/cli/commands.ts'
import { ExitError } from './exit-error.ts'

/**
 * What one process of this program left for the next it started. It may hold secrets: nobody finds it there later. What is
 * no such file is left alone.
 *
 * @param what it is read for, as said to somebody who comes with another file
 */
export const takeStartFile = <File>(
  path: string,
  what: { readonly purpose: string; readonly fits: (file: Readonly<Record<string, unknown>>) => boolean },
): File => {
  const file = read(path)
  if (!isObject(file) || !what.fits(file))
    throw new ExitError(1, commandText('started_itself', { purpose: what.purpose }))
  rmSync(path, { force: true })
  return file as unknown as File
}

const read = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Said by whoever needs it.
    return undefined
  }
}
