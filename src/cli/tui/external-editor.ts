import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findProgram } from '../../lib/find-program.ts'
import type { Env } from '../../protocol/host.ts'
import { terminalText } from '../../protocol/messages/cli/terminal.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { describeCause } from '../../protocol/system-error.ts'

export interface EditorOptions {
  readonly cwd: string
  /** The person's own: names the editor, and the editor gets it as it is. */
  readonly env: Env
}

export type Edited = { readonly text: string } | { readonly error: LocalizedText }

const MOST_BYTES = 4 * 1024 * 1024

/**
 * Has the person change the text in an editor of theirs, in a private file. The editor gets the terminal; whoever calls
 * has given it away before.
 */
export const editOutside = async (text: string, place: EditorOptions): Promise<Edited> => {
  const command = editorCommand(place.env)
  if (command === undefined) return { error: terminalText('no_editor') }
  const directory = mkdtempSync(join(tmpdir(), 'capstan-edit-'))
  try {
    // The ending gives editors something to colour by.
    const file = join(directory, 'prompt.md')
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
    const problem = await runEditor(command, [file], place)
    return problem === undefined ? readBack(file, text) : { error: problem }
  } catch (error) {
    // A full disk, or a directory that is gone: the text at the prompt is as it was.
    return { error: terminalText('text_not_passed', { reason: describeCause(error) }) }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** As a shell would read it; undefined when there is none to be found. */
export const editorCommand = (env: Env): string | undefined => {
  const wish = [env['CAPSTAN_EDITOR'], env['VISUAL'], env['EDITOR']].find(each => each?.trim())
  if (wish !== undefined) return waiting(wish.trim())
  return ['nano', 'vim', 'vi'].find(name => findProgram(name, env['PATH'] ?? '') !== undefined)
}

/** Windows of their own that would come back at once, and what makes them wait. */
const WAIT_FLAGS: Readonly<Record<string, string>> = {
  code: '--wait',
  'code-insiders': '--wait',
  codium: '--wait',
  cursor: '--wait',
  windsurf: '--wait',
  subl: '--wait',
  zed: '--wait',
  atom: '--wait',
  mate: '--wait',
  gvim: '-f',
  mvim: '-f',
}

const waiting = (command: string): string => {
  const [program = '', ...rest] = command.split(/\s+/)
  const flag = WAIT_FLAGS[basename(program)]
  if (flag === undefined || rest.some(word => word === flag || word === '-w' || word === '--nofork'))
    return command
  return `${command} ${flag}`
}

/** Until it is closed; words when it failed. */
export const runEditor = async (
  command: string,
  words: readonly string[],
  { cwd, env }: EditorOptions,
): Promise<LocalizedText | undefined> => {
  const options = { cwd, env: { ...env }, stdio: 'inherit' as const }
  const ended = await leaveSignals(() => {
    // The shell splits it into words, as everywhere else where this variable counts; the file is no part of its code.
    const child =
      process.platform === 'win32'
        ? spawn([command, ...words.map(word => `"${word}"`)].join(' '), { ...options, shell: true })
        : spawn('/bin/sh', ['-c', `${command} "$@"`, 'editor', ...words], options)
    const { promise, resolve } = Promise.withResolvers<Ended>()
    child.once('error', error => resolve({ code: 0, signal: null, error }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
    return promise
  })
  const { code, signal, error } = ended
  if (error) return terminalText('editor_not_started', { command, reason: describeCause(error) })
  return code === 0 ? undefined : complaint(command, code, signal)
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly error?: Error
}

/** A signal that ended an editor may be told to this program after the end of the editor is. */
const LATE_MS = 200

/** What a shell answers for a command that a signal ended. */
const isSignalled = ({ code, signal }: Ended): boolean => signal !== null || (code ?? 0) > 128

/** Ctrl-C and the like reach every program of the terminal: while an editor has it, they are meant for the editor. */
const leaveSignals = async (work: () => Promise<Ended>): Promise<Ended> => {
  const { promise: heard, resolve: ignore } = Promise.withResolvers<unknown>()
  const held = (['SIGINT', 'SIGQUIT'] as const).map(name => ({ name, listeners: process.listeners(name) }))
  // One is there before the others go: without any a signal would end the program.
  for (const { name, listeners } of held) {
    process.on(name, ignore)
    for (const listener of listeners) process.off(name, listener)
  }
  try {
    const ended = await work()
    if (isSignalled(ended)) await Promise.race([heard, sleep(LATE_MS)])
    return ended
  } finally {
    for (const { name, listeners } of held) {
      for (const listener of listeners) process.on(name, listener)
      process.off(name, ignore)
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

const complaint = (command: string, code: number | null, signal: string | null): LocalizedText => {
  if (code === 127) return terminalText('editor_not_found', { command })
  return code === null
    ? terminalText('editor_killed', { command, signal: String(signal) })
    : terminalText('editor_failed', { command, code })
}

const readBack = (file: string, before: string): Edited => {
  const { size } = statSync(file)
  if (size > MOST_BYTES) return { error: terminalText('text_too_long', { size: MOST_BYTES / 1024 / 1024 }) }
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n')
  // Editors end the last line whether one wants that or not.
  return { text: before.endsWith('\n') ? text : text.replace(/\n$/, '') }
}
