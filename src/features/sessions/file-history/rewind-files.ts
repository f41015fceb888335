import type { RewindReport, RewindRequest } from '../../../protocol/file-history.ts'
import { type Applied, applyRewind, type Prepared, prepareRewind } from './apply-rewind.ts'
import type { Journal, JournalChange, Since, Step } from './journal.ts'
import { type PlannedFile, planRewind, type RewindDeps } from './plan-rewind.ts'

interface Rewound {
  readonly report: RewindReport
  /** What was done to files. */
  readonly changes: readonly JournalChange[]
}

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
      changes: [],
    }
  const plan = await planRewind(since, { force: request.force === true }, deps)
  const notCovered = notCoveredBy(since, deps)
  if (request.dryRun || plan.files.length === 0)
    return { report: { ...reportOf(plan.files, { kept: plan.kept, notCovered }), ...cutOff }, changes: [] }
  const prepared = prepareRewind(plan, deps)
  const undo = deps.newId()
  const applied = await carryOut(prepared, undo, deps)
  const kept = [...plan.kept, ...prepared.kept, ...applied.kept]
  const report = reportOf(applied.files, { kept, notCovered })
  return {
    report: applied.changes.length === 0 ? report : { ...report, undo },
    changes: applied.changes,
  }
}

/** Says before the first change what it will do, and after the last that it is over and what was not done after all. */
const carryOut = async (prepared: Prepared, undo: string, deps: RewindFilesDeps): Promise<Applied> => {
  const { plan, changes, dirs } = prepared
  if (changes.length === 0) return { files: [], kept: [], changes: [] }
  await deps.note(undo, { changes, dirs, uncovered: [], rewind: 'begun' })
  const applied = applyRewind(plan, deps)
  const done = new Set(applied.changes.map(change => change.path))
  const notDone = changes
    .filter(change => !done.has(change.path))
    .map(({ path, before, after }) => ({ path, before: after, after: before }))
  await deps.note(undo, { changes: notDone, dirs: [], uncovered: [], rewind: 'ended' })
  return applied
}

const unknownMessage = (uuid: string, why: 'unknown' | 'forgotten'): string =>
  why === 'forgotten'
    ? `Message ${uuid} is too old: only the last 100 messages with changes are kept.`
    : `There is no message ${uuid} of yours in this session.`

const reportOf = (
  files: readonly PlannedFile[],
  rest: Pick<RewindReport & { canRewind: true }, 'kept' | 'notCovered'>,
): RewindReport & { readonly canRewind: true } => {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    canRewind: true,
    files: sorted.map(({ path, action, insertions, deletions }) => ({ path, action, insertions, deletions })),
    ...rest,
    insertions: sorted.reduce((sum, file) => sum + file.insertions, 0),
    deletions: sorted.reduce((sum, file) => sum + file.deletions, 0),
  }
}

const notCoveredBy = (since: Since, deps: RewindFilesDeps): readonly string[] => {
  const named = since.uncovered
    .slice(0, MAX_NAMED)
    .map(path => `${path}: changed, but there is no copy of how it was`)
  const more = since.uncovered.length - named.length
  return [
    ...named,
    ...(more > 0 ? [`${more} more files that changed without a copy`] : []),
    ...since.unseen.map(command => `what "${command}" may have changed: Capstan was ended while it ran`),
    ...since.beyond,
    ...(deps.hasGit ? ['files that git ignores'] : []),
  ]
}
