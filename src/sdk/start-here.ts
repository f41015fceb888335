import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { errorText } from '../lib/error-text.ts'
import { escapeText } from '../lib/escape-text.ts'
import { OutputError } from '../protocol/system-error.ts'
import type { StartedProgram, StartRequest } from './options.ts'

/** The program without a process of its own: the same lines, in this one. */
export const startHere = ({ args, env, cwd = process.cwd() }: StartRequest): StartedProgram => {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const stderr = new PassThrough()
  const stop = new AbortController()
  const told = new EventEmitter()
  const run = async (): Promise<number> => {
    const { converseHere } = await import('./in-process.ts')
    return await converseHere({
      argv: args,
      env,
      cwd,
      stdin,
      signal: stop.signal,
      write: text =>
        new Promise((resolve, reject) => {
          stdout.write(text, error => (error ? reject(new OutputError(error)) : resolve()))
        }),
      writeError: text => void stderr.write(`${escapeText(text)}\n`),
    })
  }
  const end = (code: number): void => {
    stdout.end()
    stderr.end(() => told.emit('exit', code, null))
  }
  run().then(end, (error: unknown) => {
    stderr.write(`${escapeText(errorText(error))}\n`)
    end(1)
  })
  return {
    stdin,
    stdout,
    stderr,
    kill(signal) {
      stop.abort(signal)
      return true
    },
    once: (event: 'exit' | 'error', listener: (...values: never[]) => void) =>
      told.once(event, listener as (...values: unknown[]) => void),
  }
}
