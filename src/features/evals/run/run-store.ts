import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../../lib/atomic-write.ts'
import { readPlainFile } from '../../../lib/files/read-plain-file.ts'
import { isObject } from '../../../lib/is-object.ts'
import { textField } from '../../../lib/values/read-field.ts'
import { evalText } from '../../../protocol/messages/cli/evals.ts'
import { LocalizedError, type LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { type EvalPlan, runsOf } from '../plan.ts'
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

/** Its plan is damaged, or written by somebody else: names in it become paths. */
export class DamagedRunError extends LocalizedError<LocalizedText> {
  override readonly name = 'DamagedRunError'
  readonly kind = 'damaged_run'
}

const MOST_TIMES = 100_000
const MAX_PLAN = 512 * 1024 * 1024

const readPlan = (path: string): EvalPlan => {
  const read = readPlainFile(path, MAX_PLAN)
  const plan = 'problem' in read ? undefined : parse(read.text)
  if (isPlan(plan)) return plan
  throw new DamagedRunError(evalText('damaged_run', { path }))
}

const isPlan = (plan: unknown): plan is EvalPlan =>
  isObject(plan) &&
  plan['version'] === 1 &&
  /^[\w-]+$/.test(textField(plan, 'id') ?? '') &&
  typeof plan['createdAt'] === 'string' &&
  Number.isSafeInteger(plan['times']) &&
  Number(plan['times']) <= MOST_TIMES &&
  isList(plan['flags'], flag => typeof flag === 'string') &&
  isList(plan['tasks'], isTask) &&
  isList(
    plan['variants'],
    one => isFileName(textField(one, 'name')) && isObject(one) && isObject(one['values']),
  )

const isTask = (task: unknown): boolean =>
  isObject(task) &&
  isFileName(textField(task, 'name')) &&
  ['prompts', 'overlays', 'checks', 'needs'].every(name => Array.isArray(task[name])) &&
  isObject(task['limits']) &&
  isObject(task['setup'])

const isList = (value: unknown, fits: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits)

const MAX_NAME = 200

/** Whatever else is in it, it names one file of a directory. */
const isFileName = (name: string | undefined): boolean =>
  name !== undefined && name.length <= MAX_NAME && /^[^./\\\0][^/\\\0]*$/.test(name)

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Cut off, or no JSON at all.
    return undefined
  }
}

/** Throws a DamagedRunError when the plan cannot be read. */
export const openRun = (directory: string): RunStore => {
  const plan = readPlan(join(directory, PLAN))
  const resultOf = (key: string): string => join(directory, 'results', `${key}.json`)
  const stateOf = (key: string): string => join(directory, 'state', key)
  return {
    directory,
    plan,
    result: key => resultIn(resultOf(key)),
    results: () => {
      const own = new Set(runsOf(plan).map(({ key }) => key))
      return namesIn(join(directory, 'results'))
        .filter(name => name.endsWith('.json'))
        .sort()
        .flatMap(name => resultIn(join(directory, 'results', name)) ?? [])
        .filter(({ key }) => own.has(key))
    },
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

const MAX_FILE = 64 * 1024 * 1024

/** What is damaged did not happen: it is done again. */
const read = <T>(path: string): T | undefined => {
  const found = existsSync(path) ? readPlainFile(path, MAX_FILE) : undefined
  const value = found === undefined || 'problem' in found ? undefined : parse(found.text)
  return isObject(value) ? (value as T) : undefined
}

const resultIn = (path: string): RunResult | undefined => {
  const result = read<RunResult>(path)
  const isWhole =
    typeof result?.key === 'string' && Array.isArray(result.checks) && typeof result.usd === 'number'
  return isWhole && isObject(result.usage) ? result : undefined
}

const namesIn = (directory: string): readonly string[] =>
  existsSync(directory) ? readdirSync(directory) : []
