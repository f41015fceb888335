import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readJournal } from '../../agents/workflow/journal.ts'
import type { StepOutputs } from '../../protocol/agents/workflow.ts'
import { journalPath, type OpenRunOptions, RUN_ID } from './open-run.ts'

/** Older runs than these are not looked through. */
const MOST_RUNS = 500

/** What the steps of a run came to: by its id, or of the newest of that name in this directory. */
export const stepOutputs = (
  at: OpenRunOptions,
  { name, runId }: { readonly name: string; readonly runId?: string },
  running: ReadonlyMap<string, unknown>,
): StepOutputs | undefined => {
  const ids = runId === undefined ? newestRuns(at) : RUN_ID.test(runId) ? [runId] : []
  for (const id of ids) {
    const run = readJournal(journalPath(at, id))
    if (run?.head.name !== name || run.head.cwd !== at.live.cwd) continue
    const outputs = new Map([...run.done].map(([key, { output }]) => [key, output]))
    return { runId: id, isRunning: running.has(id), outputs }
  }
  return undefined
}

const newestRuns = (at: OpenRunOptions): readonly string[] => {
  const directory = dirname(journalPath(at, 'w000000'))
  return filesIn(directory)
    .filter(file => file.endsWith('.jsonl'))
    .map(file => ({ id: basename(file, '.jsonl'), time: timeOf(join(directory, file)) }))
    .sort((a, b) => b.time - a.time)
    .slice(0, MOST_RUNS)
    .map(({ id }) => id)
}

const filesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch {
    // Nothing was ever run.
    return []
  }
}

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
