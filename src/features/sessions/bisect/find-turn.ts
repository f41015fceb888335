import { relative } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import type { FileHistoryLine, FileVersion } from '../../../protocol/session/file-history.ts'
import { openBackupStore } from '../file-history/backup-store.ts'
import { type TurnStates, turnStates } from './file-states.ts'
import { openWorkingCopy, runShellLine } from './run-in-copy.ts'
import { searchTurns } from './search-turns.ts'
import { type Contents, contentsOf, isBelow, makeState } from './work-copy.ts'

export interface TurnSearch {
  readonly fileHistory: readonly FileHistoryLine[]
  /** Where the old contents of its files are. */
  readonly historyDir: string
  /** Where the session began. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** It holds where this ends with 0. */
  readonly command: string
  readonly timeoutMs: number
  /** What it prints is shown on this program's stderr. */
  readonly shown: boolean
  readonly signal: AbortSignal
  /** Hears how each run ended; `uuid`: of the turn whose files it ran on, absent before the first. */
  onRun(run: TurnRun): void
  /** What stands in the diff for a file that is no text. */
  noText(path: string): string
}

export interface TurnRun {
  readonly step: number
  readonly uuid?: string
  readonly isGood: boolean
  readonly timedOut: boolean
  readonly code: number
}

export type BrokenTurn =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'holds'; readonly turns: number; readonly runs: number }
  | { readonly kind: 'broken_before'; readonly runs: number }
  | {
      readonly kind: 'found'
      readonly step: number
      /** Of the message that began it. */
      readonly uuid: string
      readonly runs: number
      /** What it changed. */
      readonly diff: string
    }

/** Which turn of a session broke it: the command runs in a copy with the files as they were. */
export const findTurn = async (search: TurnSearch): Promise<BrokenTurn> => {
  const { command, env, timeoutMs, shown, signal, onRun } = search
  const states = turnStates(search.fileHistory)
  if (states.messages.length === 0) return { kind: 'unchanged' }
  const contents = contentsOf(openBackupStore(search.historyDir))
  using place = openWorkingCopy(search.cwd, env)
  const found = await searchTurns(states.messages.length, async step => {
    makeState({ ...place, contents }, states.after(step))
    const end = await runShellLine(command, { cwd: place.cwd, env, timeoutMs, shown, signal })
    const isGood = end.code === 0 && !end.timedOut
    const uuid = states.messages[step - 1]
    onRun({ step, ...(uuid === undefined ? {} : { uuid }), isGood, ...end })
    return isGood
  })
  if (found.kind === 'holds') return { ...found, turns: states.messages.length }
  if (found.kind === 'broken_before') return found
  const diff = diffOf({ states, from: place.from, contents, noText: search.noText }, found.step)
  return { ...found, uuid: states.messages[found.step - 1] ?? '', diff }
}

interface Told extends Pick<TurnSearch, 'noText'> {
  readonly states: TurnStates
  readonly from: string
  readonly contents: Contents
}

/** What that turn changed, as a patch. */
const diffOf = ({ states, from, contents, noText }: Told, step: number): string =>
  states
    .changes(step)
    .map(({ path, before, after }) => {
      const name = isBelow(from, path) ? relative(from, path) : path
      const [old, now] = [textOf(path, before, contents), textOf(path, after, contents)]
      if (old === undefined || now === undefined) return `${noText(name)}\n`
      return createTwoFilesPatch(
        before === null ? '/dev/null' : `a/${name}`,
        after === null ? '/dev/null' : `b/${name}`,
        old,
        now,
      )
    })
    .join('')

const textOf = (path: string, version: FileVersion, contents: Contents): string | undefined => {
  if (version === null) return ''
  if ('link' in version) return `→ ${version.link}\n`
  const bytes = contents(path, version.hash)
  if (bytes === undefined || bytes.includes(0)) return undefined
  return new TextDecoder().decode(bytes)
}
