import type { Approval } from '../../../protocol/context.ts'
import type { Entry, MessageEntry } from '../../../protocol/entry.ts'
import {
  plainText,
  type ToolResultBlock,
  type ToolUseBlock,
  type UserMessage,
} from '../../../protocol/message.ts'
import type { FileChange } from '../../../protocol/session/file-history.ts'
import { clipText, type StoryLimits } from './clip-text.ts'
import { effectOf, subjectOf } from './effect.ts'
import { type EntryPart, partsOf } from './entry-parts.ts'
import { type Call, type Hunk, hasFailed, type Request, type Step, type Touched } from './story.ts'
import type { CallFacts, TurnOutline } from './story-outline.ts'

/** Where the parts of a turn are: numbers of entries. */
export interface StoredTurn {
  readonly number: number
  request: Omit<Request, 'text'>
  requestLine: number | undefined
  readonly lines: number[]
  /** By the number of the call: its entry and the position of its block there, and the same of its result (-1: none). */
  readonly callLines: number[]
  readonly callBlocks: number[]
  readonly resultLines: number[]
  readonly resultBlocks: number[]
  readonly historyLines: number[]
  /** Nothing but attachments and notices so far. */
  quiet: boolean
  /** `undefined` until something is in it. */
  copied: boolean | undefined
  startedAt: string
  endedAt: string
}

export interface TurnSource {
  readonly limits: StoryLimits
  /** Of messages that no longer count. */
  readonly removed: ReadonlySet<string>
  entry(line: number): Entry | undefined
}

type TurnTexts = Pick<TurnOutline, 'text' | 'steps' | 'touched' | 'facts' | 'hunks'>

/** The texts of a turn, read from the session file each time they are asked for. */
export const readTurn = (turn: StoredTurn, source: TurnSource): TurnTexts => ({
  text: () => requestText(turn, source),
  steps: () => stepsOf(turn, source),
  touched: () => touchedIn(turn, source),
  facts: () => factsOf(turn, source),
  hunks: number => hunksOf(turn, source, number),
})

interface Result {
  readonly block: ToolResultBlock
  readonly message: UserMessage
}

const messageAt = (line: number, source: TurnSource): MessageEntry | undefined => {
  const entry = source.entry(line)
  return entry !== undefined && 'uuid' in entry ? entry : undefined
}

const requestText = ({ requestLine }: StoredTurn, source: TurnSource): string => {
  const entry = requestLine === undefined ? undefined : messageAt(requestLine, source)
  return entry?.type === 'user' ? clipText(plainText(entry.message.content), source.limits) : ''
}

function* stepsOf(turn: StoredTurn, source: TurnSource): Generator<Step, void, void> {
  let calls = 0
  for (const line of turn.lines) {
    const entry = messageAt(line, source)
    if (entry === undefined) continue
    const position = {
      uuid: entry.uuid,
      at: entry.timestamp,
      discarded: source.removed.has(entry.uuid),
      ...(entry.forkedFrom === undefined ? {} : { copied: true }),
    }
    for (const part of partsOf(entry)) {
      if (part.kind === 'call') {
        const result = resultOf(turn, source, calls++)
        const call = callOf(part.block, { at: entry.timestamp, result, limits: source.limits })
        yield { ...position, kind: 'call', call }
      } else yield { ...position, ...clipPart(part, source.limits) }
    }
  }
}

const clipPart = <P extends Exclude<EntryPart, { kind: 'call' }>>(part: P, limits: StoryLimits): P =>
  'text' in part ? { ...part, text: clipText(part.text, limits) } : part

const resultOf = (turn: StoredTurn, source: TurnSource, number: number): Result | undefined => {
  const message = messageAt(turn.resultLines[number] ?? -1, source)
  if (message?.type !== 'user') return undefined
  const block = message.message.content[turn.resultBlocks[number] ?? -1]
  return typeof block === 'object' && block.type === 'tool_result' ? { block, message } : undefined
}

const callOf = (
  block: ToolUseBlock,
  {
    at,
    result,
    limits,
  }: { readonly at: string; readonly result: Result | undefined; readonly limits: StoryLimits },
): Call => {
  const content = result?.block.content ?? ''
  const isError = result?.block.is_error === true
  // Sessions of earlier versions say it only with what the call would have done.
  const isRefused =
    isError &&
    (result.message.refused !== undefined ||
      result.message.effects?.some(effect => effect.outcome === 'refused') === true)
  return {
    id: block.id,
    tool: block.name,
    subject: clipText(subjectOf(block.input), limits),
    input: clipText(JSON.stringify(block.input, undefined, 2) ?? '', limits),
    at,
    endedAt: result?.message.timestamp,
    outcome: outcomeOf(result),
    ...(isRefused ? { refused: true } : {}),
    ...(result ? ranOf(result.message) : {}),
    result: clipText(plainText(content), limits),
    images:
      typeof content === 'string'
        ? []
        : content.flatMap(part =>
            part.type === 'image' && part.source?.type === 'base64'
              ? [{ mediaType: part.source.media_type, data: part.source.data }]
              : [],
          ),
    effect: effectOf(block.input, result?.message.toolUseResult, block.name),
  }
}

const outcomeOf = (result: Result | undefined): Call['outcome'] =>
  result === undefined ? 'open' : result.block.is_error === true ? 'error' : 'ok'

function* factsOf(turn: StoredTurn, source: TurnSource): Generator<CallFacts, void, void> {
  for (const [number, line] of turn.callLines.entries()) {
    const entry = messageAt(line, source)
    const block = entry && callBlock(entry, turn.callBlocks[number] ?? 0)
    if (entry === undefined || entry.forkedFrom !== undefined || block === undefined) continue
    const result = resultOf(turn, source, number)
    const effect = effectOf(block.input, result?.message.toolUseResult, block.name)
    yield {
      number,
      failed: hasFailed({ outcome: outcomeOf(result), effect }),
      at: entry.timestamp,
      endedAt: result?.message.timestamp,
      ...(effect.kind === 'write'
        ? {
            write: {
              path: effect.path,
              created: effect.created,
              added: effect.added,
              removed: effect.removed,
              lines: effect.hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0),
            },
          }
        : {}),
    }
  }
}

const hunksOf = (turn: StoredTurn, source: TurnSource, number: number): readonly Hunk[] => {
  const entry = messageAt(turn.callLines[number] ?? -1, source)
  const block = entry && callBlock(entry, turn.callBlocks[number] ?? 0)
  if (block === undefined) return []
  const effect = effectOf(block.input, resultOf(turn, source, number)?.message.toolUseResult, block.name)
  return effect.kind === 'write' ? effect.hunks : []
}

const callBlock = (entry: MessageEntry, position: number): ToolUseBlock | undefined => {
  const block = entry.type === 'assistant' ? entry.message.content[position] : undefined
  return block?.type === 'tool_use' ? block : undefined
}

const touchedIn = (turn: StoredTurn, source: TurnSource): Iterable<Touched> => {
  const touched = new Map<string, Touched>()
  for (const line of turn.historyLines) {
    const entry = source.entry(line)
    if (entry === undefined || 'uuid' in entry || entry.type !== 'file-history-snapshot') continue
    for (const [path, change] of Object.entries(entry.files))
      touched.set(path, touchedBy(path, change, touched.get(path)))
  }
  return touched.values()
}

const hashOf = (version: FileChange['before']): string | undefined =>
  version !== null && 'hash' in version ? version.hash : undefined

/** Several changes of one turn are one, from the first content to the last. */
const touchedBy = (path: string, { before, after }: FileChange, known: Touched | undefined): Touched => ({
  path,
  change:
    after === null
      ? 'deleted'
      : known === undefined
        ? before === null
          ? 'created'
          : 'changed'
        : known.change === 'created'
          ? 'created'
          : 'changed',
  before: known === undefined ? hashOf(before) : known.before,
  after: hashOf(after),
})

/** A file may be from anywhere: what does not fit is not known. */
const ranOf = ({ ran, refused }: UserMessage): Pick<Call, 'ranMs' | 'approval'> => {
  if (typeof refused?.by === 'string') return { approval: approvalIn(refused) }
  if (typeof ran?.durationMs !== 'number' || typeof ran.approval?.by !== 'string') return {}
  return { ranMs: ran.durationMs, approval: approvalIn(ran.approval) }
}

const approvalIn = ({ by, text }: Approval): Approval => ({
  by,
  ...(typeof text === 'string' ? { text } : {}),
})
