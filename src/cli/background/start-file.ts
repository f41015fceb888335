import { readFileSync, rmSync } from 'node:fs'
import { isObject } from '../../lib/is-object.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'

/** What a process that runs on by itself is started with; the file is taken away when it has been read. */
export type StartFile =
  | { readonly kind: 'session'; readonly id: string; readonly options: RunOptions }
  | { readonly kind: 'shell'; readonly id: string; readonly command: string; readonly name?: string }
  /** A conversation in a terminal whose own environment is another one. */
  | {
      readonly kind: 'terminal'
      readonly options: RunOptions
      readonly env: Readonly<Record<string, string | undefined>>
    }

/** What the process says once it can be found, or cannot begin. */
export type FirstWord = { readonly ready: true } | { readonly problem: string }

export const takeStartFile = (path: string): StartFile => {
  const file = read(path)
  if (!isObject(file) || !['session', 'shell', 'terminal'].includes(String(file['kind'])))
    throw new ExitError(1, 'This is started by Capstan itself, for what runs in the background.')
  rmSync(path, { force: true })
  return file as unknown as StartFile
}

const read = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Said by whoever needs it.
    return undefined
  }
}
