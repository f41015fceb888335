import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorText } from '../lib/error-text.ts'
import { ownCommand } from './own-command.ts'

/** Writes what happened to a private file and returns what to tell the person. */
export const writeCrashReport = (error: unknown, version: string): string => {
  const message = errorText(error)
  const text = `capstan ${version} on ${process.platform} ${process.arch}, Node ${process.version}\n${error instanceof Error ? error.stack : message}\n`
  try {
    const file = join(mkdtempSync(join(tmpdir(), 'capstan-')), 'crash.txt')
    writeFileSync(file, text, { mode: 0o600 })
    return `capstan: something went wrong inside Capstan: ${message}\nDetails are in ${file}. Your session is saved; resume it with "${ownCommand(process.env)} --continue".`
  } catch {
    // Without a place for the details the message alone has to do.
    return `capstan: something went wrong inside Capstan: ${message}`
  }
}
