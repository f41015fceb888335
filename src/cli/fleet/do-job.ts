import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_BUNDLE } from '../../features/fleet/job.ts'
import { OBJECTS_IN } from '../../features/fleet/names.ts'
import type { ObjectRef } from '../../features/fleet/objects.ts'
import { openBody } from '../../features/fleet/record.ts'
import { INLINE_BYTES, type JobResult, MAX_PIECE, type Piece } from '../../features/fleet/result.ts'
import { sessionPath } from '../../features/sessions/project-key.ts'
import { isObject } from '../../lib/is-object.ts'
import { field, textField } from '../../lib/values/read-field.ts'
import type { PermissionAnswer } from '../../protocol/permission.ts'
import { runCommand } from '../eval/sandboxed-command.ts'
import { watchBounds } from './job-bounds.ts'
import { type Checkout, prepareCheckout } from './job-checkout.ts'
import { holdJobSession } from './job-session.ts'
import type { Running } from './slot-deps.ts'
import {
  type EndedPrompt,
  type FilesNote,
  readStoredSession,
  type StoredSession,
  writeStoredSession,
} from './stored-session.ts'
import { environmentFor, type Narrowed, narrow, protectedRules } from './worker-policy.ts'

/** It is the job's own fault: another worker would come to the same. */
export class JobError extends Error {
  override readonly name = 'JobError'
}

/** A job from its checkout to what came of it. What was done before by another worker is gone on with. */
export const doJob = async (
  running: Running,
  usd: number | undefined,
  over: AbortSignal,
): Promise<JobResult> => {
  const { deps, job, log, paths, session } = running
  const { work } = job
  const startedAt = performance.now()
  await using bounds = holdBounds(running)
  const signal = AbortSignal.any([over, bounds.signal])
  const kept = readStoredSession(log.view, job.key, paths)
  const within = narrow(work, deps.policy)
  const narrowed = { ...within, deny: [...within.deny, ...protectedRules(deps.configHome, deps.home)] }
  const checkout = await prepare(running, { kept, narrowed, signal })
  try {
    writeStoredSession(kept, sessionPath(deps.configHome, realpathSync(checkout.work), session))
    const held = { checkout, kept, narrowed, usd }
    const ends = await hold(running, held, signal).catch((error: unknown) => {
      if (bounds.signal.aborted && !over.aborted) return [] as readonly EndedPrompt[]
      throw error
    })
    over.throwIfAborted()
    return await resultOf(running, { checkout, narrowed, ends, bound: bounds.signal, startedAt }, over)
  } finally {
    checkout.drop()
  }
}

/** Time, memory and disk: of job and worker the smaller. */
const holdBounds = ({ job, deps, room }: Running): AsyncDisposable & { readonly signal: AbortSignal } => {
  const { seconds, memoryMb, diskMb } = job.work.limits
  const own = deps.bounds
  const ended = new AbortController()
  const timer = setTimeout(() => ended.abort('time_limit'), Math.min(seconds * 1000, 2 ** 31 - 1))
  const least = {
    memoryMb: Math.min(memoryMb, own?.memoryMb ?? memoryMb),
    diskMb: Math.min(diskMb, own?.diskMb ?? diskMb),
  }
  const unwatch = watchBounds(room, least, what => ended.abort(what))
  return {
    signal: ended.signal,
    [Symbol.asyncDispose]: async () => {
      clearTimeout(timer)
      unwatch()
    },
  }
}

interface Preparing {
  readonly kept: StoredSession
  readonly narrowed: Narrowed
  readonly signal: AbortSignal
}

const prepare = async (running: Running, { kept, narrowed, signal }: Preparing): Promise<Checkout> => {
  const { deps, job, room } = running
  const { repository, setUp, limits } = job.work
  const patch = kept.changes && (await bytesOf(running, kept.changes))
  return await prepareCheckout({
    room,
    repository,
    env: deps.from.env,
    ...(patch ? { patch } : {}),
    async bundle() {
      if (repository?.kind !== 'bundle') throw new Error('the job brings no bundle')
      const ref = { ...repository, store: OBJECTS_IN }
      return await deps.fleet.objects.get(
        ref,
        job.objectKey,
        Math.min(MAX_BUNDLE, limits.diskMb * 1024 * 1024),
      )
    },
    async setUp(cwd) {
      if (setUp === undefined) return
      const end = await command(running, { command: setUp, cwd, narrowed, signal })
      if (end.code !== 0) throw new JobError(`set-up: exit code ${end.code}\n${end.output.slice(-2000)}`)
    },
  })
}

interface Command {
  readonly command: string
  readonly cwd: string
  readonly narrowed: Narrowed
  readonly signal: AbortSignal
}

const command = async ({ deps, job }: Running, { narrowed, signal, ...wish }: Command) =>
  await runCommand(
    { ...wish, seconds: job.work.limits.seconds, network: narrowed.network },
    { env: environmentFor(deps.from.env, narrowed), ...(deps.sandbox ? { sandbox: deps.sandbox } : {}) },
    signal,
  )

interface Holding {
  readonly checkout: Checkout
  readonly kept: StoredSession
  readonly narrowed: Narrowed
  readonly usd: number | undefined
}

const hold = async (
  running: Running,
  { checkout, kept, narrowed, usd }: Holding,
  signal: AbortSignal,
): Promise<readonly EndedPrompt[]> => {
  const { deps, job, log, session, room } = running
  const listeners = new Set<(id: string, answer: PermissionAnswer) => void>()
  const heard = new Set<number>()
  const hear = (): void => {
    for (const record of log.view.answers) {
      if (heard.has(record.seq)) continue
      heard.add(record.seq)
      const said = readAnswer(() => openBody(record, job.key))
      if (said) for (const listener of listeners) listener(said.id, said.answer)
    }
  }
  const unwatch = await log.watch(() => void log.refresh().then(hear, () => {}))
  try {
    return await holdJobSession(
      {
        ...{ id: session, work: job.work, narrowed, policy: deps.policy, kept, room },
        cwd: realpathSync(checkout.work),
        from: deps.from,
        trace: job.order.facts.trace,
        ...(usd === undefined ? {} : { usd }),
        replica: { append: (text, name) => replicate(running, checkout, { text, name }) },
        asked: question => running.say('question', question),
        answers(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        ended: end => running.say('ended', end),
        retried: ({ resetsAt, delayMs, error }) => {
          if (error !== 'rate_limit') return
          const until = resetsAt === undefined ? deps.fleet.now() + delayMs : resetsAt * 1000
          void noteLimit(running, until)
        },
      },
      signal,
    )
  } finally {
    unwatch()
  }
}

const LINE_BYTES = 400 * 1024

/** What a call changed is kept before its result is: so the files are never behind what the session says of them. */
const replicate = async (
  running: Running,
  checkout: Checkout,
  { text, name }: { readonly text: string; readonly name: string | undefined },
): Promise<void> => {
  if (text.includes('"tool_result"')) {
    const patch = await checkout.changes()
    if (patch) await running.say('files', await pieceOf(running, patch))
  }
  for (let at = 0; at < text.length; at += LINE_BYTES)
    await running.say('lines', {
      text: text.slice(at, at + LINE_BYTES),
      ...(name === undefined ? {} : { name }),
    })
}

const pieceOf = async ({ deps, job }: Running, bytes: Buffer): Promise<Piece> =>
  bytes.length <= INLINE_BYTES
    ? { data: bytes.toString('base64'), bytes: bytes.length }
    : { ref: await deps.fleet.objects.put(bytes, job.key), bytes: bytes.length }

const bytesOf = async (
  { deps, job }: Running,
  note: FilesNote & { readonly data?: string },
): Promise<Buffer> =>
  note.data === undefined
    ? await deps.fleet.objects.get(note.ref as ObjectRef, job.key, MAX_PIECE)
    : Buffer.from(note.data, 'base64')

/** As an owner says it; anything else is no answer. */
const readAnswer = (
  open: () => unknown,
): { readonly id: string; readonly answer: PermissionAnswer } | undefined => {
  try {
    const said = open()
    const id = textField(said, 'id')
    if (!isObject(said) || id === undefined) return undefined
    const note = textField(said, 'note')
    const answer: PermissionAnswer =
      field(said, 'allow') === true
        ? { behavior: 'allow', ...(note === undefined ? {} : { note }) }
        : { behavior: 'deny', message: note ?? '' }
    return { id, answer }
  } catch {
    // Sealed with another key: nobody said it.
    return undefined
  }
}

/** All workers wait for the end of a limit that one of them ran into. */
const noteLimit = async ({ deps, job }: Running, until: number): Promise<void> => {
  const key = (job.work.model ?? 'default').replace(/[^\w-]/g, '-').slice(0, 60) || 'default'
  await deps.fleet.limits
    .change(`${deps.fleet.file.self.name}.${key}`, now =>
      Number(now?.text ?? 0) >= until ? undefined : String(Math.ceil(until)),
    )
    .catch(() => {
      // Each worker finds out by itself, then.
    })
}

interface Ending {
  readonly checkout: Checkout
  readonly narrowed: Narrowed
  readonly ends: readonly EndedPrompt[]
  /** Aborted: a limit ended it, and its reason says which. */
  readonly bound: AbortSignal
  readonly startedAt: number
}

const resultOf = async (
  running: Running,
  { checkout, narrowed, ends, bound, startedAt }: Ending,
  signal: AbortSignal,
): Promise<JobResult> => {
  const { deps, job, log, session } = running
  const { work } = job
  const patch = await checkout.patch()
  const commit = await checkout.commit()
  const last = ends.at(-1)
  const whole = ends.length === work.prompts.length && ends.every(({ ended }) => ended === 'completed')
  const checked =
    work.check !== undefined && whole
      ? await command(running, { command: work.check, cwd: checkout.work, narrowed, signal })
      : undefined
  const passed = whole && !bound.aborted && (checked === undefined || checked.code === 0)
  const why = bound.aborted
    ? String(bound.reason)
    : whole
      ? passed
        ? undefined
        : 'check'
      : (last?.problem ?? last?.ended)
  const transcript = sessionPath(deps.configHome, realpathSync(checkout.work), session)
  return {
    outcome: passed ? 'done' : 'failed',
    ...(why === undefined ? {} : { why }),
    answer: (last?.answer ?? '').slice(0, 100_000),
    usd: Math.max(0, ...ends.map(({ usd }) => usd)),
    ...(checked ? { check: { ...checked, output: checked.output.slice(-20_000) } } : {}),
    ...(work.back.patch && patch.length > 0 && patch.length <= MAX_PIECE
      ? { patch: await pieceOf(running, patch), ...(commit === undefined ? {} : { commit }) }
      : {}),
    ...(work.back.transcript ? { transcript: await pieceOf(running, readFileSync(transcript)) } : {}),
    files: await filesOf(running, checkout),
    worker: deps.fleet.file.self.name,
    version: deps.from.version,
    ms: Math.round(performance.now() - startedAt),
    taken: log.view.lost.length,
  }
}

/** Regular files of the checkout alone: where a link leads is not the job's. */
const filesOf = async (running: Running, { work }: Checkout): Promise<JobResult['files']> => {
  const files: { readonly path: string; readonly piece: Piece }[] = []
  for (const path of running.job.work.back.files) {
    const file = join(work, path)
    const facts = lstatSync(file, { throwIfNoEntry: false })
    if (!facts?.isFile() || facts.size > MAX_PIECE) continue
    if (!realpathSync(file).startsWith(`${realpathSync(work)}/`)) continue
    files.push({ path, piece: await pieceOf(running, readFileSync(file)) })
  }
  return files
}
