import { appendFileSync, closeSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorText } from '../lib/error-text.ts'
import { openOutput } from '../lib/open-output.ts'
import { type Env, HostError, type Overrides } from '../protocol/host.ts'
import { openingText } from '../protocol/messages/host/opening.ts'
import type { Warn } from '../protocol/messages/localized-text.ts'
import { variable } from './environment.ts'

/** Where debug lines go, when they are wanted. A line begins with its category; `!name` leaves one out. */
export const createDebugLog = (
  options: Pick<Overrides, 'debug' | 'debugFile'>,
  place: {
    readonly cwd: string
    readonly configHome: string
    readonly env?: Env
    readonly sessionId: string
    readonly warn: Warn
  },
): ((line: string) => void) | undefined => {
  if (options.debug === undefined && options.debugFile === undefined) return undefined
  const file = resolve(place.cwd, options.debugFile ?? join(directoryOf(place), `${place.sessionId}.txt`))
  try {
    begin(file)
  } catch (error) {
    throw new HostError('file', openingText('no_debug_log', { file, reason: errorText(error) }))
  }
  const wanted = filterOf(options.debug ?? [])
  let broken = false
  return line => {
    if (broken || !wanted(line)) return
    try {
      append(file, `${new Date().toISOString()} ${line}\n`)
    } catch (error) {
      // A log that fails later, on a full disk say, is no reason to lose the work it is about.
      broken = true
      place.warn(openingText('debug_log_lost', { file, reason: errorText(error) }))
    }
  }
}

const directoryOf = ({ configHome, env = {} }: { readonly configHome: string; readonly env?: Env }): string =>
  variable(env, 'CLAUDE_CODE_DEBUG_LOGS_DIR') ?? join(configHome, 'debug')

/** Directories are made only where the way to the file has been looked at. */
const begin = (file: string): void => {
  try {
    append(file, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    append(file, '')
  }
}

const append = (file: string, text: string): void => {
  const fd = openOutput(file, { cwd: process.cwd(), append: true })
  try {
    appendFileSync(fd, text)
  } finally {
    closeSync(fd)
  }
}

const filterOf = (categories: readonly string[]): ((line: string) => boolean) => {
  const out = categories.filter(name => name.startsWith('!')).map(name => name.slice(1))
  const only = categories.filter(name => !name.startsWith('!'))
  return line => {
    const category = /^\w+/.exec(line)?.[0] ?? ''
    return !out.includes(category) && (only.length === 0 || only.includes(category))
  }
}
