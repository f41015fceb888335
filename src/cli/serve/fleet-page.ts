import { existsSync } from 'node:fs'
import type { Fleet } from '../../features/fleet/fleet.ts'
import type { JobView } from '../../features/fleet/fold.ts'
import type { JobLog } from '../../features/fleet/job-log.ts'
import { openBody } from '../../features/fleet/record.ts'
import { answerJob } from '../../features/fleet/tell-job.ts'
import type { FleetPort } from '../../frontends/serve/serve-options.ts'
import { errorText } from '../../lib/error-text.ts'
import { textField } from '../../lib/values/read-field.ts'
import type { FleetPage, FleetQuestion } from '../../protocol/serve/fleet.ts'
import { connectFleet, memberPath, readMember } from '../fleet/fleet-home.ts'
import { confirmed, readIndex, readStatus } from '../fleet/list-jobs.ts'

interface FleetPageAt {
  readonly configHome: string
  log(text: string): void
}

const MOST_JOBS = 50
/** Whose questions are looked for. */
const MOST_OPEN = 100
/** Many things are said at once: they are looked at together. */
const TOGETHER_MS = 100

/** The fleet for a server's page and its notifications; undefined: this machine is no owner of one. */
export const openFleetPage = (at: FleetPageAt): FleetPort | undefined => {
  if (!existsSync(memberPath(at.configHome))) return undefined
  const member = readMember({ configHome: at.configHome, roles: ['owner', 'worker', 'watcher'] })
  if (member.role !== 'owner') return undefined
  const fleet = connectFleet(member, { waitMs: 2_000 })
  const desk = createQuestions(fleet)
  return {
    view: async () => await viewOf(fleet, desk),
    answer: async ({ job, id, answer }) => await answerJob(fleet, { job, id, allow: answer === 'allow' }),
    follow: listener => followQuestions(fleet, { desk, listener, log: at.log }),
    [Symbol.asyncDispose]: () => fleet.connection.close(),
  }
}

type Questions = ReturnType<typeof createQuestions>

const viewOf = async (fleet: Fleet, desk: Questions): Promise<FleetPage> => {
  const own = fleet.file.self.name
  const [{ workers, jobs: counts, spentUsd }, rows] = await Promise.all([readStatus(fleet), readIndex(fleet)])
  const mine = rows.filter(({ owner }) => owner === own).sort((a, b) => b.at - a.at)
  const questions = await desk.open()
  return {
    workers: workers.map(({ name, version, platform, slots, labels }) => ({
      ...{ name, version, platform, slots, labels },
    })),
    jobs: await Promise.all(
      (await confirmed(fleet, mine.slice(0, MOST_JOBS))).map(
        async ({ id, state, worker = '', note = '', usd, at }) => ({
          ...{ id, state: String(state), worker: String(worker), note: String(note), at },
          title: await desk.titleOf(id),
          ...(typeof usd === 'number' ? { usd } : {}),
        }),
      ),
    ),
    counts,
    spentUsd,
    questions,
  }
}

/** What jobs ask, by their logs: of each only what is new is read. */
const createQuestions = (fleet: Fleet) => {
  const logs = new Map<string, JobLog>()
  /** What was ordered never changes. */
  const titles = new Map<string, string>()
  const questionsOf = (log: JobLog): readonly FleetQuestion[] => {
    const job = fleet.open(log)
    return 'problem' in job ? [] : openQuestions(log.view, log.job, job.key)
  }
  const titleOf = async (id: string): Promise<string> => {
    const known = titles.get(id)
    if (known !== undefined) return known
    const log = fleet.log(id)
    await log.refresh()
    const job = fleet.open(log)
    const title = 'problem' in job ? '' : job.work.title
    titles.set(id, title)
    return title
  }
  return {
    titleOf,
    async open(): Promise<readonly FleetQuestion[]> {
      const own = fleet.file.self.name
      const rows = await readIndex(fleet)
      const running = rows.filter(({ owner, state }) => owner === own && state === 'running')
      const known = new Set(running.map(({ id }) => id))
      for (const id of logs.keys()) if (!known.has(id)) logs.delete(id)
      const asked = running.slice(-MOST_OPEN).map(async ({ id }) => {
        const log = logs.get(id) ?? fleet.log(id)
        logs.set(id, log)
        await log.refresh()
        return questionsOf(log)
      })
      return (await Promise.all(asked)).flat()
    },
  }
}

const openQuestions = (
  { records, answers, holder, state }: JobView,
  job: string,
  key: Uint8Array,
): readonly FleetQuestion[] => {
  if (state !== 'running') return []
  const read = (record: JobView['records'][number]): unknown => {
    try {
      return openBody(record, key)
    } catch {
      // Sealed with another key: nobody can read it.
      return undefined
    }
  }
  const answered = new Set(answers.map(answer => textField(read(answer), 'id')))
  return records.flatMap(record => {
    if (record.head.kind !== 'question' || record.head.token !== holder?.token) return []
    const body = read(record)
    const [id = '', tool = '', title = '', why = ''] = ['id', 'tool', 'title', 'why'].map(
      name => textField(body, name) ?? '',
    )
    return id === '' || answered.has(id) ? [] : [{ job, id, tool, title, why }]
  })
}

/** Calls with what is open whenever that may have changed. */
const followQuestions = (
  fleet: Fleet,
  {
    desk,
    listener,
    log,
  }: { readonly desk: Questions; listener(open: readonly FleetQuestion[]): void; log(text: string): void },
): (() => void) => {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  let unwatch = (): void => {}
  const look = (): void => {
    timer = undefined
    desk.open().then(
      open => {
        if (!isOver) listener(open)
      },
      (error: unknown) => log(`fleet: ${errorText(error)}`),
    )
  }
  const wake = (): void => {
    if (!isOver) timer ??= setTimeout(look, TOGETHER_MS)
  }
  fleet.connection.listen('fleet.log.*', wake).then(
    end => {
      unwatch = end
      if (isOver) end()
      else wake()
    },
    (error: unknown) => log(`fleet: ${errorText(error)}`),
  )
  return () => {
    isOver = true
    clearTimeout(timer)
    unwatch()
  }
}
