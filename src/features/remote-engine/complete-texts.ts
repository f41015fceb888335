import type { Event } from '../../protocol/event.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { type LocalizedText, savedText } from '../../protocol/messages/localized-text.ts'
import type { PermissionRequest, RequestDetails } from '../../protocol/permission.ts'
import type { RewindReport } from '../../protocol/session/file-history.ts'
import type { MoveReport } from '../../protocol/session/session-tree.ts'

interface Localized {
  readonly localized: LocalizedText
}

/** A server of an earlier version sends English alone, which then stands for the data of a text. */
const withText = <T extends Localized>(sent: T, english: string): T => ({
  ...sent,
  localized: asLocalized(savedText(sent.localized, english)),
})

/** An event with all the texts that front ends read. */
export const completeEvent = (event: Event): Event => {
  switch (event.type) {
    case 'notice':
    case 'command_output':
      return withText(event, event.text)
    case 'permission_denied':
      return withText(event, event.message)
    case 'permission_request':
      return { ...event, request: completeRequest(event.request) }
    case 'branch_changed':
      return { ...event, report: completeMove(event.report) }
    default:
      return event
  }
}

const completeRequest = ({ decision, details, ...request }: PermissionRequest): PermissionRequest => ({
  ...request,
  decision: { ...decision, because: withText(decision.because, decision.because.text) },
  ...(details ? { details: completeDetails(details) } : {}),
})

const completeDetails = ({ subject, ...details }: RequestDetails): RequestDetails => ({
  ...withText(details, details.why),
  ...(subject ? { subject: { ...subject, risky: subject.risky.map(span => withText(span, span.why)) } } : {}),
})

export const completeMove = (report: MoveReport): MoveReport => {
  const { files, ...rest } = report.canMove ? report : withText(report, report.error)
  return files ? { ...rest, files: completeRewind(files) } : rest
}

export const completeRewind = (report: RewindReport): RewindReport => {
  if (!report.canRewind) return withText(report, report.error)
  const localized: readonly unknown[] = report.localizedNotCovered ?? []
  return {
    ...report,
    kept: report.kept.map(file => withText(file, file.why)),
    localizedNotCovered: report.notCovered.map((english, at) => savedText(localized[at], english)),
  }
}
