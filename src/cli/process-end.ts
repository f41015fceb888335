import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorText } from '../lib/error-text.ts'
import { accountCommand } from './program-command.ts'

/** Writes what happened to a private file and returns what to tell the person. */
export const writeCrashReport = (error: unknown, version: string): string => {
  const message = errorText(error)
  const text = `capstan ${version} on ${process.platform} ${process.arch}, Node ${process.version}\n${error instanceof Error ? error.stack : message}\n`
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'capstan-')), 'crash.txt')
    writeFileSync(file, text, { mode: 0o600 })
    return `capstan: something went wrong inside Capstan: ${message}\nDetails are in ${file}. Your session is saved; resume it with "${accountCommand(process.env)} --continue".`
  } catch {
    // Without a place for the details the message alone has to do.
    return `capstan: something went wrong inside Capstan: ${message}`
  }
}

/** What is still on its way by then, a file being written for instance, is not waited for any longer. */
const LONGEST_MS = 1_000

interface Handle {
  unref?(): void
}

/**
 * Lets the program end with the exit code that was set. Not with process.exit: that joins the threads that compile in the
 * background, and one of them may be waiting for a collection of garbage that only this thread could do. Now and then such
 * a program never ended. A loop with nothing left to wait for ends the engine in order, at no cost in time.
 */
export const endProcess = (): void => {
  const { _getActiveHandles: handles } = process as { _getActiveHandles?(): readonly Handle[] }
  // A pipe that is still open, or a socket kept for the next request, must not keep a finished program alive.
  if (handles) for (const handle of handles.call(process)) handle.unref?.()
  else process.exit()
  setTimeout(() => process.exit(), LONGEST_MS).unref()
}
