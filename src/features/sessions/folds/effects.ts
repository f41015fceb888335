import { escapeLine } from '../../../lib/escape-text.ts'
import { counted } from '../../../lib/text/counted.ts'
import type { CallEffect, Effect } from '../../../protocol/context.ts'
import {
  type Message,
  plainText,
  type ToolUseBlock,
  toolUses,
  type UserMessage,
} from '../../../protocol/message.ts'
import type { FileHistoryEntry } from '../../../protocol/session/file-history.ts'
import { promptOf } from '../file-history/history-line.ts'

/** Results of calls whose end nobody saw carry this as their origin. */
export const UNSEEN_END = 'interrupted_calls'

const TASK_ORIGIN = 'task-notification'
/** How the model is told of work that ended with the program: nobody knows what became of it. */
const LOST = 'The program ended'

const MAX_INPUT = 200
/** More changed files than this in one go are told as their directory. */
const MAX_FILES = 25

const KINDS: readonly unknown[] = [
  'command',
  'write',
  'delete',
  'fetch',
  'answer',
  'goal',
  'external',
  'other',
] satisfies Effect['kind'][]
const OUTCOMES: readonly unknown[] = [
  'done',
  'failed',
  'interrupted',
  'running',
  'refused',
] satisfies Effect['outcome'][]

/** Reads what a conversation did, message by message in the order they were written. */
export class EffectReader {
  /** Calls without a result yet. */
  readonly #open = new Map<string, ToolUseBlock>()
  #prompt: { readonly uuid: string; readonly at: string } | undefined
  /** What began the last step of the turn: the prompt, or what the harness said after it. */
  #begun: string | undefined

  take(message: Message): readonly Effect[] {
    if (message.type === 'assistant')
      for (const call of toolUses(message.message.content)) this.#open.set(call.id, call)
    // What the harness tells of itself; the id of the message is as good as that of a call.
    if (message.type === 'attachment')
      return recorded(message.attachment['effects']).map(effect => ({
        ...effect,
        toolUseId: message.uuid,
        at: message.timestamp,
        ...(this.#prompt ? { userMessageUuid: this.#prompt.uuid } : {}),
      }))
    if (message.type !== 'user') return []
    const prompt = promptOf(message)
    this.#begun = prompt ?? this.#begun
    if (message.isMeta && message.origin?.kind === TASK_ORIGIN) return endsIn(message)
    if (prompt !== undefined && !message.isMeta) this.#prompt = { uuid: prompt, at: message.timestamp }
    // The person did it themselves; the id of the message is as good as that of a call.
    if (prompt !== undefined && message.effects)
      return recorded(message.effects).map(effect => ({
        ...effect,
        toolUseId: prompt,
        userMessageUuid: prompt,
        at: message.timestamp,
      }))
    return resultIds(message).flatMap(id => this.#effectsOf(message, id))
  }

  /**
   * Files that the history says have changed; `at` when the line itself is of no known time. Only what a tool announced
   * is known to be the session's own; what was found by looking may as well be the person's.
   */
  takeFiles(entry: FileHistoryEntry, at?: string): readonly Effect[] {
    const { messageUuid, intent, rewind } = entry
    // Restored by the person, with the conversation or without: the part that did it tells the model.
    if (rewind !== undefined) return []
    const asked = [this.#prompt?.uuid, this.#begun].includes(messageUuid) ? this.#prompt : undefined
    const rest = {
      outcome: 'done',
      at: at ?? asked?.at ?? '',
      ...(asked ? { userMessageUuid: asked.uuid } : {}),
    } as const
    const effects = intent
      ? gather(changesOf(entry.files))
      : gather(changesOf(entry.files)).map(({ kind, text }) => ({
          kind: 'external' as const,
          text,
          detail: how(entry, kind),
        }))
    return effects.map(effect => ({ ...effect, ...rest }))
  }

  #effectsOf(message: UserMessage, id: string): readonly Effect[] {
    const call = this.#open.get(id)
    this.#open.delete(id)
    const rest = {
      toolUseId: id,
      at: message.timestamp,
      ...(this.#prompt ? { userMessageUuid: this.#prompt.uuid } : {}),
    }
    if (message.origin?.kind === UNSEEN_END) return call ? [{ ...unseen(call), ...rest }] : []
    return recorded(message.effects).map(effect => ({ ...effect, ...rest }))
  }
}

/** What was about to happen when the program stopped: which tool, and with what. */
const unseen = ({ name, input }: ToolUseBlock): CallEffect => ({
  kind: 'other',
  text: escapeLine(`${name} ${JSON.stringify(input)}`, MAX_INPUT),
  outcome: 'interrupted',
})

const NOTE = /<task-id>([^<]*)<\/task-id>[\s\S]*?<status>(\w+)<\/status>(?:\n<summary>([^<]*)<\/summary>)?/

/** The end of background work, as the model was told of it: it says what became of a call, and is no call of its own. */
const endsIn = ({ timestamp, message: { content } }: UserMessage): readonly Effect[] => {
  const [, taskId, status, summary = ''] = NOTE.exec(plainText(content)) ?? []
  if (taskId === undefined) return []
  const code = /exit code (\d+)/.exec(summary)?.[1]
  const detail = code === undefined ? {} : { detail: `exit code ${code}` }
  const rest = { kind: 'other', text: '', taskId, at: timestamp } as const
  if (summary.startsWith(LOST)) return []
  if (status === 'completed') return [{ ...rest, outcome: 'done', ...detail }]
  return status === 'failed'
    ? [{ ...rest, outcome: 'failed', ...detail }]
    : [{ ...rest, outcome: 'done', detail: 'stopped' }]
}

const resultIds = ({ message: { content } }: UserMessage): readonly string[] =>
  typeof content === 'string'
    ? []
    : content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))

/** It may come from a file that somebody else wrote. */
const recorded = (effects: unknown): readonly CallEffect[] =>
  Array.isArray(effects) ? effects.filter(isCallEffect) : []

const isCallEffect = (value: unknown): value is CallEffect => {
  if (typeof value !== 'object' || value === null) return false
  const { kind, text, outcome, detail, said, taskId } = value as Readonly<Record<keyof CallEffect, unknown>>
  const isText = (field: unknown): boolean => field === undefined || typeof field === 'string'
  return (
    KINDS.includes(kind) &&
    OUTCOMES.includes(outcome) &&
    typeof text === 'string' &&
    isText(detail) &&
    isText(said) &&
    isText(taskId)
  )
}

interface Change {
  readonly kind: 'write' | 'delete'
  readonly text: string
}

const changesOf = (files: FileHistoryEntry['files']): readonly Change[] =>
  Object.entries(files).map(([path, { after }]) => ({
    kind: after === null ? 'delete' : 'write',
    text: path,
  }))

/** For the model: a change that no tool announced, as far as anybody knows. */
const how = ({ shared }: FileHistoryEntry, kind: Change['kind']): string => {
  // Nobody looked when the command ended.
  const when = shared ? 'during or after a command' : 'during a command or call'
  return `${kind === 'delete' ? 'deleted' : 'changed'} ${when} (by it or by somebody else)`
}

const gather = (changed: readonly Change[]): readonly Change[] => {
  if (changed.length <= MAX_FILES) return changed
  return (['write', 'delete'] as const).flatMap(kind => {
    const paths = changed.filter(change => change.kind === kind).map(({ text }) => text)
    return paths.length === 0
      ? []
      : [{ kind, text: `${counted(paths.length, 'file')} below ${commonDirectory(paths)}` }]
  })
}

const commonDirectory = ([first = '', ...others]: readonly string[]): string => {
  const parts = first.split('/').slice(0, -1)
  const shared = parts.findIndex((_, depth) => {
    const start = `${parts.slice(0, depth + 1).join('/')}/`
    return !others.every(path => path.startsWith(start))
  })
  return (shared === -1 ? parts : parts.slice(0, shared)).join('/') || '/'
}

/** The conversation begins anew: what was done before is not its own. */
export const isClearing = (message: Message): boolean =>
  message.type === 'system' &&
  message.subtype === 'compact_boundary' &&
  message.compactMetadata?.by === 'clear'

/** A ledger grows by this: what a call did is known under its id, whoever tells it a second time. */
export class EffectLedger {
  readonly #reader = new EffectReader()
  readonly #calls = new Set<string>()
  readonly #effects: Effect[] = []

  /** What earlier messages did, and those of them that are still at hand. */
  constructor(earlier: readonly Effect[], messages: readonly Message[]) {
    this.#add(earlier)
    for (const message of messages) this.see(message)
  }

  /** Oldest first. */
  get effects(): readonly Effect[] {
    return this.#effects
  }

  see(message: Message): void {
    if (isClearing(message)) this.#forget()
    this.#add(this.#reader.take(message))
  }

  /** The conversation is another one: this is what it did. */
  restart(effects: readonly Effect[]): void {
    this.#forget()
    this.#add(effects)
  }

  #forget(): void {
    this.#effects.length = 0
    this.#calls.clear()
  }

  seeFiles(entry: FileHistoryEntry, at: string): void {
    this.#add(this.#reader.takeFiles(entry, at))
  }

  #add(effects: readonly Effect[]): void {
    const fresh = effects.filter(({ toolUseId }) => toolUseId === undefined || !this.#calls.has(toolUseId))
    for (const { toolUseId } of fresh) if (toolUseId !== undefined) this.#calls.add(toolUseId)
    this.#effects.push(...fresh)
  }
}
