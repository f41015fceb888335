import type { Stats } from 'node:fs'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { READ_RESOURCE } from '../../features/mcp/tools/resource-specs.ts'
import { findPeers } from '../../features/peers/peer-name.ts'
import type { PromptContent } from '../../features/prompt/content.ts'
import { findMentions, type Mention } from '../../features/prompt/mentions/find-mentions.ts'
import { absolutePath } from '../../features/tools/file-path.ts'
import type { ReadOutput } from '../../features/tools/read/read.ts'
import type { TextOutput } from '../../features/tools/read/text-excerpt.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Access } from '../../protocol/access.ts'
import type { Peers } from '../../protocol/agents/peers.ts'
import type { MentionFacts } from '../../protocol/attachment.ts'
import type { AttachmentMessage, Message, ResultBlock, UserMessage } from '../../protocol/message.ts'
import type { Decision, ResolvedPaths } from '../../protocol/permission.ts'
import { type ToolCall, ToolError } from '../../protocol/tool.ts'
import { LIST_FILES, RULE_NAMES } from '../../protocol/tools/rule-names.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Gate } from '../permissions/part.ts'
import type { Ports } from '../ports/part.ts'
import type { Secrets } from '../secrets/part.ts'
import type { Mcp } from '../servers/part.ts'

export interface MentionsOptions {
  readonly config: {
    readonly runtime: Runtime
    /** Where the session started: completion shows names as seen from there. */
    readonly place: { readonly cwd: string }
  }
  readonly live: Pick<ThreadState, 'cwd'>
  readonly gate: Pick<Gate, 'judge' | 'policy' | 'permissions'>
  readonly ports: Pick<Ports, 'call'>
  readonly secrets: Pick<Secrets, 'clean' | 'ready'>
  content(): PromptContent
  /** Who has resources that can be named; absent: nobody. */
  readonly servers?: Pick<Mcp, 'has' | 'read'>
  /** Other sessions that can be named; absent: none. */
  readonly peers: Pick<Peers, 'names'> | undefined
}

/** Of all that one prompt brings along. A part that is larger than the rest is left to the model to read. */
const MAX_CHARS = 200_000
const MAX_ENTRIES = 200
/** Of a file too large to be read at once. */
const FIRST_LINES = 2_000

/** What names a file: the owner, who allows it by that, or a skill or a prompt of somebody's, which do not. */
export interface Namer {
  readonly texts: readonly string[]
  readonly by: 'owner' | 'prompt' | 'skill'
}

export const bringMentions = async (
  at: MentionsOptions,
  { texts, by }: Namer,
  signal: AbortSignal,
): Promise<readonly Message[]> => {
  const added: Message[] = []
  let left = MAX_CHARS
  for (const mention of findMentions(texts.join('\n'))) {
    const place = findPlace(mention, at)
    // A skill names no resources: what a server holds is the person's to ask for.
    const found = place || by === 'skill' ? undefined : findResource(at, mention)
    const named = place ?? found
    if (!named) {
      const session = by === 'skill' ? undefined : await bringSession(at, mention)
      if (session) added.push(...(await messagesOf(at, session)))
      continue
    }
    const read = place
      ? () => bring(at, { ...place, by }, signal)
      : () => found && bringResource(at, { ...found, by }, signal)
    const brought = left > 0 ? await read() : tooMuch(at, named)
    if (!brought) continue
    const size = brought.text.length
    const fitting = size > left ? tooMuch(at, named) : brought
    left -= fitting.text.length
    fitting.keep?.()
    added.push(...(await messagesOf(at, fitting)))
  }
  return added
}

interface Place {
  /** As the person wrote it. */
  readonly name: string
  readonly path: string
  readonly isDirectory: boolean
  readonly lines?: Mention['lines']
}

/** A name that leads nowhere is plain text. */
const findPlace = (
  { path, shorter, lines }: Mention,
  { live, config }: MentionsOptions,
): Place | undefined => {
  for (const name of shorter === undefined ? [path] : [path, shorter])
    for (const from of new Set([live.cwd, config.place.cwd])) {
      const absolute = absolutePath(name, from)
      const stats = statOf(absolute)
      if (!stats?.isFile() && !stats?.isDirectory()) continue
      return { name, path: absolute, isDirectory: stats.isDirectory(), ...(lines ? { lines } : {}) }
    }
  return undefined
}

const statOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    // A name no file can have, or a directory on the way that is closed.
    return undefined
  }
}

interface Brought extends MentionFacts {
  readonly text: string
  /** Which lines of which file follow the first line of the text: a resumed session knows them from here. */
  readonly read?: Omit<TextOutput['file'], 'content'>
  /** Pictures and documents, which no reminder can hold. */
  readonly media?: readonly ResultBlock[]
  /** By which the file is known to be in the model's sight. */
  readonly callId?: string
  /** Only what is sent counts as seen. */
  keep?(): void
}

const bring = async (
  at: MentionsOptions,
  place: Place & Pick<Namer, 'by'>,
  signal: AbortSignal,
): Promise<Brought> => {
  const { name, path, isDirectory, by } = place
  const words = at.content().mentions
  const access: Access = isDirectory ? { kind: 'search', path } : { kind: 'read', path }
  const toolName = isDirectory ? LIST_FILES : RULE_NAMES.read
  const decision = await at.gate.judge({ toolName, input: {}, accesses: [access] }, at.gate.policy())
  const refused = refusalOf(at, { name, by }, decision.verdict)
  if (refused) return refused
  const places = at.gate.permissions.placesOf(decision)
  try {
    return isDirectory
      ? await listDirectory(at, place, signal)
      : await readFile(at, place, { signal, places })
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { name, what: 'failed', text: words.failed(escapeLine(name, 1_000), error.message) }
  }
}

const readFile = async (
  at: MentionsOptions,
  { name, path, lines }: Place,
  how: { readonly signal: AbortSignal; readonly places: ResolvedPaths | undefined },
): Promise<Brought> => {
  const [{ readTool }, secrets] = await Promise.all([
    import('../../features/tools/read/read.ts'),
    at.secrets.ready(),
  ])
  const { signal, places } = how
  const callId = `mention-${at.config.runtime.newId()}`
  const call = at.ports.call(callId, {
    signal,
    readOnly: true,
    secrets,
    ...(places ? { places } : {}),
  })
  const draft = draftOf(call)
  const read = async (input: object): Promise<ReadOutput> => {
    const running = readTool.run({ file_path: path, ...input }, draft.call)
    for (;;) {
      const step = await running.next()
      if (step.done) return step.value
    }
  }
  const whole = lines ? { offset: lines.from, limit: lines.to - lines.from + 1 } : {}
  const output = await read(whole).catch((error: unknown) => {
    if (lines || !(error instanceof ToolError)) throw error
    return read({ limit: FIRST_LINES })
  })
  const blocks = readTool.show(output)
  const media = blocks.filter(block => block.type !== 'text')
  const shown = blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
  const text = `${at.content().mentions.file(escapeLine(name, 1_000))}\n${shown}`
  const { content: _, ...part } = output.type === 'text' ? output.file : { content: '' }
  return {
    name,
    ...sizeOf(output),
    text,
    callId,
    keep: draft.keep,
    ...('filePath' in part ? { read: part } : {}),
    ...(media.length > 0 ? { media } : {}),
  }
}

/** The same call; what it remembers is remembered for good when that is wanted. */
const draftOf = (call: ToolCall): { readonly call: ToolCall; keep(): void } => {
  const values = new Map<string, unknown>()
  const marks: Parameters<ToolCall['files']['markSeen']>[] = []
  const get = (key: string): unknown => {
    const known = call.state.get(key)
    if (!values.has(key) && known instanceof Map) values.set(key, new Map(known))
    return values.has(key) ? values.get(key) : known
  }
  return {
    call: {
      ...call,
      files: { ...call.files, markSeen: (...mark) => void marks.push(mark) },
      state: { get, set: (key, value) => void values.set(key, value) },
    },
    keep() {
      for (const mark of marks) call.files.markSeen(...mark)
      for (const [key, value] of values) call.state.set(key, value)
    },
  }
}

const sizeOf = (output: ReadOutput): Pick<MentionFacts, 'what' | 'count'> => {
  switch (output.type) {
    case 'text':
      return { what: 'lines', count: output.file.numLines }
    case 'pdf':
      return { what: 'pages', count: output.file.pages.length }
    case 'image':
      return { what: 'picture' }
    case 'notebook':
      return { what: 'cells', count: output.file.cells.length }
    case 'file_unchanged':
      return { what: 'unchanged' }
  }
}

const listDirectory = async (
  at: MentionsOptions,
  { name, path }: Place,
  signal: AbortSignal,
): Promise<Brought> => {
  const isDenied = await at.gate.permissions.readDenied(at.gate.policy())
  const entries = readdirSync(path, { withFileTypes: true })
    .filter(entry => entry.name !== '.git' && !isDenied(join(path, entry.name)))
    .map(entry => escapeLine(`${entry.name}${entry.isDirectory() ? '/' : ''}`, 300))
    .toSorted()
  const words = at.content().mentions
  const more = entries.length > MAX_ENTRIES ? [words.more(entries.length - MAX_ENTRIES)] : []
  const { outlineBelow } = await import('./outline-below.ts')
  const outline = (await outlineBelow(at, path, signal)) ?? []
  const lines = [
    words.directory(escapeLine(name, 1_000)),
    ...entries.slice(0, MAX_ENTRIES),
    ...more,
    ...[outline].flat(),
  ]
  return { name, what: 'entries', count: entries.length, text: lines.join('\n') }
}

/** For the owner to name it is to allow it; for others the rules have to. What a rule forbids stays forbidden. */
const refusalOf = (
  at: MentionsOptions,
  { name, by }: { readonly name: string } & Pick<Namer, 'by'>,
  verdict: Decision['verdict'],
): Brought | undefined => {
  const words = at.content().mentions
  const shown = escapeLine(name, 1_000)
  if (verdict === 'ask' && by === 'prompt') return { name, what: 'denied', text: words.unapproved(shown) }
  if (verdict === 'deny' || (verdict === 'ask' && by === 'skill'))
    return { name, what: 'denied', text: words.denied(shown) }
  return undefined
}

interface Resource {
  readonly name: string
  readonly server: string
  readonly uri: string
}

/** `server:uri`; what is named so and is none is plain text. Nothing is sent yet. */
const findResource = (at: MentionsOptions, { path, shorter }: Mention): Resource | undefined => {
  for (const name of shorter === undefined ? [path] : [shorter, path]) {
    const [, server, uri] = /^([^:\s]+):(\S+)$/.exec(name) ?? []
    if (server && uri && at.servers?.has(server)) return { name, server, uri }
  }
  return undefined
}

const bringResource = async (
  at: MentionsOptions,
  { name, server, uri, by }: Resource & Pick<Namer, 'by'>,
  signal: AbortSignal,
): Promise<Brought | undefined> => {
  const words = at.content().mentions
  const access: Access = { kind: 'mcp', server, tool: READ_RESOURCE.name }
  const question = { toolName: READ_RESOURCE.name, input: {}, accesses: [access] }
  const { verdict } = await at.gate.judge(question, at.gate.policy())
  const refused = refusalOf(at, { name, by }, verdict)
  if (refused) return refused
  const shown = escapeLine(name, 1_000)
  try {
    const blocks = await at.servers?.read(server, uri, signal)
    if (!blocks) return undefined
    const text = blocks.flatMap(block => (block.type === 'text' ? [block.text] : [])).join('\n')
    const media = blocks.filter(block => block.type !== 'text')
    return {
      name,
      ...(media.length > 0 ? { what: 'picture', media } : { what: 'lines', count: text.split('\n').length }),
      text: `${words.file(shown)}\n${text}`,
    }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { name, what: 'failed', text: words.failed(shown, error.message) }
  }
}

/** Another session is named as one sees it on the list: the model learns whom the person means. */
const bringSession = async (
  { peers, content }: MentionsOptions,
  { path, shorter }: Mention,
): Promise<Brought | undefined> => {
  if (!peers || path.includes('/')) return undefined
  const known = await peers.names()
  for (const name of shorter === undefined ? [path] : [path, shorter]) {
    const [session, ...others] = findPeers(known, name)
    if (!session || others.length > 0) continue
    const text = content().mentions.session(session.name, escapeLine(session.cwd, 1_000))
    return { name: session.name, what: 'session', text }
  }
  return undefined
}

const tooMuch = (at: MentionsOptions, { name }: Pick<Place, 'name'>): Brought => ({
  name,
  what: 'tooMuch',
  text: at.content().mentions.tooMuch(escapeLine(name, 1_000)),
})

/** What is told of it and shown to the person; pictures follow as a message nobody is shown. */
const messagesOf = async (
  { config: { runtime }, secrets }: MentionsOptions,
  brought: Brought,
): Promise<readonly (AttachmentMessage | UserMessage)[]> => {
  const { text, media, keep: _, read, callId, ...facts } = brought
  const timestamp = runtime.now().toISOString()
  const mention: AttachmentMessage = {
    type: 'attachment',
    uuid: runtime.newId(),
    timestamp,
    attachment: {
      kind: 'mention',
      text: await secrets.clean(text),
      mention: facts,
      ...(read ? { read } : {}),
      ...(callId === undefined ? {} : { callId }),
    },
  }
  if (!media) return [mention]
  return [
    mention,
    {
      type: 'user',
      uuid: runtime.newId(),
      timestamp,
      message: { role: 'user', content: [...media] },
      isMeta: true,
    },
  ]
}
