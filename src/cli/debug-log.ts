import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { RunOptions } from './args/run-options.ts'

/** Where debug lines go, when they are wanted. A line begins with its category; `!name` leaves one out. */
export const createDebugLog = (
  options: RunOptions,
  place: { readonly configHome: string; readonly sessionId: string },
): ((line: string) => void) | undefined => {
  if (options.debug === undefined && options.debugFile === undefined) return undefined
  const file = resolve(options.debugFile ?? join(place.configHome, 'debug', `${place.sessionId}.txt`))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const wanted = filterOf(options.debug ?? [])
  return line => {
    if (wanted(line)) appendFileSync(file, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 })
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
