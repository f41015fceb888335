import type { FileHistoryLine, FileVersion } from '../../../protocol/session/file-history.ts'
import { Journal } from '../file-history/journal.ts'

export interface TurnStates {
  /** The messages whose turns changed files, in the order in which that happened. */
  readonly messages: readonly string[]
  /** What every path that the session touched was after so many of these turns; 0: before the first. */
  after(turns: number): ReadonlyMap<string, FileVersion>
  /** What the turn of that number changed. */
  changes(turn: number): readonly {
    readonly path: string
    readonly before: FileVersion
    readonly after: FileVersion
  }[]
}

/** How files were from turn to turn, as the history of the session tells it. */
export const turnStates = (lines: readonly FileHistoryLine[]): TurnStates => {
  const journal = Journal.from(lines)
  const turns = journal.turns()
  const [first] = turns
  const since = first === undefined ? undefined : journal.since(first.message)
  const whole = typeof since === 'object' ? since.stories : []
  const after = (count: number): ReadonlyMap<string, FileVersion> => {
    const state = new Map(whole.map(({ path, last }) => [path, last]))
    const next = turns[count]
    const later = next === undefined ? undefined : journal.since(next.message)
    if (typeof later === 'object') for (const { path, first: then } of later.stories) state.set(path, then)
    return state
  }
  return {
    messages: turns.map(({ message }) => message),
    after,
    changes(turn) {
      const [before, now] = [after(turn - 1), after(turn)]
      return (turns[turn - 1]?.stories ?? []).map(({ path }) => ({
        path,
        before: before.get(path) ?? null,
        after: now.get(path) ?? null,
      }))
    },
  }
}
