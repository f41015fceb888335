import { isAbsolute, resolve } from 'node:path'
import { stripAnsi } from '../../lib/strip-ansi.ts'
import type { EditFinding } from '../../protocol/tools/edit-finding.ts'

/** What a program said of files. */
export type Problem = Omit<EditFinding, 'kind'>

const MOST = 200
const MOST_LINES = 5_000
const MOST_CHARS = 300

/** `a/b.ts:3:7: error: text`, `a/b.ts(3,7): error TS1: text`, `  --> a/b.rs:3:7`. */
const PLACED =
  /^\s*(?:-->\s*)?((?:[A-Za-z]:)?[^\s:()][^:()]*?\.\w+)(?::(\d+)(?::\d+)?|\((\d+)(?:,\d+)?\))(?::\s*|\s+-\s+|\s+|$)(.*)$/
/** `  3:7  error  text  rule`, below a line that names the file. */
const BELOW = /^\s+(\d+):\d+\s+(error|warning|info)?\s*(.+)$/
const NAMES = /^(\S.*\.\w+)$/

/** Problems with their places, in the forms that compilers and linters write. */
export const readProblems = (output: string, cwd: string): readonly Problem[] => {
  const found: Problem[] = []
  let below: string | undefined
  let before = ''
  for (const line of stripAnsi(output).split(/\r?\n/).slice(0, MOST_LINES)) {
    if (found.length >= MOST) break
    const problem = placedIn(line, before, cwd) ?? belowIn(line, below)
    if (problem) found.push(problem)
    else if (NAMES.test(line.trim()) && !line.startsWith(' ')) below = absolute(line.trim(), cwd)
    if (line.trim() !== '') before = line.trim()
  }
  return found
}

const placedIn = (line: string, before: string, cwd: string): Problem | undefined => {
  const [, path, one, other, said = ''] = PLACED.exec(line.slice(0, 1_000)) ?? []
  if (path === undefined) return undefined
  const text = said.trim() === '' ? before : said.trim()
  if (text === '') return undefined
  return { path: absolute(path, cwd), line: Number(one ?? other), ...judged(text) }
}

const belowIn = (line: string, path: string | undefined): Problem | undefined => {
  const [, number, severity, text = ''] = BELOW.exec(line.slice(0, 1_000)) ?? []
  if (number === undefined || path === undefined) return undefined
  return { path, line: Number(number), ...judged(`${severity ?? ''} ${text}`.trim()) }
}

const judged = (said: string): Pick<Problem, 'severity' | 'text'> => {
  const [, word = '', text = said] = /^\[?(error|warning|warn|info|note)\]?\b[:\s]*(.*)$/i.exec(said) ?? []
  const severity = /^warn/i.test(word) ? 'warning' : /^(?:info|note)/i.test(word) ? 'info' : 'error'
  return { severity, text: (text === '' ? said : text).replaceAll(/\s+/g, ' ').slice(0, MOST_CHARS) }
}

const absolute = (path: string, cwd: string): string => (isAbsolute(path) ? path : resolve(cwd, path))

/** What a program says whose problems have no places: what looks like a reason, else its end. */
export const gistOf = (output: string): string => {
  const lines = stripAnsi(output)
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
  const telling = lines.filter(line =>
    /\b(?:error|fail(?:ed|ure)?|expected|assert\w*|panic\w*)\b|✗|×/i.test(line),
  )
  return (telling.length > 0 ? telling.slice(0, 3) : lines.slice(-3)).join(' · ').slice(0, MOST_CHARS)
}
