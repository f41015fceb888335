import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RunPorts, SessionEnd, SessionWish } from '../../features/evals/run/ports.ts'
import type { RunStore } from '../../features/evals/run/run-store.ts'
import type { Fleet } from '../../features/fleet/fleet.ts'
import type { JobWork } from '../../features/fleet/job.ts'
import { LEASE_MS } from '../../features/fleet/names.ts'
import { openBody } from '../../features/fleet/record.ts'
import { newKey } from '../../features/fleet/seal.ts'
import { submitJobs } from '../../features/fleet/submit.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { evalText } from '../../protocol/messages/cli/evals.ts'
import { parseArgs } from '../args/parse-args.ts'
import { emptyOptions, type RunOptions } from '../args/run-options.ts'
import { ExitError } from '../exit-error.ts'
import { readJob, readPiece } from '../fleet/read-result.ts'
import { sendRepository } from '../fleet/send-repository.ts'
import type { EndedPrompt } from '../fleet/stored-session.ts'
import { endOf } from '../fleet/wait-for-jobs.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { wrongUsage } from '../sessions/options.ts'
import { runGitHere } from './git-child.ts'
import { RUN } from './run-args.ts'

export interface FleetSessions {
  readonly fleet: Fleet
  readonly store: RunStore
  readonly deps: SessionsDeps
  /** What is held here: a task in a container, or one whose failed checks are told to the same session. */
  readonly here: RunPorts
}

const MEMORY_MB = 4096
const DISK_MB = 8192

/**
 * The session of a run as a job of the fleet: its copy goes there as a bundle, and the changes and the transcript come
 * back into the copy and to where sessions lie. Set-up and checks stay here, so that a table is the same either way.
 */
export const fleetPorts = (at: FleetSessions): RunPorts => ({
  ...at.here,
  session: async (wish, signal) =>
    isForHere(wish) ? await at.here.session(wish, signal) : await holdElsewhere(wish, at, signal),
})

const isForHere = ({ task, key: _, index }: SessionWish): boolean =>
  task.attempts > 1 || task.container !== undefined || index >= task.prompts.length

/** What a job can carry of the flags of a session; refused before anything begins. */
export const checkFleetFlags = ({ plan }: Pick<RunStore, 'plan'>): void => {
  const usual = emptyOptions() as Readonly<Record<string, unknown>>
  const given = optionsOf(plan.flags) as unknown as Readonly<Record<string, unknown>>
  const odd = Object.keys(given).find(
    key => !CARRIED.includes(key) && JSON.stringify(given[key]) !== JSON.stringify(usual[key]),
  )
  if (odd !== undefined) throw wrongUsage(RUN, evalText('not_with_fleet', { what: flagOf(odd) }))
  if (plan.record || plan.replay !== undefined)
    throw wrongUsage(RUN, evalText('not_with_fleet', { what: plan.record ? '--record' : '--replay' }))
  if (plan.variants.some(({ values }) => values.settings !== undefined))
    throw wrongUsage(RUN, evalText('not_with_fleet', { what: '--matrix settings' }))
}

const flagOf = (key: string): string => `--${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`

const CARRIED: readonly string[] = [
  ...['print', 'model', 'effort', 'permissionMode', 'allowedTools', 'disallowedTools', 'maxTurns'],
  ...[
    'systemPrompt',
    'systemPromptFile',
    'appendSystemPrompt',
    'appendSystemPromptFile',
    'permissionPrompts',
  ],
]

const optionsOf = (flags: readonly string[]): RunOptions => {
  const parsed = parseArgs(['-p', ...flags])
  if (parsed.kind !== 'run')
    throw wrongUsage(RUN, parsed.kind === 'usage_error' ? parsed.localized : argumentText('no_option_here'))
  return parsed.options
}

const holdElsewhere = async (
  wish: SessionWish,
  at: FleetSessions,
  signal: AbortSignal,
): Promise<SessionEnd> => {
  const { fleet, store } = at
  // All prompts of a run are one job: what is known of the others is answered from it.
  const note = store.fileOf(wish.key, `${wish.session}.job`)
  if (!existsSync(note)) {
    const id = await submitRun(wish, at)
    mkdirSync(dirname(note), { recursive: true })
    writeFileSync(note, id, { mode: 0o600 })
  }
  const id = readFileSync(note, 'utf8')
  await endOf(fleet, id, signal)
  signal.throwIfAborted()
  const { log, job, result } = await readJob(fleet, id)
  const ends = log.view.records
    .filter(({ head }) => head.kind === 'ended')
    .map(record => openBody(record, job.key) as EndedPrompt)
  const end = ends.find(({ index }) => index === wish.index)
  if (wish.index === 0 && result) await bring(wish, at, { job, result })
  const ms = wish.index === 0 ? (result?.ms ?? 0) : 0
  if (result?.why === 'time_limit' && !end) return { ended: 'time_limit', answer: '', ms }
  if (!end) return { ended: 'not_started', answer: '', ms, problem: result?.why ?? log.view.state }
  const { ended, answer, problem } = end
  return { ended, answer, ms, ...(problem === undefined ? {} : { problem }) }
}

type Brought = Parameters<typeof readPiece>[1]

/** Into the copy, and to where the session would lie. */
const bring = async (
  wish: SessionWish,
  { fleet, deps, store }: FleetSessions,
  from: Brought,
): Promise<void> => {
  const { result } = from
  if (result.patch) {
    const file = store.fileOf(wish.key, 'fleet.patch')
    writeFileSync(file, await readPiece(fleet, from, result.patch), { mode: 0o600 })
    await runGitHere(['apply', '--whitespace=nowarn', file], { cwd: wish.cwd }, deps.process.env)
  }
  if (!result.transcript) return
  const path = sessionPath(deps.configHome, wish.cwd, wish.session)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, await readPiece(fleet, from, result.transcript), { mode: 0o600 })
}

const submitRun = async (wish: SessionWish, { fleet, store, deps }: FleetSessions): Promise<string> => {
  const key = newKey()
  const from = { directory: wish.cwd, ref: 'HEAD', env: deps.process.env }
  const { repository } = await sendRepository(fleet, from, key)
  const { version } = deps.process
  const work = workOf(wish, { store, repository })
  const [job] = await submitJobs(fleet, { works: [work], labels: [], version, leaseMs: LEASE_MS, key })
  if (!job) throw new ExitError(1, evalText('not_with_fleet', { what: wish.key }))
  return job.id
}

const fileText = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : readFileSync(path, 'utf8')

const given = <K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [P in K]?: V })

const workOf = (
  { task, variant: { values }, usd, key }: SessionWish,
  { store, repository }: Pick<FleetSessions, 'store'> & Pick<Required<JobWork>, 'repository'>,
): JobWork => {
  const options = optionsOf(store.plan.flags)
  const turns = options.maxTurns ?? task.limits.turns
  const seconds = Math.ceil(task.limits.seconds)
  return {
    title: key.slice(0, 120),
    prompts: task.prompts,
    repository,
    limits: { seconds, memoryMb: MEMORY_MB, diskMb: DISK_MB, ...given('usd', usd), ...given('turns', turns) },
    ...given('model', values.models ?? options.model),
    ...given('effort', (values.effort as typeof options.effort) ?? options.effort),
    ...given(
      'systemPrompt',
      fileText(values.system) ?? options.systemPrompt ?? fileText(options.systemPromptFile),
    ),
    ...given(
      'appendSystemPrompt',
      fileText(values.append) ?? options.appendSystemPrompt ?? fileText(options.appendSystemPromptFile),
    ),
    permissions: {
      mode: options.permissionMode ?? 'acceptEdits',
      allow: options.allowedTools,
      deny: options.disallowedTools,
    },
    unattended: true,
    network: task.network,
    secrets: [],
    back: { patch: true, transcript: true, files: [] },
  }
}

/** How many jobs may be under way: as many as there are slots. */
export const slotsOf = async (fleet: Fleet): Promise<number> => {
  const rows = await fleet.workers.all('')
  const slots = rows.map(({ text }) => Number((JSON.parse(text) as { readonly slots?: unknown }).slots) || 0)
  return Math.max(
    1,
    Math.min(
      256,
      slots.reduce((sum, each) => sum + each, 0),
    ),
  )
}
