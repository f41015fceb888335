import type { ToolCall, ToolCallContent } from '@agentclientprotocol/sdk'
import { escapeText } from '../../../lib/escape-text.ts'
import { revealBlanks } from '../../../lib/reveal-blanks.ts'
import { acpText } from '../../../protocol/messages/host/acp.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'
import { shortReason } from '../../../protocol/messages/permissions/allow-list.ts'
import type { PermissionRequest } from '../../../protocol/permission.ts'
import type { PathNames } from '../path-names.ts'
import { safeTitle } from '../updates/call-views.ts'
import { askedChange } from '../updates/patch-diffs.ts'
import { fenced, textContent } from '../updates/text-content.ts'
import type { ToolCalls } from '../updates/tool-calls.ts'

interface AskedWith {
  readonly calls: Pick<ToolCalls, 'describe'>
  readonly names: PathNames
  readonly localize: Localize
}

/** The call a question is about, with everything a person needs to decide: all of the command, all of the change. */
export const askedCall = (request: PermissionRequest, { calls, names, localize }: AskedWith): ToolCall => {
  const { details, toolUseId: id, toolName: name, input, presentation, agent } = request
  const call = calls.describe({ id, name, input, presentation, agent })
  const diff = details?.diff
  const change = diff ? askedChange(diff.text, names.toClient(diff.path)) : undefined
  const why = whyContent(request, localize)
  const diffs = change?.content ?? diffsOf(call)
  return {
    ...call,
    // Without a call behind it the question itself says what it is about.
    ...(details?.about && QUESTIONS.has(details.about.kind)
      ? { title: safeTitle(localize(details.localizedTitle ?? details.title)) }
      : {}),
    status: 'pending',
    // A client may show only what comes first: never an edit without its change.
    content: [
      ...(diffs ? [...diffs, ...why] : [...why, ...subjectContent(request)]),
      ...triedContent(request, localize),
      ...(diff?.cut ? [textContent(localize(acpText('change_too_long')))] : []),
    ],
    ...(change ? { locations: [...change.locations] } : {}),
  }
}

/** What the call itself shows of its change. */
const diffsOf = ({ content }: ToolCall): readonly ToolCallContent[] | undefined =>
  content?.some(({ type }) => type === 'diff') ? content : undefined

const QUESTIONS: ReadonlySet<string> = new Set(['server', 'page', 'schedule'])

const whyContent = (
  { decision, details }: PermissionRequest,
  localize: Localize,
): readonly ToolCallContent[] => {
  const dangers = (details?.dangers ?? []).map(danger => `⚠ ${localize(acpText(danger))}`)
  const why = localize(shortReason(details?.localized ?? decision.because.localized))
  const { saidBy, description } = details ?? {}
  const says =
    saidBy === undefined || description === undefined
      ? []
      : [localize(acpText('says', { who: saidBy, words: description }))]
  return [textContent(escapeText([...dangers, ...says, why].join('\n\n')))]
}

/** What it did in a copy. */
const triedContent = ({ details }: PermissionRequest, localize: Localize): readonly ToolCallContent[] => {
  const { tried } = details ?? {}
  if (!tried) return []
  const said = textContent(escapeText([...tried.said, ...tried.listed].map(localize).join('\n\n')))
  return tried.output === '' ? [said] : [said, textContent(fenced(escapeText(tried.output)))]
}

/** What would run, word for word. */
const subjectContent = ({ details, input }: PermissionRequest): readonly ToolCallContent[] => {
  const text = details?.subject?.text ?? JSON.stringify(input, null, 2) ?? ''
  return text === '' || text === '{}' ? [] : [textContent(fenced(escapeText(revealBlanks(text))))]
}
