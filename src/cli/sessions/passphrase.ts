import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { packText } from '../../protocol/messages/host/pack.ts'
import { describeCause } from '../../protocol/system-error.ts'
import { askHidden } from '../auth/ask-line.ts'
import { ExitError } from '../exit-error.ts'
import type { SessionsDeps } from './deps.ts'

const LEAST_CHARS = 8

/** From a file, or typed unseen; a new one is typed twice. */
export const readPassphrase = async (
  { cwd, localize }: SessionsDeps,
  { file, isNew }: { readonly file: string | undefined; readonly isNew: boolean },
): Promise<string> => {
  const given = file === undefined ? await asked(localize(packText('ask'))) : inFile(resolve(cwd, file))
  if (!isNew) return given
  if (given.length < LEAST_CHARS) throw new ExitError(2, packText('short'))
  if (file === undefined && (await asked(localize(packText('ask_again')))) !== given)
    throw new ExitError(2, packText('differ'))
  return given
}

/** Of a path that somebody typed. */
export const unreadable = (path: string, error: unknown): ExitError =>
  (error as NodeJS.ErrnoException).code === 'ENOENT'
    ? new ExitError(1, packText('no_file', { path }))
    : new ExitError(1, packText('unreadable', { path, why: describeCause(error) }))

const inFile = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').split('\n', 1)[0] ?? ''
  } catch (error) {
    throw unreadable(path, error)
  }
}

const asked = async (question: string): Promise<string> => {
  if (!process.stdin.isTTY) throw new ExitError(2, packText('no_passphrase'))
  return await askHidden(question)
}
