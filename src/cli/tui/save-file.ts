import { statSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { expandHome } from '../../lib/paths.ts'
import { terminalText } from '../../protocol/messages/cli/terminal.ts'
import { LocalizedError, type Text } from '../../protocol/messages/localized-text.ts'

const MOST_TRIES = 1000

/**
 * Writes a new file that only its owner reads, and answers its path. One that is there already is left alone: the new
 * one gets a number.
 */
export const saveFile = (
  path: string,
  text: string,
  place: { readonly cwd: string; readonly home: string },
): string => {
  const wanted = resolve(place.cwd, expandHome(path, place.home))
  try {
    if (statSync(wanted, { throwIfNoEntry: false })?.isDirectory())
      return fail(wanted, terminalText('is_directory'))
    makeDirectories(dirname(wanted))
    for (let count = 1; count <= MOST_TRIES; count++) {
      const candidate = count === 1 ? wanted : numbered(wanted, count)
      if (create(candidate, text)) return candidate
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return fail(wanted, code)
  }
  return fail(wanted, terminalText('too_many_names'))
}

const fail = (path: string, why: Text): never => {
  throw new LocalizedError(terminalText('not_written', { path, reason: why }))
}

/** False when the name is taken. */
const create = (path: string, text: string): boolean => {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const numbered = (path: string, count: number): string => {
  const ending = extname(path)
  return join(dirname(path), `${basename(path, ending)}-${count}${ending}`)
}
