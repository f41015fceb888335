import * as z from 'zod'
import { remoteHostText } from '../../protocol/messages/engine/remote-host.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { RewindReport } from '../../protocol/session/file-history.ts'

const count = z.int().min(0)
const path = z.string().max(4096)

/** What another machine says of a rewind. */
const answer = z.object({
  report: z.union([
    z.object({ canRewind: z.literal(false), error: z.string().max(2000) }),
    z.object({
      canRewind: z.literal(true),
      files: z.array(
        z.object({
          path,
          action: z.enum(['restore', 'recreate', 'delete']),
          insertions: count,
          deletions: count,
        }),
      ),
      kept: z.array(z.object({ path, why: z.string().max(2000), byOthers: z.literal(true).optional() })),
      notCovered: z.array(z.string().max(2000)),
      insertions: count,
      deletions: count,
      undo: z.string().max(100).optional(),
    }),
  ]),
})

interface Answering {
  readonly address: string
  rename?(there: string): void
}

/** With what was restored on one more machine: its files are named with it. Throws for what is no such answer. */
export const addReport = (
  before: RewindReport | undefined,
  value: Readonly<Record<string, unknown>>,
  { address, rename }: Answering,
): RewindReport => {
  const { report } = answer.parse(value)
  if (!report.canRewind) throw new Error(report.error)
  if (report.undo !== undefined) rename?.(report.undo)
  const named = (name: string): string => remoteHostText('file', { host: address, path: name }).text
  const sum = before?.canRewind ? before : NOTHING
  return {
    ...sum,
    files: [...sum.files, ...report.files.map(file => ({ ...file, path: named(file.path) }))],
    kept: [
      ...sum.kept,
      ...report.kept.map(({ path: name, why, byOthers }) => ({
        path: named(name),
        why,
        localized: verbatim(why),
        ...(byOthers ? { byOthers } : {}),
      })),
    ],
    notCovered: [...sum.notCovered, ...report.notCovered],
    localizedNotCovered: [...sum.localizedNotCovered, ...report.notCovered],
    insertions: sum.insertions + report.insertions,
    deletions: sum.deletions + report.deletions,
  }
}

const NOTHING = {
  canRewind: true,
  files: [],
  kept: [],
  notCovered: [],
  localizedNotCovered: [],
  insertions: 0,
  deletions: 0,
} as const satisfies RewindReport

/** What was done here and there, in one. */
export const joinReports = (here: RewindReport, there: RewindReport | undefined): RewindReport => {
  if (!there?.canRewind) return here
  if (!here.canRewind) return there
  return {
    ...here,
    files: [...here.files, ...there.files],
    kept: [...here.kept, ...there.kept],
    notCovered: [...here.notCovered, ...there.notCovered],
    localizedNotCovered: [...here.localizedNotCovered, ...there.localizedNotCovered],
    insertions: here.insertions + there.insertions,
    deletions: here.deletions + there.deletions,
  }
}
