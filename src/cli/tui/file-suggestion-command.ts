import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from '../../features/hooks/runners/command.ts'

export interface FileSuggestionRun {
  readonly command: string
  /** What was typed behind the `@`. */
  readonly query: string
  readonly cwd: string
  /** The whole environment of the child. */
  readonly variables: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 5_000
/** Somebody who goes on typing starts no program for each letter. */
const PAUSE_MS = 80
const MOST = 15
const LONGEST = 1_000

/** Paths as the person's own program finds them; undefined when it has no answer, and the index is asked instead. */
export const runFileSuggestion = async (
  run: FileSuggestionRun,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> => {
  const { command, query, cwd, variables, timeoutMs = TIMEOUT_MS } = run
  await sleep(PAUSE_MS, undefined, { signal })
  const stdin = `${JSON.stringify({ query })}\n`
  const end = await runCommand({ command, stdin, cwd, variables, timeoutMs, signal })
  if (end.ended !== 'exit' || end.code !== 0) return undefined
  return end.stdout.split('\n').map(withoutEnd).filter(isPath).slice(0, MOST)
}

const withoutEnd = (line: string): string => line.replace(/\r$/, '')

/** It goes into the prompt as it is: what could act on a terminal is no path. */
const isPath = (line: string): boolean =>
  line !== '' && line.length <= LONGEST && !/\p{Cc}|\p{Cf}/u.test(line)
