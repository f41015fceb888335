import type {
  AssistantBlock,
  AssistantMessage,
  Message,
  ToolResultBlock,
  UserBlock,
  UserMessage,
} from '../../protocol/message.ts'
import {
  CHANNEL_ORIGIN,
  CONTINUATION,
  DEFERRED_CALL,
  LIMIT_ORIGIN,
  NUDGE,
  PEER_ORIGIN,
  PERSON_SHELL,
  plainText,
  toolUses,
} from '../../protocol/message.ts'
import { resumingText } from '../../protocol/messages/host/resuming.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import { UNSEEN_END } from './folds/effects.ts'

const says = modelTexts('session_repair', {
  call: {
    en: 'This call was interrupted when the program stopped. Whether it took effect, in full or in part, is unknown: assume neither, and look at the actual state before you rely on it or repeat it.',
    zh: '此调用在程序停止时中断。它是否生效、全部还是部分生效都不确定：不要假定任何一种，依赖或重复它之前先查看实际状态。',
  },
  turn: {
    en: '[The program stopped before this turn was finished. Unfinished work is to be picked up where it stopped, unless the next message says otherwise.]',
    zh: '[程序在这一轮完成前停止。除非下一条消息另有说明，请从停下处继续未完成的工作。]',
  },
  // In the middle of a turn, where no program stopped: nothing is to be picked up.
  rewindCall: {
    en: 'The user went back to this point of the conversation, where the call had no result yet. Whether it took effect is unknown: look at the actual state before you rely on it or repeat it.',
    zh: '用户回到了对话的此处，当时该调用还没有结果。它是否生效不确定：依赖或重复它之前先查看实际状态。',
  },
  copyCall: {
    en: 'This conversation is a copy, made while the call had no result yet. Whether it took effect is unknown: look at the actual state before you rely on it or repeat it.',
    zh: '此对话是副本，复制时该调用还没有结果。它是否生效不确定：依赖或重复它之前先查看实际状态。',
  },
  rewindTurn: {
    en: '[The user went back to this point of the conversation, in the middle of a turn. What followed is not part of it any more: go by the next message.]',
    zh: '[用户回到了对话的此处，当时一轮正在进行。之后的内容已不属于此对话：请以下一条消息为准。]',
  },
  copyTurn: {
    en: '[This conversation is a copy of one that was in the middle of a turn here, and may go on with it elsewhere. Go by the next message.]',
    zh: '[此对话是副本，原对话在此处正进行到一轮中间，可能在别处继续。请以下一条消息为准。]',
  },
  reply: {
    en: '[The program stopped in the middle of your reply above: the rest of it was lost, and a call you were writing was not made. Pick up where it stopped, unless the next message says otherwise.]',
    zh: '[程序在你上面的回复途中停止：其余内容已丢失，正在写的调用没有发出。除非下一条消息另有说明，请从停下处继续。]',
  },
})

interface RepairDeps {
  /** The person went back to here, or a copy begins here; absent: the program stopped here. */
  readonly left?: 'rewind' | 'copy'
  /** Of the prompt. */
  readonly language?: PromptLanguage | undefined
  /** Whether a call without a result can be gone on with: then it is not answered, but made again with the next turn. */
  goesOn?(callId: string): boolean
  readonly now: () => Date
  readonly newId: () => string
}

interface RepairedHistory {
  /** Every call has exactly one result behind its reply and before the next one; every result has its call. */
  readonly messages: readonly Message[]
  /** The last of `messages`: what is not in the file yet and belongs at its end. Repairs further up are made anew on each load. */
  readonly added: readonly Message[]
  /** For the person. */
  readonly notes: readonly LocalizedText[]
  /** The last turn did not come to its end. */
  readonly interrupted: boolean
}

const isEmptyText = (block: AssistantBlock): boolean => block.type === 'text' && block.text.trim() === ''
const isThinking = (block: AssistantBlock): boolean =>
  block.type === 'thinking' || block.type === 'redacted_thinking'

const resultIds = (message: UserMessage): readonly string[] =>
  typeof message.message.content === 'string'
    ? []
    : message.message.content.flatMap(block => (block.type === 'tool_result' ? [block.tool_use_id] : []))

/** Counters of what was done, for the notes. */
interface Tally {
  interrupted: number
  waiting: number
  orphans: number
}

/** The records of one reply and what followed it, until the next reply begins. */
class Exchange {
  readonly #records: AssistantMessage[] = []
  readonly #rest: Message[] = []
  readonly #open = new Set<string>()
  readonly #tally: Tally
  #lastResult = 0

  constructor(tally: Tally) {
    this.#tally = tally
  }

  /** A record belongs here when it goes on with the same reply: directly, or while calls of it are unanswered. */
  accepts(record: AssistantMessage): boolean {
    const first = this.#records[0]
    return first?.message.id === record.message.id && (this.#rest.length === 0 || this.#open.size > 0)
  }

  addRecord(record: AssistantMessage): void {
    this.#records.push(record)
    for (const call of toolUses(record.message.content)) this.#open.add(call.id)
  }

  addOther(message: Message): void {
    const kept = message.type === 'user' ? this.#withoutOrphans(message) : message
    if (kept === undefined) return
    this.#rest.push(kept)
    if (kept.type === 'user' && resultIds(kept).length > 0) this.#lastResult = this.#rest.length
  }

  /** Puts the exchange at the end of `out`; returns what was made up for it and now stands last. */
  finish(out: Message[], deps: RepairDeps): readonly Message[] {
    for (const record of withoutTrailingThinking(this.#records)) out.push(record)
    const ids = [...this.#open]
    const after = this.#rest.slice(this.#lastResult)
    const waits =
      after.length === 0 && deps.left === undefined ? ids.find(id => deps.goesOn?.(id)) : undefined
    const lost = ids.filter(id => id !== waits)
    this.#tally.interrupted += lost.length
    this.#tally.waiting += ids.length - lost.length
    const made = [
      ...(lost.length === 0 ? [] : [interruptedResults(lost, deps)]),
      ...(waits === undefined
        ? []
        : [{ ...interruptedResults([waits], deps), origin: { kind: DEFERRED_CALL } }]),
    ]
    for (const message of this.#rest.slice(0, this.#lastResult)) out.push(message)
    for (const message of made) out.push(message)
    for (const message of after) out.push(message)
    return after.length === 0 ? made : []
  }

  /** The same for the last one, with what was shown of a reply that broke off. */
  end(out: Message[], { shown, ...deps }: RepairDeps & { readonly shown: AssistantMessage | undefined }) {
    if (!shown) return this.finish(out, deps)
    // Thoughts count only before the words they led to; those of calls stand behind their results.
    if (!this.accepts(shown) || this.#open.size > 0) {
      const made = this.finish(out, deps)
      out.push(shown)
      return [...made, shown]
    }
    this.addRecord(shown)
    this.finish(out, deps)
    return [shown]
  }

  #withoutOrphans(message: UserMessage): UserMessage | undefined {
    const { content } = message.message
    if (typeof content === 'string') return message
    const kept = content.filter(block => block.type !== 'tool_result' || this.#open.delete(block.tool_use_id))
    if (kept.length === content.length) return message
    this.#tally.orphans += content.length - kept.length
    if (kept.length === 0) return undefined
    return { ...message, message: { role: 'user', content: kept satisfies readonly UserBlock[] } }
  }
}

/** A reply may not end in thinking; nothing of it remains when it was nothing else. */
const withoutTrailingThinking = (records: readonly AssistantMessage[]): readonly AssistantMessage[] => {
  const kept = [...records]
  for (let record = kept.pop(); record !== undefined; record = kept.pop()) {
    const { content } = record.message
    const end = content.findLastIndex(block => !isThinking(block) && !isEmptyText(block)) + 1
    if (end === 0) continue
    const tail = content.slice(end)
    const whole = !tail.some(isThinking)
    kept.push(whole ? record : { ...record, message: { ...record.message, content: content.slice(0, end) } })
    break
  }
  return kept
}

const callText = ({ left, language }: RepairDeps): string => {
  if (left === undefined) return forModel(says('call'), language)
  return forModel(left === 'rewind' ? says('rewindCall') : says('copyCall'), language)
}

const turnText = ({ left, language }: RepairDeps, midReply: boolean): string => {
  if (left === undefined) return forModel(midReply ? says('reply') : says('turn'), language)
  return forModel(left === 'rewind' ? says('rewindTurn') : says('copyTurn'), language)
}

const interruptedResults = (ids: readonly string[], deps: RepairDeps): UserMessage => ({
  type: 'user',
  uuid: deps.newId(),
  timestamp: deps.now().toISOString(),
  message: {
    role: 'user',
    content: ids.map(
      (id): ToolResultBlock => ({
        type: 'tool_result',
        tool_use_id: id,
        content: callText(deps),
        is_error: true,
      }),
    ),
  },
  origin: { kind: UNSEEN_END },
})

const interruptedTurn = (deps: RepairDeps, content: string): UserMessage => ({
  type: 'user',
  uuid: deps.newId(),
  timestamp: deps.now().toISOString(),
  message: { role: 'user', content },
  isMeta: true,
  origin: { kind: deps.left ? 'left' : 'interrupted' },
})

/** How other programs mark a turn that the person stopped, as a line in the person's name. */
const STOPPED_BY_PERSON = /^\[Request interrupted by user/

/** What a command of the person's printed, as other programs keep it too; the model reads it with the next prompt. */
const PRINTED = /^<(?:bash-(?:input|stdout|stderr)|local-command-(?:caveat|stdout|stderr))>/
/** The line of a slash command as other programs keep it, before what it printed. */
const COMMAND_LINE = /^<command-(?:name|message)>/

const isPrinted = (message: Message): boolean =>
  message.type === 'user' &&
  (message.origin?.kind === PERSON_SHELL || PRINTED.test(plainText(message.message.content)))

/** What the person ran by themselves is nobody's to answer. */
const isSpoken = (message: Message, at: number, all: readonly Message[]): boolean => {
  if (message.type === 'assistant' || isEnd(message)) return true
  if (message.type !== 'user' || isPrinted(message)) return false
  const next = all[at + 1]
  const isCommand = next !== undefined && isPrinted(next)
  return !isCommand || !COMMAND_LINE.test(plainText(message.message.content))
}

/** The model ended its turn without a word. */
const isEnd = (message: Message): boolean => message.type === 'system' && message.closesTurn === true

/** Written by the harness, and a turn of the model goes on or begins with it. */
const STARTS_REPLY: ReadonlySet<string> = new Set([
  CONTINUATION,
  NUDGE,
  CHANNEL_ORIGIN,
  LIMIT_ORIGIN,
  PEER_ORIGIN,
  'schedule',
  'skill',
  'task-notification',
  'tick',
])
/** How the harness says that a turn is over, in either language of a prompt. */
const CLOSES_TURN =
  /^\[(?:The user interrupted the turn here|You were stopped here|The turn ended here: |用户在此处中断了这一轮|你在此处被停止|这一轮在此结束：)/

/** Stands with what was said and leaves open whether a reply to it is due: what a file holds, what an editor shows. */
const isBeside = (message: Message): boolean =>
  message.type === 'user' &&
  message.isMeta === true &&
  message.isCompactSummary !== true &&
  message.origin === undefined &&
  resultIds(message).length === 0 &&
  !CLOSES_TURN.test(plainText(message.message.content))

/** A conversation that was compacted by itself was to be sent right after; the person who asked for it was to speak. */
const isWithinTurn = (messages: readonly Message[]): boolean => {
  const boundary = messages.findLast(
    message => message.type === 'system' && message.subtype === 'compact_boundary',
  )
  const trigger = boundary?.type === 'system' ? boundary.compactMetadata?.trigger : undefined
  return trigger === 'auto' || trigger === 'reactive'
}

/** The model was to speak next: to a prompt, to results, to a summary or to what the harness asked of it. */
const awaitsReply = (messages: readonly Message[]): boolean => {
  const last = messages.filter(isSpoken).findLast(message => !isBeside(message))
  if (last?.type !== 'user') return false
  if (last.isCompactSummary === true) return isWithinTurn(messages)
  // What a hook put off waits for whoever goes on, not for the model.
  if (last.origin?.kind === DEFERRED_CALL) return false
  if (resultIds(last).length > 0) return true
  if (last.isMeta === true) return last.origin !== undefined && STARTS_REPLY.has(last.origin.kind)
  return !STOPPED_BY_PERSON.test(plainText(last.message.content))
}

const notesOn = ({ interrupted, waiting, orphans }: Tally): readonly LocalizedText[] => [
  ...(waiting > 0 ? [resumingText('script_goes_on')] : []),
  ...(interrupted > 0 ? [resumingText('calls_interrupted', { count: interrupted })] : []),
  ...(orphans > 0 ? [resumingText('results_left_out', { count: orphans })] : []),
]

/** What is known of the end of a history beside its messages. */
interface HistoryEnd {
  /** What somebody read of a reply that was not written down any more: it is hung on. */
  readonly shown?: AssistantMessage | undefined
  /** The reply it ends in did not come to its end. */
  readonly cut?: boolean
}

/** Makes a history that was cut anywhere fit to be sent. Changes nothing in one that is whole. */
export const repairHistory = (
  messages: readonly Message[],
  deps: RepairDeps,
  { shown, cut = false }: HistoryEnd = {},
): RepairedHistory => {
  const tally: Tally = { interrupted: 0, waiting: 0, orphans: 0 }
  const out: Message[] = []
  let exchange = new Exchange(tally)
  for (const message of messages) {
    if (message.type === 'assistant') {
      if (message.message.content.every(isEmptyText)) continue
      if (!exchange.accepts(message)) {
        exchange.finish(out, deps)
        exchange = new Exchange(tally)
      }
      exchange.addRecord(message)
    } else exchange.addOther(message)
  }
  const added = [...exchange.end(out, { ...deps, shown })]
  const midReply = (shown !== undefined || cut) && out.at(-1)?.type === 'assistant'
  const interrupted = midReply || awaitsReply(out)
  if (interrupted) {
    const marker = interruptedTurn(deps, turnText(deps, midReply))
    out.push(marker)
    added.push(marker)
  }
  return { messages: out, added, notes: notesOn(tally), interrupted }
}
