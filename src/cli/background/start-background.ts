import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gatherSettings } from '../../host/settings/gather-settings.ts'
import { findStart } from '../../host/start.ts'
import { spawnDetached } from '../../lib/process/spawn-detached.ts'
import { runningText } from '../../protocol/messages/cli/running.ts'
import { sessionCommandText } from '../../protocol/messages/cli/sessions.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { Localize } from '../../protocol/messages/localized-text.ts'
import type { RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import { localizeFor } from '../in-ui-language.ts'
import { BACKGROUND_WORD } from '../internal-commands.ts'
import { openRequestOf } from '../open-request.ts'
import type { Process } from '../process.ts'
import { programCommand } from '../program-command.ts'
import { selfCommand } from '../self-command.ts'
import { forgetOldJobs, logOf, openJobs } from './jobs.ts'
import type { FirstWord, StartFile } from './start-file.ts'

/** `--background`, `--exec`: starts a process of its own and says how to find it again; waits until it can be found. */
export const startBackground = async (options: RunOptions, from: Process): Promise<number> => {
  // What is wrong with the request is said here, not in a log.
  if (options.exec === undefined) openRequestOf(options, from)
  return await launch(fileFor(options), from, options.managedSettings)
}

export const launch = async (
  file: StartFile & { readonly id: string },
  from: Process,
  managedSettings = file.kind === 'shell' ? undefined : file.options.managedSettings,
): Promise<number> => {
  const place = findStart(from)
  const { configHome, cwd } = place
  const said = { acceptDamagedSettings: true, ...(managedSettings === undefined ? {} : { managedSettings }) }
  if (gatherSettings(said, { ...place, env: from.env }).settings.disableAgentView)
    throw new ExitError(1, sessionCommandText('background_off'))
  const directory = openJobs(configHome)
  forgetOldJobs(configHome, Date.now())
  const path = join(directory, `${file.id}.start`)
  const log = logOf(configHome, file.id)
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 })
  const output = openSync(log, 'a', 0o600)
  try {
    const answer = await spawnDetached([...selfCommand(from), BACKGROUND_WORD, path], {
      env: from.env,
      cwd,
      output,
    })
    const word = readWord(answer)
    if (!word || 'problem' in word)
      throw new ExitError(
        1,
        word?.problem === undefined
          ? sessionCommandText('not_started', { log: lastLines(log) })
          : verbatim(word.problem),
      )
  } catch (error) {
    rmSync(log, { force: true })
    throw error
  } finally {
    closeSync(output)
    rmSync(path, { force: true })
  }
  process.stdout.write(sayWhere(file, programCommand(from.env), await localizeFor(from.env)))
  return 0
}

const fileFor = (options: RunOptions): StartFile & { readonly id: string } => {
  const { exec, name } = options
  if (exec !== undefined)
    return { kind: 'shell', id: shortId(), command: exec, ...(name === undefined ? {} : { name }) }
  const earlier = options.continue || options.resume !== undefined
  if (earlier && !options.forkSession) return { kind: 'session', id: shortId(), options }
  // Both are known by the same letters.
  const sessionId = options.sessionId ?? randomUUID()
  return { kind: 'session', id: sessionId.slice(0, 8), options: { ...options, sessionId } }
}

const shortId = (): string => randomBytes(4).toString('hex')

const readWord = (said: string): FirstWord | undefined => {
  try {
    return JSON.parse(said) as FirstWord
  } catch {
    // It ended before it could say anything.
    return undefined
  }
}

const LAST_LINES = 20

const lastLines = (log: string): string =>
  readFileSync(log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n')

const sayWhere = (
  { id, kind }: Pick<StartFile, 'kind'> & { readonly id: string },
  own: string,
  localize: Localize,
): string => {
  const rows = [
    ...(kind === 'session' ? [['attach', 'to_join'] as const] : []),
    ['logs -f', 'to_follow'] as const,
    ['stop', 'to_stop'] as const,
  ]
  const lines = rows.map(
    ([word, what]) => `  ${`${own} ${word} ${id}`.padEnd(own.length + 20)}${localize(runningText(what))}\n`,
  )
  return `${localize(runningText('started', { id }))}\n${lines.join('')}`
}
