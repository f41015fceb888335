import { basename, dirname, join } from 'node:path'
import { isShared } from '../../features/budgets/judge-budgets.ts'
import { SpendingFile } from '../../features/budgets/spending-file.ts'
import { dayMark, dayOf, projectMark, type SpendingRow } from '../../features/budgets/spending-row.ts'
import { findModel } from '../../features/models/catalogue.ts'
import { costOf } from '../../features/models/pricing.ts'
import type { RecordedCall } from '../../features/sessions/folds/calls.ts'
import { projectKey } from '../../features/sessions/project-key.ts'
import type { ModelChoice } from '../models/options.ts'
import type { Limits } from '../options/limits.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'
import type { Call } from './accounts.ts'

/** What all sessions spent. Everything here throws what the file system throws. */
export interface Spending {
  add(call: Call, at: { readonly kind: 'main' | 'side'; readonly now: Date }): void
  sums(now: Date): { readonly day: number; readonly project: number }
  /** Adds what sessions spent that is not in the file: it was deleted, or they are older than it. */
  count(now: Date): Promise<void>
}

type SpendingOptions = {
  readonly place: SessionEnvironment
  readonly session: SessionHandle
  readonly models: ModelChoice
  readonly limits: Limits
}

/** Of a session that is not kept in a file nothing is put down here either, unless a budget needs it. */
export const openSpending = (config: SpendingOptions): Spending | undefined => {
  const { place, session, limits } = config
  const { budgets = {} } = limits
  const directory = place.spendingDir
  if (directory === undefined || (session.path === undefined && !isShared(budgets))) return undefined
  const project = projectOf(session.path, { home: dirname(directory), cwd: place.cwd })
  const file = new SpendingFile(directory, { project, allTime: budgets.project !== undefined })
  const price = createPrice(config)
  return {
    sums: now => file.sums(now),
    add(call, { kind, now }) {
      const row: SpendingRow = {
        at: now.toISOString(),
        session: session.id,
        reply: call.replyId ?? '',
        project,
        model: call.model,
        source: call.source ?? kind,
        ...price(call),
        ...(call.partial ? { partial: true } : {}),
      }
      file.add([row], now)
    },
    async count(now) {
      const wanted = [
        ...(budgets.day ? [{ mark: dayMark(dayOf(now)), which: { since: startOfDay(now) } }] : []),
        ...(budgets.project ? [{ mark: projectMark(project), which: { project } }] : []),
      ].filter(({ mark }) => !file.isCounted(mark, now))
      if (wanted.length === 0) return
      const { readCalls } = await import('../../features/sessions/read-calls.ts')
      for (const { mark, which } of wanted) {
        for await (const { project: of, calls } of readCalls(dirname(directory), which))
          file.add(
            calls.map(call => ({ ...rowOf(call, of), ...price(call) })),
            now,
          )
        file.add([{ counted: mark }], now)
      }
    },
  }
}

/** A file that lies elsewhere belongs to no project: what it costs is spent where it is resumed. */
const projectOf = (
  path: string | undefined,
  { home, cwd }: { readonly home: string; readonly cwd: string },
): string => {
  const folder = path === undefined ? undefined : dirname(path)
  return folder !== undefined && dirname(folder) === join(home, 'projects')
    ? basename(folder)
    : projectKey(cwd)
}

const rowOf = ({ usage: _, ...call }: RecordedCall, project: string): SpendingRow => ({ ...call, project })

const createPrice =
  ({ models }: SpendingOptions) =>
  (call: Pick<Call, 'model' | 'usage'>): { readonly usd?: number } => {
    const usd = costOf(call.usage, findModel(call.model, models.rows).facts)
    return usd === undefined ? {} : { usd }
  }

const startOfDay = (now: Date): number => new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
