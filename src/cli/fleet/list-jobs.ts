import type { Fleet } from '../../features/fleet/fleet.ts'
import { dollars, readPurses } from '../../features/fleet/money.ts'
import type { IndexRow } from '../../features/fleet/submit.ts'
import { readWorkerRow, type WorkerRow } from '../../features/fleet/worker-row.ts'
import { formatUsd } from '../../features/sessions/export/format-amount.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { isObject } from '../../lib/is-object.ts'
import { fleetText } from '../../protocol/messages/cli/fleet.ts'
import { table } from '../eval/tables.ts'
import type { SessionsDeps } from '../sessions/deps.ts'
import { readCount, readOptions } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { withFleet } from './with-fleet.ts'

export const LIST = {
  name: 'jobs list',
  usage: usageOf(
    `Usage: capstan jobs list [flags]   jobs on the server, newest last

  --state <state>   only queued, running, done, failed, stopped or aside
  --last <n>        only the newest (default: 50)
  --all             those of other owners as well
  --json            one line for each`,
    `用法：capstan jobs list [选项]   服务器上的任务，最新的在最后

  --state <状态>    仅限 queued、running、done、failed、stopped 或 aside
  --last <n>        仅最新的若干个（默认：50）
  --all             也包括其他所有者的任务
  --json            每个任务一行`,
  ),
  flags: {
    state: { type: 'string' },
    last: { type: 'string' },
    all: { type: 'boolean' },
    json: { type: 'boolean' },
  },
} as const

interface Listed extends IndexRow {
  readonly id: string
  readonly owner: string
}

/** As workers noted it: a word on the way, not what counts. */
export const readIndex = async (fleet: Fleet): Promise<readonly Listed[]> => {
  const jobs = new Map<string, Listed>()
  // In the order they were written: the last word about a job stands, and what its owner said of labels and time.
  for (const { key, text } of await fleet.index.all('')) {
    const [owner = '', id = '', by = ''] = key.split('.')
    const row = rowOf(text)
    if (!row || by === '') continue
    const before = jobs.get(key.slice(0, -by.length))
    const isOwner = by === owner
    const kept = before ? { labels: before.labels, at: before.at } : {}
    // A worker speaks of itself, and an owner of nobody.
    const { worker: _, ...said } = row
    const name = isOwner || row.state === 'queued' ? {} : { worker: by }
    jobs.set(key.slice(0, -by.length), { owner, id, ...said, ...(isOwner ? {} : kept), ...name })
  }
  return [...jobs.values()]
}

/** Many are read at once. */
const AT_ONCE = 16

/** The same, held against the logs of the jobs: what somebody says of a job that it never had is nothing. */
export const confirmed = async (fleet: Fleet, rows: readonly Listed[]): Promise<readonly Listed[]> => {
  const found: Listed[] = []
  for (let at = 0; at < rows.length; at += AT_ONCE)
    found.push(...(await Promise.all(rows.slice(at, at + AT_ONCE).map(row => confirmedRow(fleet, row)))))
  return found
}

const confirmedRow = async (fleet: Fleet, row: Listed): Promise<Listed> => {
  const { state, holder, result, order } = await fleet.log(row.id).refresh()
  const worker = holder?.by ?? result?.head.by
  // Cleared away after its days: only the table remembers it.
  if (!order || (state === row.state && worker === row.worker)) return row
  const { worker: _, usd: __, note: ___, ...rest } = row
  return { ...rest, state, ...(worker === undefined ? {} : { worker }) }
}

const rowOf = (text: string): IndexRow | undefined => {
  try {
    const row: unknown = JSON.parse(text)
    if (!isObject(row) || typeof row['state'] !== 'string' || typeof row['at'] !== 'number') return undefined
    const labels = Array.isArray(row['labels'])
      ? row['labels'].filter(label => typeof label === 'string')
      : []
    return { ...(row as unknown as IndexRow), labels }
  } catch {
    return undefined
  }
}

const USUAL = 50

export const list = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(LIST, argv)
  const last = readCount(LIST, 'last', given.text('last')) ?? USUAL
  return await withFleet(deps, ['owner', 'watcher'], async fleet => {
    const { name, role } = { ...fleet.file.self, role: fleet.file.role }
    const mine = (row: Listed): boolean => given.is('all') || role === 'watcher' || row.owner === name
    const state = given.text('state')
    const found = (await readIndex(fleet))
      .filter(row => mine(row) && (state === undefined || row.state === state))
      .sort((a, b) => a.at - b.at)
      .slice(-last)
    const rows = await confirmed(fleet, found)
    if (given.is('json')) for (const row of rows) await deps.write(`${JSON.stringify(row)}\n`)
    else await deps.write(`${jobTable(rows).join('\n')}\n`)
    return 0
  })
}

const jobTable = (rows: readonly Listed[]): readonly string[] =>
  table([
    ['JOB', 'STATE', 'WORKER', 'COST', 'OWNER', 'NOTE'],
    ...rows.map(({ id, state, worker = '', usd, owner, note = '' }) => [
      id,
      escapeLine(state, 12),
      escapeLine(worker, 32),
      typeof usd === 'number' ? formatUsd(usd) : '',
      owner,
      escapeLine(note, 60),
    ]),
  ])

export const STATUS = {
  name: 'fleet status',
  usage: usageOf(
    `Usage: capstan fleet status [--json]   workers, queue, jobs and money of the fleet`,
    `用法：capstan fleet status [--json]   机群的工作机、队列、任务和费用`,
  ),
  flags: { json: { type: 'boolean' } },
} as const

interface FleetStatus {
  readonly workers: readonly (WorkerRow & { readonly name: string })[]
  /** By state. */
  readonly jobs: Readonly<Record<string, number>>
  readonly spentUsd: number
  readonly budgets: readonly {
    readonly key: string
    readonly limitUsd: number
    readonly spentUsd: number
    readonly running: number
  }[]
}

export const readStatus = async (fleet: Fleet): Promise<FleetStatus> => {
  const rows = await readIndex(fleet)
  const jobs: Record<string, number> = {}
  for (const { state } of rows) jobs[state] = (jobs[state] ?? 0) + 1
  return {
    workers: (await fleet.workers.all('')).flatMap(({ key, text }) => {
      const row = readWorkerRow(text)
      return row ? [{ name: key, ...row }] : []
    }),
    jobs,
    spentUsd: rows.reduce((sum, { usd }) => sum + (typeof usd === 'number' ? usd : 0), 0),
    budgets: (await readPurses(fleet.money)).map(({ key, limit, spent, running }) => ({
      ...{ key, limitUsd: dollars(limit), spentUsd: dollars(spent), running },
    })),
  }
}

export const status = async (argv: readonly string[], deps: SessionsDeps): Promise<number> => {
  const given = readOptions(STATUS, argv)
  return await withFleet(deps, ['owner', 'watcher', 'worker'], async fleet => {
    const found = await readStatus(fleet)
    if (given.is('json')) {
      await deps.write(`${JSON.stringify(found)}\n`)
      return 0
    }
    const workers = found.workers.map(({ name, version, platform, slots, labels }) => [
      name,
      String(slots),
      escapeLine(version, 20),
      escapeLine(platform, 20),
      escapeLine(labels.join(','), 40),
    ])
    const counts = Object.entries(found.jobs).map(([state, count]) => `${escapeLine(state, 12)} ${count}`)
    const lines = [
      ...(workers.length > 0
        ? table([['WORKER', 'SLOTS', 'VERSION', 'PLATFORM', 'LABELS'], ...workers])
        : [deps.localize(fleetText('no_workers'))]),
      '',
      deps.localize(
        fleetText('counts', { counts: counts.join(' · ') || '–', usd: formatUsd(found.spentUsd) }),
      ),
      ...found.budgets.map(({ key, limitUsd, spentUsd, running }) =>
        deps.localize(
          fleetText('budget_line', {
            key: escapeLine(key, 60),
            spent: formatUsd(spentUsd),
            limit: formatUsd(limitUsd),
            running: String(running),
          }),
        ),
      ),
    ]
    await deps.write(`${lines.join('\n')}\n`)
    return 0
  })
}
