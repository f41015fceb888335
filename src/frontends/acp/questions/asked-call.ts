import type { ToolCall, ToolCallContent } from '@agentclientprotocol/sdk'
import { escapeText } from '../../../lib/escape-text.ts'
import { revealBlanks } from '../../../lib/reveal-blanks.ts'
import type { Danger, PermissionRequest } from '../../../protocol/permission.ts'
import type { PathNames } from '../path-names.ts'
import { safeTitle } from '../updates/call-views.ts'
import { askedChange } from '../updates/patch-diffs.ts'
import { fenced, textContent } from '../updates/text-content.ts'
import type { ToolCalls } from '../updates/tool-calls.ts'

const DANGERS: Readonly<Record<Danger, string>> = {
  runs_download: 'This downloads a program and runs it.',
  private_key: 'This reads a private key.',
  deletes_tree: 'This deletes directories and everything in them.',
  as_root: 'This runs with administrator rights.',
  loses_work: 'This discards uncommitted changes.',
  destructive_tool: 'The server says this tool can destroy things.',
  rewrites_remote: 'This overwrites the remote.',
  secrets: 'This reads a file that may hold passwords or tokens.',
  protected: 'This changes settings that decide what runs later.',
}

/** The call a question is about, with everything a person needs to decide: all of the command, all of the change. */
export const askedCall = (
  request: PermissionRequest,
  calls: Pick<ToolCalls, 'describe'>,
  names: PathNames,
): ToolCall => {
  const { details, toolUseId: id, toolName: name, input, presentation, agent } = request
  const call = calls.describe({ id, name, input, presentation, agent })
  const diff = details?.diff
  const change = diff ? askedChange(diff.text, names.toClient(diff.path)) : undefined
  return {
    ...call,
    // Without a call behind it the question itself says what it is about.
    ...(details?.about && QUESTIONS.has(details.about.kind) ? { title: safeTitle(details.title) } : {}),
    status: 'pending',
    content: [
      ...whyContent(request),
      ...(change?.content ?? diffsOf(call) ?? subjectContent(request)),
      ...(diff?.cut ? [textContent('The change is too long to show in full.')] : []),
    ],
    ...(change ? { locations: [...change.locations] } : {}),
  }
}

/** What the call itself shows of its change. */
const diffsOf = ({ content }: ToolCall): readonly ToolCallContent[] | undefined =>
  content?.some(({ type }) => type === 'diff') ? content : undefined

const QUESTIONS: ReadonlySet<string> = new Set(['server', 'page', 'schedule'])

/** That a command isn't known to be read-only is what "may change things" says. */
const TWICE = /^(".*" may change things and isn't on the allow list): .* isn't known to be read-only\.?$/s

const whyContent = ({ decision, details }: PermissionRequest): readonly ToolCallContent[] => {
  const dangers = (details?.dangers ?? []).map(danger => `⚠ ${DANGERS[danger]}`)
  const why = (details?.why ?? decision.because.text).replace(TWICE, '$1')
  const { saidBy, description } = details ?? {}
  const says = saidBy === undefined || description === undefined ? [] : [`${saidBy} says: ${description}`]
  return [textContent(escapeText([...dangers, ...says, why].join('\n\n')))]
}

/** What would run, word for word. */
const subjectContent = ({ details, input }: PermissionRequest): readonly ToolCallContent[] => {
  const text = details?.subject?.text ?? JSON.stringify(input, null, 2) ?? ''
  return text === '' || text === '{}' ? [] : [textContent(fenced(escapeText(revealBlanks(text))))]
}
