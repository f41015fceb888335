import { isAbsolute, resolve } from 'node:path'
import type { SessionUpdate, ToolCall, ToolCallContent, ToolCallLocation } from '@agentclientprotocol/sdk'
import { isObject } from '../../../lib/is-object.ts'
import { stripAnsi } from '../../../lib/strip-ansi.ts'
import type { AgentOrigin } from '../../../protocol/agents/agent-origin.ts'
import type { ToolResultBlock } from '../../../protocol/message.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'
import type { PathNames } from '../path-names.ts'
import {
  callContent,
  callKind,
  callPath,
  callTitle,
  endedScript,
  isVerbatim,
  type ShownCall,
  safeTitle,
} from './call-views.ts'
import { madeChange } from './patch-diffs.ts'
import { resultContent } from './result-content.ts'
import { fenced, textContent } from './text-content.ts'

/** A call as the model wrote it. */
export interface BegunCall extends ShownCall {
  readonly id: string
}

/** A call that was told of. */
interface ToldCall extends ShownCall {
  readonly agent?: AgentOrigin | undefined
  /** It runs in a terminal of the client, which shows the output. */
  terminalId?: string
  /** Of the call that started an agent: what the agent said so far. */
  words?: string
  /** What was found to be wrong because of it, before it had its result. */
  found?: readonly ToolCallContent[]
}

/** What goes along as `rawOutput`; a larger one is in the session file. */
const MOST_RAW = 64_000

/** Of calls that have ended, what they show is known of the last ones: what is found after them is put below it. */
const MOST_ENDED = 100

/** Of what an agent says while it works the last part is shown; its result is told whole. */
const MOST_WORDS = 8_000

/** The tool calls of a session as the client is told of them. */
export class ToolCalls {
  readonly #open = new Map<string, ToldCall>()
  readonly #ended = new Map<string, readonly ToolCallContent[]>()
  readonly #names: PathNames
  readonly #localize: Localize
  /** Directories of agents, by their id. */
  readonly #directories = new Map<string, string>()

  constructor(names: PathNames, localize: Localize) {
    this.#names = names
    this.#localize = localize
  }

  /** Relative paths of this agent's calls are meant from there. */
  agentIn(id: string, cwd: string): void {
    this.#directories.set(id, cwd)
  }

  /** A call the model wrote. */
  begin({ id, ...call }: BegunCall, agent: AgentOrigin | undefined): SessionUpdate {
    this.#open.set(id, { ...call, agent })
    return {
      sessionUpdate: 'tool_call',
      ...this.describe({ id, ...call, agent }),
      status: 'pending',
    }
  }

  /** The call as a question about it shows it: the same id, with everything that is known. */
  describe(call: BegunCall & { readonly agent?: AgentOrigin | undefined }): ToolCall {
    const path = this.#pathOf(call)
    const content = callContent(call, path ?? '')
    return {
      toolCallId: call.id,
      title: this.#titleOf(call),
      name: call.name,
      kind: callKind(call),
      ...(content.length === 0 ? {} : { content: [...content] }),
      ...(path === undefined ? {} : { locations: [locationOf(path, callPath(call)?.line)] }),
      rawInput: call.input,
      ...metaOf(call.agent),
    }
  }

  #titleOf(call: Pick<ToldCall, keyof ShownCall | 'agent'>): string {
    const title = callTitle(call, { short: path => this.#names.short(path), localize: this.#localize })
    return safeTitle(call.agent ? `${call.agent.name}: ${title}` : title)
  }

  started(id: string): SessionUpdate | undefined {
    if (!this.#open.has(id)) return undefined
    return { sessionUpdate: 'tool_call_update', toolCallId: id, status: 'in_progress' }
  }

  /** What it has printed lately; a terminal shows that by itself. */
  progressed(id: string, text: string): SessionUpdate | undefined {
    const call = this.#open.get(id)
    if (!call || call.terminalId !== undefined || text.trim() === '') return undefined
    const shown = isVerbatim(call) ? fenced(stripAnsi(text)) : text
    return { sessionUpdate: 'tool_call_update', toolCallId: id, content: [textContent(shown)] }
  }

  /** What an agent says, below the call that started it; nothing once that has its result. */
  agentSaid({ toolUseId }: AgentOrigin, text: string): SessionUpdate | undefined {
    const call = this.#open.get(toolUseId)
    if (!call || text.trim() === '') return undefined
    call.words = [...(call.words === undefined ? [] : [call.words]), text.trim()]
      .join('\n\n')
      .slice(-MOST_WORDS)
    return {
      sessionUpdate: 'tool_call_update',
      toolCallId: toolUseId,
      status: 'in_progress',
      content: [textContent(call.words)],
    }
  }

  /** It runs in a terminal of the client from now on. */
  inTerminal(id: string, terminalId: string): SessionUpdate {
    const call = this.#open.get(id)
    if (call) call.terminalId = terminalId
    return {
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId }],
    }
  }

  ended(block: ToolResultBlock, output: unknown): SessionUpdate {
    const id = block.tool_use_id
    const call = this.#open.get(id)
    this.#open.delete(id)
    const failed = block.is_error === true
    const shown = this.#shown(block, call, { change: failed ? undefined : output, result: output })
    const before = call ? callContent(call, this.#pathOf(call) ?? '') : []
    const found = call?.found ?? []
    const content = [...(shown.content ?? before), ...found]
    this.#keepShown(id, content)
    return {
      sessionUpdate: 'tool_call_update',
      toolCallId: id,
      status: failed ? 'failed' : 'completed',
      ...shown,
      ...(found.length === 0 ? {} : { content }),
      ...rawOf(output),
    }
  }

  isKnown(id: string): boolean {
    return this.#open.has(id) || this.#ended.has(id)
  }

  /** Problems that there are because of a call, below what it shows. One that still runs shows them when it ends. */
  found(id: string, lines: readonly string[]): SessionUpdate | undefined {
    const found = textContent(lines.join('\n'))
    const open = this.#open.get(id)
    if (open) open.found = [...(open.found ?? []), found]
    const shown = this.#ended.get(id)
    if (!shown) return undefined
    const content = [...shown, found]
    this.#keepShown(id, content)
    return { sessionUpdate: 'tool_call_update', toolCallId: id, content }
  }

  #keepShown(id: string, content: readonly ToolCallContent[]): void {
    this.#ended.delete(id)
    this.#ended.set(id, content)
    const [oldest] = this.#ended.keys()
    if (this.#ended.size > MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest)
  }

  /** Calls that will never have a result: what they stood in was thrown away. */
  dropped(ids: readonly string[]): readonly SessionUpdate[] {
    return ids
      .filter(id => this.#open.delete(id))
      .map(id => ({ sessionUpdate: 'tool_call_update', toolCallId: id, status: 'failed' }))
  }

  /** What the call showed before stays where the result adds nothing. */
  #shown(
    block: ToolResultBlock,
    call: ToldCall | undefined,
    { change: changed, result }: { readonly change: unknown; readonly result: unknown },
  ): { content?: ToolCallContent[]; locations?: ToolCallLocation[] } {
    const path = call && this.#pathOf(call)
    const change = path === undefined ? undefined : madeChange(changed, path)
    if (change) return { content: [...change.content], locations: [...change.locations] }
    const terminal: readonly ToolCallContent[] =
      call?.terminalId === undefined ? [] : [{ type: 'terminal', terminalId: call.terminalId }]
    // The terminal shows the output already.
    if (terminal.length > 0 && block.is_error !== true) return { content: [...terminal] }
    const content = [
      ...terminal,
      ...(call && isObject(result) ? endedScript(call, result) : []),
      ...resultContent(block, { verbatim: call !== undefined && isVerbatim(call) }),
    ]
    return content.length === 0 ? {} : { content }
  }

  #pathOf(call: Pick<ToldCall, keyof ShownCall | 'agent'>): string | undefined {
    const path = callPath(call)?.path
    if (path === undefined || path === '') return undefined
    const cwd = this.#directories.get(call.agent?.id ?? '') ?? this.#names.cwd
    return this.#names.toClient(isAbsolute(path) ? path : resolve(cwd, path))
  }
}

const locationOf = (path: string, line: number | undefined): ToolCallLocation => ({
  path,
  ...(line === undefined || line < 1 ? {} : { line }),
})

/** Which agent makes the call, and the call that started it. */
const metaOf = (agent: AgentOrigin | undefined): { _meta?: Record<string, unknown> } =>
  agent
    ? { _meta: { capstan: { agent: { id: agent.id, name: agent.name }, parentToolCallId: agent.toolUseId } } }
    : {}

const rawOf = (output: unknown): { rawOutput?: unknown } => {
  if (output === undefined || output === null) return {}
  const text = JSON.stringify(output)
  return text === undefined || text.length > MOST_RAW ? {} : { rawOutput: output }
}
