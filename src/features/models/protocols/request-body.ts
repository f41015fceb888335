import type { AssistantBlock, ResultBlock, UserBlock } from '../../../protocol/message.ts'
import type { ApiMessage, ClearResults, ModelRequest, SystemPart } from '../../../protocol/model.ts'
import type { ToolSpec } from '../../../protocol/tool.ts'
import { createMessageBytes } from './message-bytes.ts'

/** Providers that keep a prefix for more than one account say so with a beta of this name; the mark then names who. */
const SCOPE_BETA = 'prompt-caching-scope'

type MarkOf = Pick<ModelRequest, 'cacheLifetime' | 'betas' | 'tools'>

/** Tools stand before the prompt: with those of a server among them nobody else has the same beginning. */
const isShareable = ({ betas, tools }: MarkOf): boolean =>
  betas?.some(beta => beta.startsWith(SCOPE_BETA)) === true && !tools.some(tool => tool.serverTool)

const markFor = (request: MarkOf, part?: SystemPart): string => {
  const { cacheLifetime } = request
  const mark = {
    type: 'ephemeral',
    ...(cacheLifetime ? { ttl: cacheLifetime } : {}),
    ...(part?.cache === 'global' && isShareable(request) ? { scope: 'global' } : {}),
  }
  return `"cache_control":${JSON.stringify(mark)}`
}
/** The API takes four marks; one each is kept for the end of the system prompt and for the last message. */
const MAX_SYSTEM_MARKS = 2
const NOTHING: ReadonlySet<string> = new Set()

/** In what the bodies of those who sell the models of others differ. */
export interface BodyShape {
  /** The version of the protocol stands in the body; the model does not. */
  readonly version?: string
  /** Betas stand in the body, and that it is streamed is said by the address. */
  betas?(request: ModelRequest): readonly string[]
}

export interface BodyWriter {
  /** The body of a streaming request, in pieces to be sent one after the other. */
  write(request: ModelRequest): readonly Uint8Array[]
  /** The body of a request that only counts tokens. */
  writeCount(request: ModelRequest): readonly Uint8Array[]
}

/**
 * Keys have a fixed order and messages come last, so the bytes of a conversation only grow at the end. What was
 * serialised once is remembered by identity; a request costs what is new in it, not what is long in it.
 */
export const createBodyWriter = (
  extraBody: Readonly<Record<string, unknown>> = {},
  shape: BodyShape = {},
): BodyWriter => {
  /** Names that results may refer to; what was written with references is never mixed with what was not. */
  let deferred: ReadonlySet<string> = NOTHING
  const json = (block: Block): string => JSON.stringify(blockOnWire(block, name => deferred.has(name)))
  const inWords = createMessageBytes(message => serialiseMessage(message, json))
  const withReferences = createMessageBytes(message => serialiseMessage(message, json))
  const toolJson = rememberJson<ToolSpec>(tool =>
    JSON.stringify({ name: tool.name, description: tool.description, input_schema: tool.input_schema }),
  )
  const deferredJson = rememberJson<ToolSpec>(tool => `${toolJson(tool).slice(0, -1)},"defer_loading":true}`)
  const systemJson = rememberJson<SystemPart>(part => JSON.stringify({ type: 'text', text: part.text }))

  // System prompt and tools rarely change from one request to the next; encoding them is most of a small request.
  let opening: { readonly of: ModelRequest; readonly bytes: Uint8Array } | undefined
  const openingBytes = (request: ModelRequest): Uint8Array => {
    if (!opening || !opensAlike(opening.of, request))
      opening = { of: { ...request, messages: [] }, bytes: Buffer.from(opened(headOf(request))) }
    return opening.bytes
  }

  const context = (request: ModelRequest, head: Map<string, string>): void =>
    addContext(head, request, { systemJson, toolJson, deferredJson })

  const headOf = (request: ModelRequest): ReadonlyMap<string, string> => {
    const head = new Map([
      ['model', JSON.stringify(request.model)],
      ['max_tokens', String(request.maxTokens)],
    ])
    context(request, head)
    const thinks = head.has('thinking')
    if (request.clearResults)
      head.set('context_management', JSON.stringify(contextEdits(request.clearResults)))
    if (request.effort || request.taskBudget) head.set('output_config', JSON.stringify(outputConfig(request)))
    if (request.speed) head.set('speed', JSON.stringify(request.speed))
    if (request.temperature !== undefined && !thinks) head.set('temperature', String(request.temperature))
    if (request.stopSequences?.length) head.set('stop_sequences', JSON.stringify(request.stopSequences))
    for (const [key, value] of Object.entries(extraBody))
      if (key !== 'messages' && value !== undefined) head.set(key, JSON.stringify(value))
    return shaped(head, request, shape)
  }

  const assemble = (opening: Uint8Array, request: ModelRequest): readonly Uint8Array[] => {
    const last = request.messages.at(-1)
    if (!last) return [opening, Buffer.from(']}')]
    const marked = request.cache !== false
    const wide = marked && isWide(request)
    const open = wide ? WIDE : request.endsAside ? ASIDE : 1
    deferred = request.deferredTools ? new Set(request.deferredTools.map(({ name }) => name)) : NOTHING
    const messageBytes = deferred === NOTHING ? inWords : withReferences
    const settled = messageBytes(request.messages, Math.max(0, request.messages.length - open))
    const ending = serialiseEnding(request.messages.slice(-open), {
      mark: marked && markFor(request),
      json,
      aside: request.endsAside === true,
      wide,
    })
    const bytes = Buffer.from(`${ending}]}`)
    return [opening, ...settled, bytes]
  }

  return {
    write: request => assemble(openingBytes(request), request),
    writeCount(request) {
      const unmarked = { ...request, cache: false }
      const head = new Map([['model', JSON.stringify(request.model)]])
      context(unmarked, head)
      return assemble(Buffer.from(opened(head)), unmarked)
    },
  }
}

/** What stands before the messages and is the same for many requests. */
const addContext = (
  head: Map<string, string>,
  request: ModelRequest,
  {
    systemJson,
    ...how
  }: {
    systemJson(part: SystemPart): string
    toolJson(tool: ToolSpec): string
    deferredJson(tool: ToolSpec): string
  },
): void => {
  const system = request.system.filter(part => part.text !== '')
  const marked = request.cache !== false
  if (system.length > 0) {
    const marks = marked ? systemMarks(system) : new Set<number>()
    const parts = system.map((part, index) =>
      withMark(systemJson(part), marks.has(index) && markFor(request, part)),
    )
    head.set('system', `[${parts.join(',')}]`)
  }
  const tools = toolsJson(request, { marked: marked && system.length === 0, ...how })
  if (tools !== undefined) head.set('tools', tools)
  if (request.toolChoice) head.set('tool_choice', JSON.stringify(request.toolChoice))
  if (request.thinking && request.thinking.type !== 'disabled')
    head.set('thinking', JSON.stringify(request.thinking))
}

/** What stands at the end of the head whatever was merged into it. */
const shaped = (
  head: Map<string, string>,
  request: ModelRequest,
  shape: BodyShape,
): ReadonlyMap<string, string> => {
  head.delete('stream')
  if (shape.version !== undefined) {
    head.delete('model')
    head.set('anthropic_version', JSON.stringify(shape.version))
  }
  const betas = shape.betas?.(request)
  if (betas === undefined) head.set('stream', String(request.whole !== true))
  else if (betas.length > 0) head.set('anthropic_beta', JSON.stringify(betas))
  return head
}

/** The tools of a request, those it may load and those the provider runs itself; without a system prompt the last of ours ends a prefix. */
const toolsJson = (
  request: ModelRequest,
  how: {
    readonly marked: boolean
    toolJson(tool: ToolSpec): string
    deferredJson(tool: ToolSpec): string
  },
): string | undefined => {
  const served = request.serverTools ?? []
  if (request.tools.length + served.length === 0) return undefined
  const last = how.marked ? request.tools.length - 1 : -1
  const tools = request.tools.map((tool, index) =>
    withMark(how.toolJson(tool), index === last && markFor(request)),
  )
  const deferred = (request.deferredTools ?? []).map(tool => how.deferredJson(tool))
  return `[${[...tools, ...deferred, ...served.map(tool => JSON.stringify(tool))].join(',')}]`
}

const outputConfig = ({ effort, taskBudget }: ModelRequest) => ({
  ...(effort ? { effort } : {}),
  ...(taskBudget ? { task_budget: { type: 'tokens', ...taskBudget } } : {}),
})

/** The API's own words for leaving old results out on its side. */
const contextEdits = ({ above, keep, atLeast, except }: ClearResults) => ({
  edits: [
    {
      type: 'clear_tool_uses_20250919',
      trigger: { type: 'input_tokens', value: above },
      keep: { type: 'tool_uses', value: keep },
      clear_at_least: { type: 'input_tokens', value: atLeast },
      ...(except.length === 0 ? {} : { exclude_tools: except }),
    },
  ],
})

/**
 * Where the last request ended, and what came since: a reply with its results. A provider looks for what it has only
 * so many blocks before a mark; after many calls at once it needs one more mark to find it, if there is one left.
 */
const WIDE = 3
const LOOK_BACK = 18
/** What is asked, and the reply and the message before it: a reply of thoughts alone carries no mark. */
const ASIDE = 3

const isWide = ({ messages, system }: ModelRequest): boolean => {
  const [before, reply, results] = messages.slice(-WIDE)
  if (before?.role !== 'user' || !reply || !results) return false
  if (reply.content.length + results.content.length <= LOOK_BACK) return false
  return systemMarks(system.filter(part => part.text !== '')).size <= MAX_SYSTEM_MARKS
}

const opened = (head: ReadonlyMap<string, string>): string => {
  const fields = Array.from(head, ([key, json]) => `${JSON.stringify(key)}:${json}`)
  return `{${fields.join(',')},"messages":[`
}

/** Everything but the messages is the same, by identity: nothing in a request is ever changed in place. */
const opensAlike = (a: ModelRequest, b: ModelRequest): boolean =>
  a.model === b.model &&
  a.whole === b.whole &&
  a.maxTokens === b.maxTokens &&
  a.cache === b.cache &&
  a.cacheLifetime === b.cacheLifetime &&
  sameItems(a.betas, b.betas) &&
  a.effort === b.effort &&
  a.speed === b.speed &&
  a.taskBudget === b.taskBudget &&
  a.temperature === b.temperature &&
  a.thinking === b.thinking &&
  a.toolChoice === b.toolChoice &&
  a.clearResults === b.clearResults &&
  sameItems(a.system, b.system) &&
  sameItems(a.tools, b.tools) &&
  sameItems(a.deferredTools, b.deferredTools) &&
  sameItems(a.stopSequences, b.stopSequences) &&
  sameItems(a.serverTools, b.serverTools)

const sameItems = (a: readonly unknown[] | undefined, b: readonly unknown[] | undefined): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && a.length === b.length && a.every((item, at) => item === b[at]))

const rememberJson = <T extends object>(serialise: (value: T) => string): ((value: T) => string) => {
  const known = new WeakMap<T, string>()
  return value => {
    const before = known.get(value)
    if (before !== undefined) return before
    const json = serialise(value)
    known.set(value, json)
    return json
  }
}

/** The first parts that end a cacheable prefix (the most stable ones), and the last part of all. */
const systemMarks = (system: readonly SystemPart[]): Set<number> => {
  const ends = system.flatMap((part, index) => (part.cache && index < system.length - 1 ? [index] : []))
  return new Set([...ends.slice(0, MAX_SYSTEM_MARKS), system.length - 1])
}

/** `json` is an object with at least one key. */
const withMark = (json: string, mark: string | false): string =>
  mark === false ? json : `${json.slice(0, -1)},${mark}}`

type Block = UserBlock | AssistantBlock
type ToJson = (block: Block) => string

const serialiseMessage = (
  message: ApiMessage,
  json: ToJson,
  marked?: { readonly at: number; readonly mark: string },
): string => {
  const blocks = message.content.map((block, index) =>
    withMark(json(block), index === marked?.at && marked.mark),
  )
  return `{"role":${JSON.stringify(message.role)},"content":[${blocks.join(',')}]}`
}

interface EndingOptions {
  readonly mark: string | false
  readonly json: ToJson
  readonly aside: boolean
  /** The first message carries a mark as well. */
  readonly wide: boolean
}

const serialiseEnding = (
  messages: readonly ApiMessage[],
  { mark, json, aside, wide }: EndingOptions,
): string => {
  const end = messages.at(-1)
  const last = aside ? lastShared(messages) : end
  return messages
    .map(message => {
      const isAsked = aside && message === end
      const carries = mark !== false && (message === last || (wide && message === messages[0]))
      return serialiseMessage(message, json, carries ? { at: markIndex(message, isAsked), mark } : undefined)
    })
    .join(',')
}

/** The block that is asked on the side is sent once: what stands before it is what later requests begin with. */
const lastShared = (messages: readonly ApiMessage[]): ApiMessage | undefined =>
  messages.findLast(message => markIndex(message, message === messages.at(-1)) >= 0)

const markIndex = (message: ApiMessage, isAsked: boolean): number =>
  (isAsked ? message.content.slice(0, -1) : message.content).findLastIndex(mayCarryMark)

const mayCarryMark = (block: Block): boolean => {
  if (block.type === 'thinking' || block.type === 'redacted_thinking') return false
  return block.type !== 'text' || block.text.trim() !== ''
}

type WireBlock = UserBlock | AssistantBlock

/**
 * A result that defines tools, as the Messages protocol has it: a reference to each one that stands among the deferred
 * tools of the request, else the words without our own field. A result with references holds nothing else.
 */
const blockOnWire = (block: WireBlock, isDeferred: (name: string) => boolean): unknown => {
  if (block.type !== 'tool_result' || typeof block.content === 'string') return block
  const names = block.content.flatMap(definedBy)
  if (names.length === 0) return block
  const content = names.every(isDeferred)
    ? names.map(name => ({ type: 'tool_reference', tool_name: name }))
    : block.content.map(inWords)
  return { ...block, content }
}

const definedBy = (block: ResultBlock): readonly string[] =>
  block.type === 'text' && block.definesTool !== undefined ? [block.definesTool] : []

const inWords = (block: ResultBlock): ResultBlock =>
  block.type === 'text' ? { type: 'text', text: block.text } : block
