import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../../features/hooks/runners/command.ts'
import { findProgram } from '../../lib/find-program.ts'
import { hardenEnvironment } from '../../lib/process/harden-environment.ts'
import { SPELL_CHECKERS, type SpellcheckSettings } from '../../protocol/terminal-settings.ts'

export interface SpellingRun {
  readonly words: readonly string[]
  readonly wish: SpellcheckSettings
  readonly cwd: string
  /** The whole environment of the child. */
  readonly variables: Readonly<Record<string, string>>
}

const TIMEOUT_MS = 5_000
/** Somebody who goes on typing starts no program for each letter. */
const PAUSE_MS = 150

type Checker = (typeof SPELL_CHECKERS)[number]

/** All of them read text and print the words they do not know. */
const ARGUMENTS: Readonly<Record<Checker, (language: string | undefined) => readonly string[]>> = {
  aspell: language => ['list', '--encoding=utf-8', ...(language ? [`--lang=${language}`] : [])],
  hunspell: language => ['-l', '-i', 'utf-8', ...(language ? ['-d', language] : [])],
  ispell: language => ['-l', ...(language ? ['-d', language] : [])],
}

/** Words the person's own program does not know; undefined where there is none, or it fails: nobody is told while typing. */
export const findMisspelled = async (
  { words, wish: { checker = 'auto', language }, cwd, variables }: SpellingRun,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> => {
  // It becomes an argument: what is no name of a dictionary is not taken for one.
  if (language !== undefined && !/^\w[\w.@,-]*$/.test(language)) return undefined
  try {
    await sleep(PAUSE_MS, undefined, { signal })
  } catch {
    return undefined
  }
  const safe = hardenEnvironment(variables, [cwd])
  for (const name of checker === 'auto' ? SPELL_CHECKERS : [checker]) {
    const command = findProgram(name, safe['PATH'] ?? '')
    if (command === undefined) continue
    const stdin = `${words.join('\n')}\n`
    const args = ARGUMENTS[name](language)
    const end = await runCommand({
      command,
      args,
      stdin,
      cwd,
      variables: safe,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    if (end.ended !== 'exit' || end.code !== 0) return undefined
    const unknown = new Set(end.stdout.split('\n').map(line => line.trim()))
    return words.filter(word => unknown.has(word))
  }
  return undefined
}
