import type { Lowered } from '../../../lib/shell/command.ts'
import type { Access } from '../../../protocol/access.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { allowListText, sentence } from '../../../protocol/messages/permissions/allow-list.ts'
import { permissionText } from '../../../protocol/messages/permissions/permissions.ts'
import {
  askedBecause,
  type Danger,
  type Decision,
  type Explanation,
  type PermissionDestination,
  type PermissionUpdate,
  type RequestDetails,
} from '../../../protocol/permission.ts'
import { whyNotListed } from '../explain/reason.ts'
import { decidingSpans } from '../explain/risky-spans.ts'
import { dangersOf } from './dangers.ts'
import { requestAbout } from './request-about.ts'
import { remoteTitle, requestTitle } from './request-title.ts'
import { type Hunk, unifiedDiff } from './unified-diff.ts'

/** A question with all that is known about it. */
export interface AskedCall {
  readonly toolName: string
  readonly accesses: readonly Access[]
  readonly cwd: string
  readonly decision: Decision
  readonly explanation?: Explanation
  readonly input?: unknown
  /** The command, read. */
  readonly line?: Lowered
  /** What a write would do to its file. */
  readonly change?: { readonly path: string; readonly creates: boolean; readonly hunks: readonly Hunk[] }
  /** The file behind a destination; undefined for what lasts as long as the session. */
  fileFor(destination: PermissionDestination): string | undefined
}

/** What a front end shows with a question. Pure; all text is foreign and still to be escaped. */
export const describeRequest = (asked: AskedCall): RequestDetails => {
  const { toolName, accesses, cwd, decision, change } = asked
  const subject = subjectOf(asked)
  const dangers = dangersOf(accesses, asked.line)
  const about = requestAbout({ toolName, accesses, ...(change ? { creates: change.creates } : {}) })
  return {
    title: requestTitle({ toolName, accesses, cwd, ...(change ? { creates: change.creates } : {}) }),
    ...(about ? { about } : {}),
    ...personTitle(accesses, toolName),
    ...askedBecause(sentence(whyOf(asked, dangers))),
    ...(dangers.length > 0 ? { dangers } : {}),
    ...saidOf(asked),
    ...(subject ? { subject } : {}),
    ...(change && change.hunks.length > 0
      ? { diff: { path: change.path, ...unifiedDiff(change.hunks) } }
      : {}),
    saves: decision.offer.flatMap(update => savesOf(update, asked.fileFor(update.destination))),
  }
}

/** Of several commands that are asked about, the one a warning is for says why: not the first that comes along. */
const whyOf = (
  { accesses: [access], decision: { because }, explanation, line }: AskedCall,
  [worst]: readonly Danger[],
): LocalizedText => {
  const isOfPart = because.type === 'subcommandResults' || because.type === 'other' || because.type === 'rule'
  if (worst === undefined || !isOfPart || access?.kind !== 'shell' || !line?.ok || !explanation)
    return because.localized
  const red = line.commands.find(command =>
    dangersOf([access], { ...line, commands: [command] }).includes(worst),
  )
  if (!red || because.text.includes(red.text)) return because.localized
  const at = access.command.indexOf(red.text)
  const span = decidingSpans(access.command, explanation).find(
    ({ from, to }) => from < at + red.text.length && to > at,
  )
  if (at < 0 || !span) return because.localized
  const listed = whyNotListed(span.why)
  return listed === undefined
    ? span.why
    : allowListText('not_listed_because', { command: red.text, why: listed })
}

/** What only the person answers has a title of its own. */
const personTitle = ([access]: readonly Access[], tool: string): Pick<RequestDetails, 'localizedTitle'> => {
  if (access?.kind === 'remote') return { localizedTitle: remoteTitle(access) }
  return access?.kind === 'person'
    ? { localizedTitle: access.question?.title ?? permissionText('needs_answer', { tool }) }
    : {}
}

const MAX_DESCRIPTION = 300

/** What a command says of itself beside its text, and a server of its tool. */
const saidOf = ({
  accesses: [access],
  input,
}: AskedCall): Pick<RequestDetails, 'description' | 'saidBy' | 'background'> => {
  if (access?.kind === 'mcp' && access.says !== undefined)
    return { description: access.says.slice(0, MAX_DESCRIPTION), saidBy: access.server }
  if (access?.kind !== 'shell' || typeof input !== 'object' || input === null) return {}
  const { description, run_in_background } = input as Readonly<Record<string, unknown>>
  const said = typeof description === 'string' ? description.trim().slice(0, MAX_DESCRIPTION) : ''
  return {
    ...(said === '' ? {} : { description: said }),
    ...(run_in_background === true ? { background: true } : {}),
  }
}

const textOf = (access: Access | undefined): string | undefined => {
  if (access === undefined) return undefined
  if ('path' in access) return access.path
  if (access.kind === 'shell') return access.command
  if (access.kind === 'remote') return access.text
  if (access.kind === 'person') return access.question?.text
  return access.kind === 'network' || access.kind === 'browser' ? access.url : undefined
}

const subjectOf = ({ accesses, explanation, decision }: AskedCall): RequestDetails['subject'] => {
  const [access] = accesses
  // Words for somebody have no risky part.
  if (access?.kind === 'message') return { text: access.text, risky: [] }
  const text = textOf(access)
  if (text === undefined) return undefined
  const spans = explanation ? decidingSpans(text, explanation) : []
  const risky = spans.map(({ from, to, why }) => ({ from, to, ...askedBecause(why) }))
  // Where nothing can be pointed at, the whole is what is asked about; a question to the person has no risky part.
  if (risky.length === 0 && text !== '' && access?.kind !== 'person')
    risky.push({ from: 0, to: text.length, ...askedBecause(decision.because.localized) })
  return { text, risky }
}

const savesOf = (update: PermissionUpdate, file: string | undefined): RequestDetails['saves'] => {
  const place = file === undefined ? {} : { file }
  if (update.type === 'setMode') return [{ rule: `mode ${update.mode}`, ...place }]
  if ('directories' in update)
    return update.directories.map(directory => ({ rule: `working directory ${directory}`, ...place }))
  return update.rules.map(({ toolName, ruleContent }) => ({
    rule: ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`,
    ...place,
  }))
}
