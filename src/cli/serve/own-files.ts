import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../lib/atomic-write.ts'
import { makeDirectories } from '../../lib/make-directories.ts'
import { ExitError } from '../exit-error.ts'

/** Nobody but the person reads these. */
const PRIVATE = 0o600

const directoryOf = (configHome: string): string => join(configHome, 'serve')

/** The token of this person's servers, made when there is none. Throws ExitError when others can read it. */
export const readToken = (configHome: string, { renew = false } = {}): string => {
  const directory = directoryOf(configHome)
  makeDirectories(directory, 0o700)
  const path = join(directory, 'token')
  const known = renew ? undefined : lookUp(path)
  if (known !== undefined) return known
  const token = randomBytes(32).toString('base64url')
  writeFileAtomically(path, Buffer.from(`${token}\n`), { mode: PRIVATE })
  return token
}

const lookUp = (path: string): string | undefined => {
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (!facts) return undefined
  const owned = process.getuid === undefined || facts.uid === process.getuid()
  if (!facts.isFile() || !owned || (facts.mode & 0o077) !== 0)
    throw new ExitError(
      1,
      `Others can read or change ${path}. Run "capstan serve --new-token" to replace it.`,
    )
  const token = readFileSync(path, 'utf8').trim()
  return token.length >= 43 ? token : undefined
}

/** A server that runs, for other commands of this person. */
export interface RunningNote {
  readonly url: string
  readonly pid: number
  readonly startedAt: number
}

/** Writes down that a server runs; answers what takes the note away again. */
export const noteServer = (configHome: string, note: RunningNote): (() => void) => {
  const directory = directoryOf(configHome)
  // Those that were killed could not take theirs away.
  for (const name of namesIn(directory))
    if (!isRunning(Number.parseInt(name, 10))) rmSync(join(directory, name), { force: true })
  const path = join(directory, `${note.pid}.json`)
  writeFileAtomically(path, Buffer.from(JSON.stringify(note)), { mode: PRIVATE })
  return () => rmSync(path, { force: true })
}

/** Servers of this person that run, the one started last first. */
export const runningServers = (configHome: string): readonly RunningNote[] => {
  const directory = directoryOf(configHome)
  return namesIn(directory)
    .flatMap(name => readNote(join(directory, name)))
    .filter(note => isRunning(note.pid))
    .sort((a, b) => b.startedAt - a.startedAt)
}

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).filter(name => /^\d+\.json$/.test(name))
  } catch {
    // No server was ever started.
    return []
  }
}

const readNote = (path: string): readonly RunningNote[] => {
  try {
    const { url, pid, startedAt } = JSON.parse(readFileSync(path, 'utf8'))
    return typeof url === 'string' && typeof pid === 'number' && typeof startedAt === 'number'
      ? [{ url, pid, startedAt }]
      : []
  } catch {
    // Taken away or half written in this moment: the server is as good as not there.
    return []
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    // Gone, or somebody else's: in both cases not a server of this person.
    return false
  }
}
