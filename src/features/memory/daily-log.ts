import { appendFileSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import { makeDirectories } from '../../lib/files/make-directories.ts'
import { findStrictly } from '../../lib/secrets/find-strictly.ts'
import type { MemoryDirectory } from './memory-directory.ts'
import { readBounded } from './read-bounded.ts'

/** What a turn comes to in the log. */
export interface LoggedTurn {
  readonly at: Date
  readonly asked: string
  readonly answered: string
}

const MAX_WORDS = 300
const MAX_DAY_BYTES = 64 * 1024
const MAX_DAYS = 31

/** One file a day, below the memories: `logs/2026/11/2026-11-15.md`. */
const logPath = ({ path }: Pick<MemoryDirectory, 'path'>, day: string): string =>
  join(path, 'logs', day.slice(0, 4), day.slice(5, 7), `${day}.md`)

/** A link, or what is no directory, stands somewhere between the memories and that file. */
const leadsOut = ({ path }: Pick<MemoryDirectory, 'path'>, file: string): boolean => {
  for (let above = dirname(file); above.length > path.length; above = dirname(above))
    if (lstatSync(above, { throwIfNoEntry: false })?.isDirectory() === false) return true
  return false
}

/** Local, as the model and the person name days. */
export const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(part => String(part).padStart(2, '0')).join('-')

const timeOf = (at: Date): string =>
  [at.getHours(), at.getMinutes()].map(part => String(part).padStart(2, '0')).join(':')

export const isInLogs = ({ path }: Pick<MemoryDirectory, 'path'>, file: string): boolean =>
  file.startsWith(join(path, 'logs') + sep)

/** Appends a turn; false when it is left out: it holds a secret, or the day is full. Throws what the disk throws. */
export const appendLog = (directory: Pick<MemoryDirectory, 'path'>, turn: LoggedTurn): boolean => {
  const line = `- ${timeOf(turn.at)} ${inOneLine(turn.asked)} → ${inOneLine(turn.answered)}\n`
  if (findStrictly(`${turn.asked}\n${turn.answered}`).length > 0) return false
  const path = logPath(directory, dayOf(turn.at))
  if (leadsOut(directory, path)) return false
  makeDirectories(dirname(path), 0o700)
  const before = lstatSync(path, { throwIfNoEntry: false })
  // A link would lead out of the directory.
  if (before && (!before.isFile() || before.size + line.length > MAX_DAY_BYTES)) return false
  appendFileSync(path, line, { mode: 0o600 })
  return true
}

const inOneLine = (text: string): string => escapeLine(text.trim().replace(/\s+/g, ' '), MAX_WORDS)

const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.md$/

/** Removes the files of days before `before`, and what is empty then. Nothing else in there is touched. */
export const pruneLogs = ({ path }: Pick<MemoryDirectory, 'path'>, before: Date): void => {
  const logs = join(path, 'logs')
  const first = dayOf(before)
  for (const year of directoriesIn(logs))
    for (const month of directoriesIn(join(logs, year))) {
      const directory = join(logs, year, month)
      const days = readdirSync(directory)
      const old = days.filter(name => DAY_FILE.test(name) && name.slice(0, 10) < first)
      for (const name of old) unlinkSync(join(directory, name))
      if (old.length > 0 && old.length === days.length) rmdirSync(directory)
    }
}

/** Not through a link. */
const directoriesIn = (path: string): readonly string[] =>
  lstatSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(path, { withFileTypes: true }).flatMap(entry => (entry.isDirectory() ? [entry.name] : []))
    : []

/** Today and the days before it, back to that of `since`; at most a month of them. */
const daysSince = (since: number, now: number): readonly string[] => {
  const today = new Date(now)
  const first = dayOf(new Date(since))
  // By the calendar: not every day has 24 hours.
  const days = Array.from({ length: MAX_DAYS }, (_, back) =>
    dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - back)),
  )
  return days.filter(day => day >= first)
}

/** A day that is over has a log that was written to after `since`. */
export const hasUnreadDay = (
  directory: Pick<MemoryDirectory, 'path'>,
  { since, now }: { readonly since: number; readonly now: number },
): boolean =>
  daysSince(since, now)
    .slice(1)
    .some(day => {
      const path = logPath(directory, day)
      const file = leadsOut(directory, path) ? undefined : lstatSync(path, { throwIfNoEntry: false })
      return file?.isFile() === true && file.size > 0 && file.mtimeMs > since
    })

/** The logs from the day of `since` on, the newest day last, as far as they fit; at most a month of them. */
export const readLogs = (
  directory: Pick<MemoryDirectory, 'path'>,
  { since, now, maxChars }: { readonly since: number; readonly now: number; readonly maxChars: number },
): string => {
  const days: string[] = []
  let left = maxChars
  for (const day of daysSince(since, now)) {
    const path = logPath(directory, day)
    const text = leadsOut(directory, path) ? '' : readBounded(path, MAX_DAY_BYTES)?.text.trim()
    if (!text) continue
    const part = `## ${day}\n${text}`
    if (part.length > left) break
    left -= part.length
    days.unshift(part)
  }
  return days.join('\n\n')
}
