import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../lib/atomic-write.ts'
import { makeDirectories } from '../lib/make-directories.ts'
import type { EnvironmentOptions } from './environment.ts'

/** Who answers when the environment names nobody: what the person chose on the screen. */
export type StoredCredentials =
  | { readonly kind: 'key'; readonly apiKey: string }
  | { readonly kind: 'server'; readonly baseUrl: string; readonly model: string }

const MAX_BYTES = 64 * 1024

export const credentialsFile = (configHome: string): string => join(configHome, 'credentials.json')

/** Undefined when there is none; one that cannot be relied on counts for nothing, and `warn` hears why. */
export const readStoredCredentials = (
  configHome: string,
  warn: (text: string) => void,
): StoredCredentials | undefined => {
  const file = credentialsFile(configHome)
  const refuse = (why: string): undefined => {
    warn(`${file} ${why}, so it is ignored.`)
    return undefined
  }
  let descriptor: number
  try {
    // Without O_NONBLOCK a pipe in its place would hang the program.
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : refuse(`cannot be read (${code})`)
  }
  try {
    const objection = objectionTo(descriptor)
    if (objection !== undefined) return refuse(objection)
    return parse(JSON.parse(readFileSync(descriptor, 'utf8'))) ?? refuse('holds neither a key nor a server')
  } catch (error) {
    if (error instanceof SyntaxError) return refuse('is not valid JSON')
    throw error
  } finally {
    closeSync(descriptor)
  }
}

/** Whoever can write it can choose who reads the conversation; whoever can read it has the key. */
const objectionTo = (descriptor: number): string | undefined => {
  const facts = fstatSync(descriptor)
  if (!facts.isFile()) return 'is not a regular file'
  if (facts.size > MAX_BYTES) return 'is far too large'
  const user = process.geteuid?.()
  if (user === undefined) return undefined
  if (facts.uid !== user) return `belongs to another user (${facts.uid})`
  return (facts.mode & 0o077) === 0 ? undefined : 'is readable by others: fix it with chmod 600'
}

const parse = (value: unknown): StoredCredentials | undefined => {
  const { apiKey, server } = fieldsOf(value)
  if (typeof apiKey === 'string' && apiKey !== '') return { kind: 'key', apiKey }
  const { baseUrl, model } = fieldsOf(server)
  return typeof baseUrl === 'string' && URL.canParse(baseUrl) && typeof model === 'string' && model !== ''
    ? { kind: 'server', baseUrl, model }
    : undefined
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Takes the place of what was there. */
export const storeCredentials = (configHome: string, stored: StoredCredentials): void => {
  makeDirectories(configHome, 0o700)
  const { kind, ...rest } = stored
  const content = kind === 'key' ? rest : { server: rest }
  const text = `${JSON.stringify(content, null, 2)}\n`
  writeFileAtomically(credentialsFile(configHome), Buffer.from(text), { mode: 0o600 })
}

/** What was stored, where the environment and a helper leave it open. A stored key goes to its own address only. */
export const withStoredCredentials = (
  environment: EnvironmentOptions,
  at: { readonly configHome: string; readonly helper: string | undefined; warn(text: string): void },
): EnvironmentOptions => {
  const { apiKey, authToken, baseUrl, model, smallModel, redirects } = environment
  if (apiKey || authToken || baseUrl || at.helper) return environment
  const stored = readStoredCredentials(at.configHome, at.warn)
  if (!stored) return environment
  if (stored.kind === 'key') return { ...environment, storedKey: stored.apiKey }
  // The server knows one model by this name and none by ours.
  const only = stored.model
  return {
    ...environment,
    baseUrl: stored.baseUrl,
    model: model ?? only,
    smallModel: smallModel ?? only,
    redirects: { sonnet: only, opus: only, haiku: only, default: only, ...redirects },
  }
}
