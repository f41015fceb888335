import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Axis, Variant } from '../../features/evals/plan.ts'
import { resumeWords } from '../../features/evals/run/model-words.ts'
import type { SessionEnd, SessionWish } from '../../features/evals/run/ports.ts'
import type { RunStore } from '../../features/evals/run/run-store.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { projectDirectories } from '../../features/sessions/session-files.ts'
import { isObject } from '../../lib/is-object.ts'
import { numberField, textField } from '../../lib/values/read-field.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import { runChild } from './run-child.ts'
import { domainsOf } from './sandboxed-command.ts'

export interface SessionWorkspace {
  readonly store: RunStore
  readonly configHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Starts this program again. */
  readonly program: readonly [string, ...string[]]
  /** Where that is started, if not where the session stands: it stands in a container. */
  readonly from?: string
}

/**
 * One prompt in a headless child of this program. What it prints goes into files, so nothing of it is in this process's
 * memory, and a prompt that was answered before this process was killed is not asked again.
 */
export const holdSession = async (
  wish: SessionWish,
  place: SessionWorkspace,
  signal: AbortSignal,
): Promise<SessionEnd> => {
  const { store, configHome } = place
  const earlier = outputsOf(wish, store)
  for (const path of earlier.toReversed()) {
    const end = readEnd(path)
    if (end && !end.ended.startsWith(ABORTED)) return end
  }
  // Never one that is there: a child of a killed process may still write to it.
  const out = store.fileOf(wish.key, `${wish.session}.${wish.index}.${earlier.length}.out`)
  const settings = store.fileOf(wish.key, 'settings.json')
  writeFileSync(settings, JSON.stringify(settingsFor(wish, store)), { mode: 0o600 })
  const began = existsSync(sessionFileAt(configHome, wish, place.from !== undefined))
  // Begun, and its result never came: it was cut off in the middle of this prompt.
  const interrupted = began && earlier.length > 0
  const files = { stdout: openSync(out, 'wx', 0o600), stderr: openSync(`${out}.err`, 'w', 0o600) }
  const startedAt = performance.now()
  try {
    const [file, ...args] = place.program
    const { timedOut, code } = await runChild(
      {
        file,
        args: [...args, ...flagsOf(wish, { store, settings, began })],
        cwd: place.from ?? wish.cwd,
        env: { ...place.env, ...confinement(wish, store) },
        input: interrupted ? resumeWords() : wish.prompt,
        seconds: wish.seconds,
        files,
      },
      signal,
    )
    const ms = Math.round(performance.now() - startedAt)
    const end = readEnd(out)
    if (timedOut) return { ended: 'time_limit', answer: end?.answer ?? '', ms }
    // A result that found no room is no result.
    if (!end) mustHaveRoom(`${out}.probe`)
    return end ?? { ended: 'not_started', answer: '', ms, problem: problemOf(`${out}.err`, code) }
  } finally {
    closeSync(files.stdout)
    closeSync(files.stderr)
  }
}

const PROBE = Buffer.alloc(8 * 1024)

/** Throws where the disk is full. */
const mustHaveRoom = (path: string): void => {
  try {
    writeFileSync(path, PROBE)
  } finally {
    rmSync(path, { force: true })
  }
}

/** What children printed for this prompt so far, the oldest first. */
const outputsOf = ({ key, session, index }: SessionWish, store: RunStore): readonly string[] => {
  const paths: string[] = []
  for (;;) {
    const path = store.fileOf(key, `${session}.${index}.${paths.length}.out`)
    if (!existsSync(path)) return paths
    paths.push(path)
  }
}

/** In a container nobody here knows how its directory is really called: the file is looked for by its id. */
export const sessionFileAt = (
  configHome: string,
  { cwd, session }: Pick<SessionWish, 'cwd' | 'session'>,
  inContainer: boolean,
): string => {
  const usual = sessionPath(configHome, cwd, session)
  const named = (folder: string): string => join(folder, `${session}.jsonl`)
  const found = inContainer
    ? projectDirectories(configHome)
        .map(named)
        .find(path => existsSync(path))
    : undefined
  return found ?? usual
}

/** What a session says that was ended together with an earlier process of this run: it goes on. */
const ABORTED = 'aborted'
const MAX_PROBLEM = 1000

const problemOf = (file: string, code: number | null): string =>
  `${readFileSync(file, 'utf8').trim().slice(-MAX_PROBLEM)} (exit code ${code})`

/** The last line is the result; an earlier one is of nobody's interest. */
const readEnd = (file: string): SessionEnd | undefined => {
  if (!existsSync(file)) return undefined
  const line = readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? ''
  try {
    const value: unknown = JSON.parse(line)
    if (!isObject(value) || value['type'] !== 'result') return undefined
    const usd = numberField(value, 'total_cost_usd')
    const errors = Array.isArray(value['errors']) ? value['errors'].map(String).join('; ') : ''
    return {
      ended: textField(value, 'terminal_reason') ?? 'completed',
      answer: answerOf(value),
      ms: numberField(value, 'duration_ms') ?? 0,
      ...(usd === undefined ? {} : { usd }),
      ...(errors === '' ? {} : { problem: errors }),
    }
  } catch {
    // Cut off in the middle, or empty.
    return undefined
  }
}

const answerOf = (value: Readonly<Record<string, unknown>>): string =>
  value['structured_output'] === undefined
    ? (textField(value, 'result') ?? '')
    : JSON.stringify(value['structured_output'])

const AXIS_FLAGS: Readonly<Partial<Record<Axis, string>>> = {
  models: '--model',
  effort: '--effort',
  system: '--system-prompt-file',
  append: '--append-system-prompt-file',
}

const flagsOf = (
  wish: SessionWish,
  {
    store,
    settings,
    began,
  }: { readonly store: RunStore; readonly settings: string; readonly began: boolean },
): readonly string[] => {
  const { task, session, variant, usd } = wish
  const { plan } = store
  const { flags, record, replay } = plan
  const { turns } = task.limits
  const has = (name: string): boolean => flags.some(word => word === name || word.startsWith(`${name}=`))
  const closed = task.network === 'off'
  return [
    ...['-p', '--output-format', 'json', '--settings', settings],
    ...(began ? ['--resume', session, '--take-over'] : ['--session-id', session]),
    ...(has('--permission-mode') ? [] : ['--permission-mode', 'acceptEdits']),
    ...(has('--permission-prompts') ? [] : ['--permission-prompts', 'none']),
    // Its container is the border.
    ...(task.container ? [`--allowedTools=${RULE_NAMES.shell}`] : []),
    ...(closed
      ? [`--disallowedTools=${RULE_NAMES.network}`, `--disallowedTools=${RULE_NAMES['web-search']}`]
      : []),
    ...(turns === undefined ? [] : ['--max-turns', String(turns)]),
    ...(usd === undefined ? [] : ['--max-budget-usd', usd.toFixed(6)]),
    ...(replay === undefined
      ? []
      : ['--replay', store.recordingOf(`${wish.key}.${wish.index}`).replace(store.directory, replay)]),
    ...(record ? ['--record', store.recordingOf(`${wish.key}.${wish.index}`)] : []),
    ...variantFlags(variant),
    ...flags,
  ]
}

const variantFlags = ({ values }: Variant): readonly string[] =>
  Object.entries(AXIS_FLAGS).flatMap(([axis, flag]) => {
    const value = values[axis as Axis]
    return value === undefined ? [] : [flag, value]
  })

/** Nothing that the person's own settings, or the column's, open counts for a task: no command leaves its sandbox. */
const confinement = ({ task }: SessionWish, { plan }: RunStore): Readonly<Record<string, string>> =>
  plan.sandbox && !task.container ? { CAPSTAN_SANDBOX_ONLY: domainsOf(task.network).join(',') } : {}

/** The settings of the column; where there is a sandbox commands run in it without a question. */
const settingsFor = ({ variant, task }: SessionWish, { plan }: RunStore): object => {
  const file = variant.values.settings
  const given: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'))
  const settings = isObject(given) ? given : {}
  if (!plan.sandbox || task.container) return settings
  const before = isObject(settings['sandbox']) ? settings['sandbox'] : {}
  return { ...settings, sandbox: { ...before, autoAllowBashIfSandboxed: true } }
}
