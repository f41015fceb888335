import type { RewindReport, RewindRequest } from '../../../protocol/file-history.ts'
import { applyRewind } from './apply-rewind.ts'
import type { Journal, Since, Step } from './journal.ts'
import { type PlannedFile, planRewind, type RewindMeans } from './plan-rewind.ts'

interface Rewound {
  readonly report: RewindReport
  /** What was done to files, for the journal. */
  readonly step: Step
  readonly undo?: string
}

interface Means extends RewindMeans {
  newId(): string
  /** Git keeps some of the directories, so something may be ignored. */
  readonly hasGit: boolean
}

const NOTHING: Step = { changes: [], dirs: [], uncovered: [] }
const MAX_NAMED = 20

/** Plans, and unless it is a dry run does. */
export const rewindFiles = async (
  journal: Journal,
  request: RewindRequest,
  means: Means,
): Promise<Rewound> => {
  const since = journal.since(request.messageUuid)
  if (typeof since === 'string')
    return { report: { canRewind: false, error: unknownMessage(request.messageUuid, since) }, step: NOTHING }
  const plan = await planRewind(since, { force: request.force === true }, means)
  const notCovered = notCoveredBy(since, means)
  if (request.dryRun || plan.files.length === 0)
    return { report: reportOf(plan.files, { kept: plan.kept, notCovered }), step: NOTHING }
  const applied = applyRewind(plan, means)
  const kept = [...plan.kept, ...applied.kept]
  if (applied.changes.length === 0) return { report: reportOf([], { kept, notCovered }), step: NOTHING }
  const undo = means.newId()
  return {
    report: { ...reportOf(applied.files, { kept, notCovered }), undo },
    step: { changes: applied.changes, dirs: applied.dirs, uncovered: [] },
    undo,
  }
}

const unknownMessage = (uuid: string, why: 'unknown' | 'forgotten'): string =>
  why === 'forgotten'
    ? `Message ${uuid} is too long ago: only the last 100 messages with changes are kept.`
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

const notCoveredBy = (since: Since, means: Means): readonly string[] => {
  const named = since.uncovered
    .slice(0, MAX_NAMED)
    .map(path => `${path}: changed, but there is no copy of how it was`)
  const more = since.uncovered.length - named.length
  return [
    ...named,
    ...(more > 0 ? [`${more} more files that changed without a copy`] : []),
    ...since.beyond,
    ...(means.hasGit ? ['files that git ignores'] : []),
  ]
}
