import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import type { EvalPlan } from '../plan.ts'
import type { RunResult } from '../result.ts'

/** A run under way, as far as it must be known to go on with it. */
export interface RunState {
  /** How often it began anew, because its copy was gone. */
  readonly restarts: number
  /** The copy was made, and is there. */
  readonly prepared: boolean
  /** What was said so far, the words of failed checks included. */
  readonly prompts: readonly string[]
  readonly startedAt: string
}

/**
 * The files of one `eval run`: the plan, one result for each session, and what is needed to go on. A result is there
 * whole or not at all, so a killed run loses and repeats nothing that is finished.
 */
export interface RunStore {
  readonly directory: string
  readonly plan: EvalPlan
  result(key: string): RunResult | undefined
  results(): readonly RunResult[]
  save(result: RunResult): void
  state(key: string): RunState | undefined
  saveState(key: string, state: RunState): void
  /** Of one file of a run under way: what a session printed, its settings. */
  fileOf(key: string, name: string): string
  transcriptOf(key: string): string
  recordingOf(task: string): string
}

const PLAN = 'plan.json'
/** A result has texts of a model and of commands in it. */
const MODE = { mode: 0o600 }

export const createRun = (directory: string, plan: EvalPlan): RunStore => {
  for (const name of ['results', 'state', 'transcripts', 'recordings'])
    mkdirSync(join(directory, name), { recursive: true, mode: 0o700 })
  write(join(directory, PLAN), plan)
  return openRun(directory)
}

/** Throws when the plan cannot be read. */
export const openRun = (directory: string): RunStore => {
  const plan = JSON.parse(readFileSync(join(directory, PLAN), 'utf8')) as EvalPlan
  const resultOf = (key: string): string => join(directory, 'results', `${key}.json`)
  const stateOf = (key: string): string => join(directory, 'state', key)
  return {
    directory,
    plan,
    result: key => read<RunResult>(resultOf(key)),
    results: () =>
      readdirSync(join(directory, 'results'))
        .filter(name => name.endsWith('.json'))
        .sort()
        .flatMap(name => read<RunResult>(join(directory, 'results', name)) ?? []),
    save(result) {
      write(resultOf(result.key), result)
      rmSync(stateOf(result.key), { recursive: true, force: true })
    },
    state: key => read<RunState>(join(stateOf(key), 'state.json')),
    saveState(key, state) {
      mkdirSync(stateOf(key), { recursive: true, mode: 0o700 })
      write(join(stateOf(key), 'state.json'), state)
    },
    fileOf: (key, name) => join(stateOf(key), name),
    transcriptOf: key => join(directory, 'transcripts', `${key}.jsonl`),
    recordingOf: task => join(directory, 'recordings', `${task}.jsonl`),
  }
}

export const isRun = (directory: string): boolean => existsSync(join(directory, PLAN))

const write = (path: string, value: unknown): void =>
  writeFileAtomically(path, Buffer.from(`${JSON.stringify(value, null, 1)}\n`), MODE)

const read = <T>(path: string): T | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined
