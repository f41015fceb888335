import { posix } from 'node:path'
import type { RemoteLink } from '../../features/remote-host/link.ts'
import { AsyncQueue } from '../../lib/async-queue.ts'
import { markersIn } from '../../lib/secrets/marker.ts'
import type { Access } from '../../protocol/access.ts'
import type { CallEffect } from '../../protocol/context.ts'
import { remoteHostText } from '../../protocol/messages/engine/remote-host.ts'
import type { RemoteTarget } from '../../protocol/remote/target.ts'
import { type Tool, ToolError, type ToolProgress } from '../../protocol/tool.ts'

/** The result of a call on another machine: data of the tool there, for people, and what the model is shown. */
export interface RemoteOutput extends Readonly<Record<string, unknown>> {
  readonly remoteHost: string
}

export interface RemotePlace {
  readonly target: RemoteTarget
  readonly link: RemoteLink
  /** Real path there. */
  readonly directory: string
  /** Where long output is there. */
  readonly results: string
  /** The directory here that rules are relative to. */
  localDirectory(): string
  /** The message of the person whose turn it is. */
  turn(): string | undefined
}

const isBelow = (path: string, directory: string): boolean =>
  path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`)

/** What a call would do there. Names of files are looked at as they are spelled; where they lead is checked there. */
const accessesThere = (accesses: readonly Access[], at: RemotePlace): readonly Access[] =>
  accesses.map((access): Access => {
    const { address: host } = at.target
    if (access.kind === 'shell') return { kind: 'remote', host, does: 'run', text: access.command }
    if (!('path' in access)) return access
    const path = posix.normalize(access.path)
    const inside = isBelow(path, at.directory) ? posix.relative(at.directory, path) : undefined
    return {
      kind: 'remote',
      host,
      does: access.kind === 'write' ? 'edit' : 'look',
      text: path,
      ...(inside === undefined ? {} : { localPath: posix.join(at.localDirectory(), inside) }),
    }
  })

const checkInside = (accesses: readonly Access[], { target, directory, results }: RemotePlace): void => {
  for (const access of accesses) {
    if (access.kind !== 'remote' || access.does === 'run') continue
    const isIn = isBelow(access.text, directory) || (access.does === 'look' && isBelow(access.text, results))
    if (!isIn)
      throw new ToolError(remoteHostText('outside', { path: access.text, directory, host: target.address }))
  }
}

/** The tool as a thread has it whose files are on another machine: decided, asked about and redacted here, done there. */
export const remoteTool = (tool: Tool, at: RemotePlace): Tool<unknown, RemoteOutput> => {
  const { address } = at.target
  const shown = new WeakMap<RemoteOutput, Pick<Tool, 'failed' | 'show' | 'undone'>>()
  const access = (input: unknown): readonly Access[] => accessesThere(tool.access(input, at.directory), at)
  const { aliases, groups, otherNames, unused, parallel, maxResultChars, clearable } = tool
  return {
    name: tool.name,
    description: tool.description,
    input: tool.input,
    present: tool.present,
    ...(aliases ? { aliases } : {}),
    ...(groups ? { groups } : {}),
    ...(otherNames ? { otherNames } : {}),
    ...(unused ? { unused } : {}),
    ...(parallel ? { parallel } : {}),
    ...(maxResultChars === undefined ? {} : { maxResultChars }),
    ...(clearable ? { clearable } : {}),
    access,
    observe: input => tool.observe?.(input, at.directory) ?? input,
    prepare(input) {
      const [marker] = markersIn(JSON.stringify(input) ?? '')
      if (marker !== undefined) throw new ToolError(remoteHostText('marker', { marker, host: address }))
      checkInside(access(input), at)
      return input
    },
    async *run(input, call) {
      const steps = new AsyncQueue<ToolProgress>()
      const done = at.link
        .call(
          { id: call.id, tool: tool.name, input: asRecord(input), ...turnOf(at) },
          { signal: call.signal, onProgress: step => void steps.push(step) },
        )
        .finally(() => steps.close())
      done.catch(() => undefined)
      yield* steps
      const { blocks, output, failed, undone } = await done
      const result: RemoteOutput = { ...output, remoteHost: address }
      shown.set(result, { show: () => blocks, failed: () => failed, undone: () => undone })
      return result
    },
    // A result that a hook has changed is shown as the tool shows it.
    show: (output, language) => shown.get(output)?.show(output) ?? tool.show(output, language),
    failed: output => shown.get(output)?.failed?.(output) ?? tool.failed?.(output) ?? false,
    undone: output => (output ? shown.get(output)?.undone?.(output) : tool.undone?.(undefined)),
    effects: (input, output) => effectsThere(tool, { input, output }, at),
  }
}

const turnOf = (at: RemotePlace): { readonly turn?: string } => {
  const turn = at.turn()
  return turn === undefined ? {} : { turn }
}

const asRecord = (input: unknown): Record<string, unknown> => ({ ...(input as object) })

/** With the machine in front: the ledger tells where it was done. */
const effectsThere = (
  tool: Tool,
  { input, output }: { readonly input: unknown; readonly output: RemoteOutput | undefined },
  { directory, target: { address } }: RemotePlace,
): readonly CallEffect[] => {
  const own = effectsOf(tool, { input, output, directory })
  return own.map(effect => ({ ...effect, text: `${address}: ${effect.text}` }))
}

const effectsOf = (
  tool: Tool,
  {
    input,
    output,
    directory,
  }: { readonly input: unknown; readonly output: unknown; readonly directory: string },
): readonly CallEffect[] => {
  try {
    if (tool.effects) return tool.effects(input, output, directory)
  } catch {
    // What came back is not what the tool gives: its accesses tell what was asked for.
  }
  return tool.access(input, directory).flatMap((access): readonly CallEffect[] => {
    if (access.kind === 'shell') return [{ kind: 'command', text: access.command, outcome: 'done' }]
    return access.kind === 'write' ? [{ kind: 'write', text: access.path, outcome: 'done' }] : []
  })
}
