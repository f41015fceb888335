import { counted } from '../../../lib/text/counted.ts'
import type { RewindFile, RewindReport, RewindRequest } from '../../../protocol/session/file-history.ts'
import { type Applied, applyRewind, type Prepared, prepareRewind } from './apply-rewind.ts'
import type { Journal, JournalChange, JournalFolder, Since, Step } from './journal.ts'
import { folderChangeOf, type PlannedFolder } from './plan-folders.ts'
import { type PlannedFile, planRewind } from './plan-rewind.ts'
import type { RewindDeps } from './rewind-room.ts'

interface Rewound {
  readonly report: RewindReport
  /** What was done to files. */
  readonly changes: readonly JournalChange[]
  readonly folders: readonly JournalFolder[]
}

const NO_CHANGES = { changes: [], folders: [] } as const

interface RewindFilesDeps extends RewindDeps {
  newId(): string
  /** Puts a step down for good, under the id that takes the rewind back. */
  note(undo: string, step: Step): Promise<void>
  /** Git keeps some of the directories, so something may be ignored. */
  readonly hasGit: boolean
}

const MAX_NAMED = 20

/** Plans, and unless it is a dry run does. */
export const rewindFiles = async (
  journal: Journal,
  request: RewindRequest,
  deps: RewindFilesDeps,
): Promise<Rewound> => {
  const cutOff = journal.cutOffRewind === undefined ? {} : { cutOff: journal.cutOffRewind }
  const since = journal.since(request.messageUuid, request.to)
  if (typeof since === 'string')
    return {
      report: { canRewind: false, error: unknownMessage(request.messageUuid, since), ...cutOff },
      ...NO_CHANGES,
    }
  const plan = await planRewind(since, { force: request.force === true }, deps)
  const notCovered = notCoveredBy(since, deps)
  const isNothing = plan.files.length + plan.folders.length + plan.cleared.length === 0
  if (request.dryRun || isNothing)
    return { report: { ...reportOf(plan, { kept: plan.kept, notCovered }), ...cutOff }, ...NO_CHANGES }
  const prepared = prepareRewind(plan, deps)
  const undo = deps.newId()
  const applied = await carryOut(prepared, undo, deps)
  const kept = [...plan.kept, ...prepared.kept, ...applied.kept]
  const report = reportOf(applied, { kept, notCovered })
  const isDone = applied.changes.length + applied.folders.length > 0
  return {
    report: isDone ? { ...report, undo } : report,
    changes: applied.changes,
    folders: applied.folders.map(folderChangeOf),
  }
}

/** Says before the first change what it will do, and after the last that it is over and what was not done after all. */
const carryOut = async (prepared: Prepared, undo: string, deps: RewindFilesDeps): Promise<Applied> => {
  const { plan, changes, dirs, folders } = prepared
  if (changes.length + folders.length + plan.cleared.length === 0) return NOTHING_APPLIED
  await deps.note(undo, { changes, dirs, folders, uncovered: [], rewind: 'begun' })
  const applied = applyRewind(plan, deps)
  const ended = { changes: notDone(changes, applied.changes), folders: notDone(folders, applied.folders) }
  await deps.note(undo, { ...ended, dirs: [], uncovered: [], rewind: 'ended' })
  return applied
}

const notDone = <T extends JournalChange | JournalFolder>(
  announced: readonly T[],
  applied: readonly { readonly path: string }[],
): readonly T[] => {
  const done = new Set(applied.map(({ path }) => path))
  return announced
    .filter(({ path }) => !done.has(path))
    .map(change => ({ ...change, before: change.after, after: change.before }))
}

const NOTHING_APPLIED: Applied = { files: [], folders: [], kept: [], changes: [] }

const unknownMessage = (uuid: string, why: 'unknown' | 'forgotten'): string =>
  why === 'forgotten'
    ? `Message ${uuid} is too old: only the last 100 messages with changes are kept.`
    : `There is no message ${uuid} of yours in this session.`

const reportOf = (
  { files, folders }: { readonly files: readonly PlannedFile[]; readonly folders: readonly PlannedFolder[] },
  rest: Pick<RewindReport & { canRewind: true }, 'kept' | 'notCovered'>,
): RewindReport & { readonly canRewind: true } => {
  const all: readonly RewindFile[] = [...files, ...foldersToName(folders, files)]
  const sorted = [...all].sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    canRewind: true,
    files: sorted.map(({ path, action, insertions, deletions }) => ({ path, action, insertions, deletions })),
    ...rest,
    insertions: sorted.reduce((sum, file) => sum + file.insertions, 0),
    deletions: sorted.reduce((sum, file) => sum + file.deletions, 0),
  }
}

/** A directory that comes or goes with what is in it need not be named. */
const foldersToName = (
  folders: readonly PlannedFolder[],
  files: readonly PlannedFile[],
): readonly RewindFile[] => {
  const named: RewindFile[] = []
  for (const { path, from, to } of folders) {
    const isImplied =
      (from === null || to === null) &&
      [...files, ...named].some(other => other.path === path || other.path.startsWith(`${path}/`))
    const action = to === null ? 'delete' : from === null ? 'recreate' : 'restore'
    if (!isImplied) named.push({ path, action, insertions: 0, deletions: 0 })
  }
  return named
}

const notCoveredBy = (since: Since, deps: RewindFilesDeps): readonly string[] => {
  const named = since.uncovered
    .slice(0, MAX_NAMED)
    .map(path => `${path}: changed, but there is no copy of how it was`)
  const more = since.uncovered.length - named.length
  return [
    ...named,
    ...(more > 0 ? [`${counted(more, 'more file')} that changed without a copy`] : []),
    ...since.unseen.map(command => `what "${command}" may have changed: Capstan was ended while it ran`),
    ...since.beyond,
    ...(deps.hasGit ? ['files that git ignores'] : []),
  ]
}
