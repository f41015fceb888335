import { READ_RESOURCE } from '../../features/mcp/tools/resource-specs.ts'
import type { ServerToolName } from '../../protocol/extensions/server-tool-name.ts'
import { sdkHostText } from '../../protocol/messages/engine/sdk-host.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { OpError } from '../../protocol/op.ts'
import type { Lookups } from '../../protocol/query.ts'
import { assembleCalls } from '../calls/assemble-calls.ts'
import { createCallRunner } from '../calls/call-runner.ts'
import { LastReply } from '../calls/last-reply.ts'
import type { ThreadParts } from '../thread.ts'
import { IDE_DIAGNOSTICS, ideDiagnostics } from './ide-diagnostics.ts'

type ServerCallLookup = Lookups['server_call']

/**
 * A tool of an MCP server for the program that drives the session. That program started this one and decides what it may
 * do, so nothing is asked and the mode does not count; but rules may be those of an administrator or of the person whose
 * machine it is, and a deny rule holds for everybody. The tool that a run was told to ask for permission is the
 * exception: it was named for that, and a rule that keeps the model from it must not leave questions without an answer.
 */
export const callForHost = async (
  thread: ThreadParts,
  { tool: name, input, by }: ServerCallLookup['about'],
  signal: AbortSignal,
): Promise<ServerCallLookup['found']> => {
  const { mcp } = thread.session
  if (name === IDE_DIAGNOSTICS && !mcp.infos().some(info => info.name === 'ide')) {
    await refuseDenied(thread, { name, input, serverTool: { server: 'ide', tool: 'getDiagnostics' } })
    return await ideDiagnostics(thread, input, signal)
  }
  const found = await mcp.toolNamed(name)
  const isOwn = mcp.infos().some(info => info.name === found.server && info.transport === 'sdk')
  if (isOwn && by !== 'permission_prompt') throw new OpError(sdkHostText('own_server', { tool: name }))
  if (by !== 'permission_prompt') await refuseDenied(thread, { name, input, serverTool: found })
  if (by === 'checked') return await callChecked(thread, { name, input }, signal)
  return await mcp.callTool({ ...found, input }, signal)
}

/** A page of a server, held to the deny rules for reading what it has. */
export const readPage = async (
  thread: ThreadParts,
  about: Lookups['resource']['about'],
  signal: AbortSignal,
): Promise<Lookups['resource']['found']> => {
  const { name } = READ_RESOURCE
  const serverTool = { server: about.server, tool: name }
  await refuseDenied(thread, { name, input: about, serverTool })
  return await thread.session.mcp.page(about, signal)
}

interface HostCall {
  readonly name: string
  readonly input: unknown
  readonly serverTool: ServerToolName
}

const refuseDenied = async (
  { gate }: Pick<ThreadParts, 'gate'>,
  { name, input, serverTool }: HostCall,
): Promise<void> => {
  const accesses = [{ kind: 'mcp', ...serverTool }] as const
  // A mode that never asks would deny what no rule denies.
  const policy = { ...gate.policy(), mode: 'default' } as const
  const { verdict, because } = await gate.judge({ toolName: name, input, accesses }, policy)
  if (verdict === 'deny')
    throw new OpError(sdkHostText('tool_not_run', { reason: because.localized ?? because.text }))
}

/** Somebody else's call that the program passes on: hooks, rules, the mode and the person decide, as for the model. */
const callChecked = async (
  thread: ThreadParts,
  { name, input }: Pick<HostCall, 'name'> & { readonly input: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
): Promise<ServerCallLookup['found']> => {
  const controller = new AbortController()
  const deps = assembleCalls(
    { thread, controller, attach: async () => [], queued: () => 0 },
    { denials: [], last: new LastReply() },
  )
  let denied: Text | undefined
  const runner = createCallRunner({
    ...deps,
    mayDefer: false,
    onDenied(_, { because }) {
      denied = because.localized ?? because.text
      return undefined
    },
  })
  const id = `host_${thread.config.runtime.newId()}`
  const block = { type: 'tool_use', id, name, input } as const
  const { result } = await runner.run({ block }, AbortSignal.any([signal, controller.signal]))
  if (denied !== undefined) throw new OpError(sdkHostText('tool_not_run', { reason: denied }))
  const { content = [], is_error: isError = false } = result
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
  return { content: blocks, isError }
}
