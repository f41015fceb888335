import type { EditFinder, EditFinding, EditReport } from '../../protocol/tools/edit-finding.ts'

/** What was found until the model is told of it. */
export interface WaitingReports {
  add(report: EditReport): void
  hasErrors(): boolean
  /** A request is about to be made. */
  nextRequest(): void
  /** What may be told now. `isLooking`: files were changed since, and are looked at. */
  take(isLooking: boolean): readonly EditReport[]
}

interface Waiting {
  report: EditReport
  /** The request it was kept back from first. */
  since?: number
}

/** So many requests leave without what was found, as long as it may be mended by what was changed since. */
const MOST_KEPT = 2

/**
 * A model that changes several files breaks and mends: what was found in between is told only if it is still so once the
 * last change was looked at, unless that takes long.
 */
export const createWaitingReports = (finders: readonly EditFinder[]): WaitingReports => {
  let all: Waiting[] = []
  let request = 0
  /** Errors that were gone before anybody was told of them: that they are mended is no news. */
  const untold = new Map<string, number>()
  const stands = (finding: EditFinding): boolean =>
    finders.every(({ stillFinds }) => stillFinds?.(finding) ?? true)
  const isKept = (one: Waiting): boolean => {
    if (one.report.findings.every(({ severity }) => severity === 'info')) return false
    one.since ??= request
    return request - one.since < MOST_KEPT
  }
  const known = ({ mended = [], ...report }: EditReport): EditReport => {
    const findings = report.findings.filter(finding => {
      if (stands(finding)) return true
      if (finding.severity === 'error') untold.set(finding.path, (untold.get(finding.path) ?? 0) + 1)
      return false
    })
    return { ...report, findings, mended }
  }
  const news = ({ mended = [], ...report }: EditReport): EditReport => ({
    ...report,
    mended: mended.flatMap(({ path, count }) => {
      const unsaid = Math.min(count, untold.get(path) ?? 0)
      untold.set(path, (untold.get(path) ?? 0) - unsaid)
      return count > unsaid ? [{ path, count: count - unsaid }] : []
    }),
  })
  return {
    add: report => void all.push({ report }),
    hasErrors: () =>
      all.some(({ report }) =>
        report.findings.some(finding => finding.severity === 'error' && stands(finding)),
      ),
    nextRequest() {
      request += 1
    },
    take(isLooking) {
      const kept = isLooking ? all.filter(isKept) : []
      const now = all.filter(one => !kept.includes(one))
      all = kept
      return now
        .map(({ report }) => known(report))
        .map(news)
        .filter(({ findings, mended = [] }) => findings.length + mended.length > 0)
    },
  }
}
