import { closeSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { pathOfAccess } from '../../features/permissions/facts.ts'
import type { AskedCall as DescribedCall } from '../../features/permissions/request/describe-request.ts'
import { MAX_READ_CHARS } from '../../features/permissions/shell/reading.ts'
import { knownEncoding } from '../../features/tools/seen-content.ts'
import { decodeFile } from '../../lib/encoding/file-text.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { pinPath } from '../../lib/files/pinned-path.ts'
import { resolveReal } from '../../lib/paths.ts'
import { loadShellReader } from '../../lib/shell/lower.ts'
import type { AgentOrigin } from '../../protocol/agents/agent-origin.ts'
import type { Editor } from '../../protocol/editor/editor.ts'
import { sentences } from '../../protocol/messages/layout.ts'
import { runByText } from '../../protocol/messages/permissions/run-by.ts'
import type { Decision, PermissionDestination, Policy, RequestDetails } from '../../protocol/permission.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { PersonTerminal } from '../../protocol/tools/person-terminal.ts'
import type { ShellSettings } from '../../protocol/tools/shell-settings.ts'
import type { SessionState } from '../live/state.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { SettingsPort } from '../options/settings-port.ts'
import type { Gate } from '../permissions/part.ts'
import type { Ports } from '../ports/part.ts'
import type { AskedCall } from './authorize.ts'
import type { SedAsked } from './sed-change.ts'

/** Beyond this a change is not shown as a diff. */
const MAX_SHOWN_BYTES = 1024 * 1024

/** What a front end shows with a question. Loaded and made only when a question is asked. */
export const requestDetails =
  (from: {
    readonly ports: Pick<Ports, 'files'>
    readonly config: {
      readonly fileEncoding?: string
      readonly place: SessionEnvironment
      readonly settings?: SettingsPort
      readonly editor?: Editor
      readonly shell?: Pick<ShellSettings, 'prefix'>
      readonly terminal?: PersonTerminal
    }
    /** Who asks; absent: the conversation. */
    readonly agent?: AgentOrigin
    readonly gate: Gate
    readonly live: Pick<SessionState, 'env'>
  }) =>
  async (asked: AskedCall): Promise<RequestDetails> => {
    const { tool, input, cwd, decision } = asked
    const policy = from.gate.policy()
    const accesses = tool.access(input, cwd)
    const { describeRequest } = await import('../../features/permissions/request/describe-request.ts')
    const call = { toolName: tool.name, input, accesses }
    // What is too long to be approved by reading is not taken apart for the person either.
    const isLong = accesses.some(access => access.kind === 'shell' && access.command.length > MAX_READ_CHARS)
    const explained = isLong ? undefined : await from.gate.permissions.explain(call, policy)
    const shell = isLong ? undefined : accesses.find(access => access.kind === 'shell')
    const change = shell
      ? await shellChange({
          command: shell.command,
          cwd,
          policy,
          env: from.live.env ?? from.config.place.env,
          from,
        })
      : await changeOf(asked, policy, from)
    const fileFor = (destination: PermissionDestination): string | undefined =>
      from.config.settings?.targetOf(destination)?.file
    const described = startedBy(
      shell && from.config.shell?.prefix,
      describeRequest({
        toolName: tool.name,
        accesses,
        cwd,
        decision,
        input,
        ...(shell ? { line: (await loadShellReader())(shell.command) } : {}),
        ...(explained ? { explanation: explained.explanation } : {}),
        ...(change ? { change } : {}),
        fileFor,
      }),
    )
    const atTerminal = from.agent || !shell ? {} : await offered(shell.command, described, from.config)
    return { ...described, ...atTerminal, ...divisible(described, tool), ...placesFor(decision, fileFor) }
  }

/** A program of a kind that wants one, run while somebody waits for it, where there is one to give. */
const offered = async (
  command: string,
  { background }: RequestDetails,
  { terminal }: { readonly terminal?: PersonTerminal },
): Promise<Pick<RequestDetails, 'terminal'>> => {
  if (!terminal || background) return {}
  const [{ wantsTerminal }, { loadPty }] = await Promise.all([
    import('../../features/shell/wants-terminal.ts'),
    import('../../lib/pty/open-pty.ts'),
  ])
  const wants = wantsTerminal(await loadShellReader(), command) && (await loadPty()) !== undefined
  return wants ? { terminal: true } : {}
}

/** Of a change that is shown whole some of it can be accepted, where the tool can be told so. */
const divisible = ({ diff }: RequestDetails, tool: AskedCall['tool']): Pick<RequestDetails, 'diff'> =>
  diff && !diff.cut && tool.toLeave && diff.text.split('\n@@ ').length > 1
    ? { diff: { ...diff, divisible: true } }
    : {}

/** Who says yes to a command says yes to what starts it. */
const startedBy = (prefix: string | undefined, details: RequestDetails): RequestDetails => {
  if (prefix === undefined) return details
  const localized = sentences([details.localized, runByText('prefix', { prefix })])
  return { ...details, why: localized.text, localized }
}

/** A rule for this project may be wanted in all of them. */
const placesFor = (
  { offer }: Decision,
  fileFor: (destination: PermissionDestination) => string | undefined,
): Pick<RequestDetails, 'places'> => {
  const saved = offer.some(({ type, destination }) => type === 'addRules' && destination === 'localSettings')
  const file = saved ? fileFor('userSettings') : undefined
  return file === undefined ? {} : { places: [{ destination: 'userSettings', file }] }
}

/** How a file is to be read that does not tell its encoding. */
export interface FileKnowledge {
  readonly config: { readonly fileEncoding?: string; readonly editor?: Editor }
  readonly ports: Pick<Ports, 'files'>
}

const shellChange = async ({
  from,
  ...asked
}: Omit<SedAsked, 'text' | 'maxBytes'> & { readonly from: FileKnowledge }): Promise<
  DescribedCall['change']
> => {
  const { sedChange } = await import('./sed-change.ts')
  const text: SedAsked['text'] = path => {
    const now = readNow(path, from)
    return now.kind === 'text' ? now : undefined
  }
  return await sedChange({ ...asked, text, maxBytes: MAX_SHOWN_BYTES })
}

const changeOf = async (
  asked: AskedCall,
  policy: Policy,
  from: FileKnowledge,
): Promise<DescribedCall['change']> => {
  const { tool, input, cwd } = asked
  const writes = tool.access(input, cwd).filter(access => access.kind === 'write')
  if (!tool.preview) return undefined
  const [first, ...others] = await Promise.all(
    writes.map(({ path }) => fileChange(asked, path, { policy, from })),
  )
  if (!first || others.length === 0) return first
  // One diff of all: a yes is for the whole of it.
  const all = [first, ...others].flatMap(one => (one ? [one] : []))
  if (all.length <= others.length) return undefined
  const hunks = all.flatMap(one =>
    one.hunks.map((hunk, at) =>
      at > 0 ? hunk : { ...hunk, lines: [`\\ ${escapeLine(relative(cwd, one.path), 200)}`, ...hunk.lines] },
    ),
  )
  return { ...first, hunks }
}

const fileChange = async (
  asked: AskedCall,
  written: string,
  { policy, from }: { readonly policy: Policy; readonly from: FileKnowledge },
): Promise<DescribedCall['change']> => {
  const { tool, input, id } = asked
  if (!tool.preview) return undefined
  const path = pathOfAccess(written, policy)
  const now = await readOpened(asked.places.get(written) ?? path, from)
  if (now.kind === 'other') return undefined
  try {
    const after = tool.preview(input, {
      path,
      callId: id,
      ...(now.kind === 'text' ? { text: now.text } : {}),
    })
    if (after.length > MAX_SHOWN_BYTES) return undefined
    const { patchOf } = await import('../../features/tools/patch.ts')
    return {
      path,
      creates: now.kind === 'nothing',
      hunks: patchOf(now.kind === 'text' ? now.text : '', after),
    }
  } catch (error) {
    // The call would fail whatever the answer is: there is no change to show, and the tool itself says why.
    if (error instanceof ToolError) return undefined
    throw error
  }
}

type Content =
  | { readonly kind: 'text'; readonly text: string; readonly encoding: string }
  | { readonly kind: 'nothing' | 'other' }

/** What an editor has not saved is what the call would change. */
const readOpened = async (real: string, from: FileKnowledge): Promise<Content> => {
  const now = readJudged(real, from)
  const { editor } = from.config
  if (now.kind !== 'text' || !editor?.readText || !editor.isOpened(real)) return now
  const text = await editor.readText(real)
  return text === undefined ? now : { ...now, text }
}

export const readNow = (path: string, from: FileKnowledge): Content => {
  const resolved = resolveReal(path)
  return resolved.ok ? readJudged(resolved.real, from) : { kind: 'other' }
}

/** What the call would change is what the person is shown, whatever its name leads to by now. */
const readJudged = (real: string, { config, ports }: FileKnowledge): Content => {
  try {
    using file = pinPath(real)
    if (!file.stats.isFile() || file.stats.size > MAX_SHOWN_BYTES) return { kind: 'other' }
    const content = {
      ...{ path: real, realPath: real, mode: file.stats.mode, size: file.stats.size },
      mtimeMs: file.stats.mtimeMs,
      data: readWhole(file.open()),
      ...(config.fileEncoding === undefined ? {} : { encoding: config.fileEncoding }),
    }
    const decoded = decodeFile(content, knownEncoding(content, ports.files.seen(content)))
    return decoded ? { kind: 'text', ...decoded } : { kind: 'other' }
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? { kind: 'nothing' }
      : { kind: 'other' }
  }
}

const readWhole = (fd: number): Uint8Array => {
  try {
    return readFileSync(fd)
  } finally {
    closeSync(fd)
  }
}
