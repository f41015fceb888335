import type { Fleet, OpenedJob } from '../../features/fleet/fleet.ts'
import type { JobView } from '../../features/fleet/fold.ts'
import type { JobLog } from '../../features/fleet/job-log.ts'
import { openBody, type StoredRecord } from '../../features/fleet/record.ts'
import type { JobResult } from '../../features/fleet/result.ts'
import { stopJob } from '../../features/fleet/tell-job.ts'
import { mapJsonLines } from '../../features/sessions/pack/map-paths.ts'
import { parseEntry } from '../../features/sessions/parse-entry.ts'
import { field, textField } from '../../lib/values/read-field.ts'
import type { FleetEnd, FleetNews, FleetWork } from '../../protocol/agents/fleet-work.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { describeError, type Text } from '../../protocol/messages/localized-text.ts'
import type { ReviewGit } from '../review/review-git.ts'
import { bringChanges } from './bring-changes.ts'
import { readJob, readPiece } from './read-result.ts'
import { type EndedPrompt, mapperFrom, type WorkPaths } from './stored-session.ts'

export interface NewsOf {
  readonly fleet: Fleet
  readonly log: JobLog
  readonly job: OpenedJob
  /** What stands in the place of the worker's own. */
  readonly paths: WorkPaths
  readonly wish: FleetWork
  /** Of the repository here, and the commit that was sent. */
  readonly root: string
  readonly commit: string
  readonly git: ReviewGit
}

const isOver = ({ state }: JobView): boolean => state !== 'queued' && state !== 'running'

/** What a job says, from its beginning to its end, as the session that began it hears of it. */
export async function* jobNews(at: NewsOf, signal: AbortSignal): AsyncGenerator<FleetNews, FleetEnd> {
  const { fleet, log } = at
  const reader = createReader(at)
  let wake = Promise.withResolvers<void>()
  const stop = (): void => wake.resolve()
  const unwatch = await log.watch(() => wake.resolve())
  signal.addEventListener('abort', stop, { once: true })
  try {
    for (;;) {
      wake = Promise.withResolvers()
      if (signal.aborted) await stopJob(fleet, log.job)
      const view = await log.refresh()
      yield* reader.read(view)
      if (isOver(view)) return await endOf(at, view)
      await wake.promise
    }
  } finally {
    unwatch()
    signal.removeEventListener('abort', stop)
    // Whoever began it does not wait for it any more: nobody would read what it costs.
    if (!isOver(log.view)) await stopJob(fleet, log.job).catch(() => {})
  }
}

/** Keeps what was read of a log, and the half line at its end. */
const createReader = ({ job, paths }: NewsOf) => {
  let seen = 0
  let answered = 0
  let rest = ''
  let mapped = (text: string): string => text
  const open = (record: StoredRecord): unknown => {
    try {
      return openBody(record, job.key)
    } catch {
      // Sealed with another key: it says nothing.
      return undefined
    }
  }
  const linesOf = (body: unknown): readonly FleetNews[] => {
    // Files of its own agents are the affair of the worker; what they cost stands in the session's own.
    if (textField(body, 'name') !== undefined) return []
    const text = rest + (textField(body, 'text') ?? '')
    const end = text.lastIndexOf('\n') + 1
    rest = text.slice(end)
    return mapJsonLines(text.slice(0, end), mapped).split('\n').flatMap(newsOfLine)
  }
  return {
    *read(view: JobView): Generator<FleetNews> {
      for (const record of view.records) {
        if (record.seq <= seen) continue
        seen = record.seq
        const body = record.body.length === 0 ? undefined : open(record)
        if (record.head.kind === 'claim') {
          mapped = mapperFrom(field(body, 'paths'), paths)
          rest = ''
          yield { kind: 'taken', worker: record.head.by }
        } else if (record.head.kind === 'lines') yield* linesOf(body)
        else if (record.head.kind === 'question') {
          const [id = '', tool = '', title = '', why = ''] = ['id', 'tool', 'title', 'why'].map(
            name => textField(body, name) ?? '',
          )
          yield { kind: 'question', id, tool, title, why }
        }
      }
      for (const record of view.answers.slice(answered)) {
        const id = textField(open(record), 'id')
        if (id !== undefined) yield { kind: 'answered', id }
      }
      answered = view.answers.length
    },
  }
}

/** Of what a worker wrote only what a conversation consists of counts, and what it cost. */
const newsOfLine = (line: string): readonly FleetNews[] => {
  if (line.trim() === '') return []
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return []
  }
  const parsed = parseEntry(value)
  if (parsed.kind === 'message' && (parsed.entry.type === 'user' || parsed.entry.type === 'assistant'))
    return parsed.entry.isSidechain ? [] : [{ kind: 'message', message: parsed.entry }]
  if (parsed.kind !== 'metadata' || parsed.entry.type !== 'usage') return []
  const { message, durationMs, partial = false, source } = parsed.entry
  const { model, usage, id } = message
  return [{ kind: 'usage', model, usage, durationMs, partial, isOwn: source === 'main', replyId: id }]
}

const endOf = async (at: NewsOf, view: JobView): Promise<FleetEnd> => {
  const { fleet, log, job } = at
  const ends = view.records
    .filter(({ head }) => head.kind === 'ended')
    .map(record => openBody(record, job.key) as EndedPrompt)
  const last = ends.at(-1)
  const { result } = await readJob(fleet, log.job)
  const said = {
    isDone: result?.outcome === 'done',
    ended: last?.ended ?? 'not_started',
    answer: last?.answer ?? '',
    ...(last?.output === undefined ? {} : { output: last.output }),
    ...(result ? { worker: result.worker } : {}),
  }
  const why = whyOf(at, view, { result, last })
  const brought = result?.patch ? await bring(at, result) : {}
  return { ...said, ...(why === undefined ? {} : { why }), ...brought }
}

interface Ended {
  readonly result: JobResult | undefined
  readonly last: EndedPrompt | undefined
}

const whyOf = ({ log }: NewsOf, { state, lost }: JobView, { result, last }: Ended): Text | undefined => {
  if (result?.outcome === 'done') return undefined
  if (state === 'aside') return fleetText('aside', { job: log.job, workers: lost })
  if (state === 'stopped') return fleetText('stopped', { job: log.job })
  return last?.problem ?? result?.why ?? state
}

const bring = async (at: NewsOf, result: JobResult): Promise<Pick<FleetEnd, 'branch' | 'why'>> => {
  try {
    if (!result.patch) return {}
    const patch = await readPiece(at.fleet, { job: at.job, result }, result.patch)
    return await bringChanges(at, { patch, ...(result.commit === undefined ? {} : { said: result.commit }) })
  } catch (error) {
    // It does not fit what is here: it stays where it is, and can be had.
    const why = describeError(error)
    return { why: fleetText('not_brought', { job: at.log.job, why }) }
  }
}
