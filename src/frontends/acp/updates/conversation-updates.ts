import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { AgentOrigin } from '../../../protocol/agents/agent-origin.ts'
import type { Event } from '../../../protocol/event.ts'
import type {
  AssistantMessage,
  Message,
  NoticeLevel,
  SystemMessage,
  ToolResultBlock,
  UserMessage,
} from '../../../protocol/message.ts'
import { withLiteralValues } from '../../../protocol/messages/literal-values.ts'
import type { Localize } from '../../../protocol/messages/localized-text.ts'
import type { Abilities } from '../abilities.ts'
import type { PathNames } from '../path-names.ts'
import { CompactionUpdates } from './compaction-updates.ts'
import { PlanEntries } from './plan-entries.ts'
import { forPeople, mediaBlock } from './result-content.ts'
import { StreamedText } from './streamed-text.ts'
import { textBlock } from './text-content.ts'
import { ToolCalls } from './tool-calls.ts'

/** What happens in a session, as the client is told of it. Knows what it has told before; asks nothing. */
export class ConversationUpdates {
  readonly calls: ToolCalls
  readonly #abilities: Abilities
  readonly #localize: Localize
  readonly #text = new StreamedText()
  readonly #plan = new PlanEntries()
  readonly #compaction: CompactionUpdates
  /** The message that each call stands in, by the id of the call. */
  readonly #written = new Map<string, string>()

  constructor(
    names: PathNames,
    abilities: Abilities,
    { newId, localize }: { newId(): string; readonly localize: Localize },
  ) {
    this.#localize = localize
    this.calls = new ToolCalls(names, localize)
    this.#abilities = abilities
    this.#compaction = new CompactionUpdates(abilities, newId)
  }

  of(event: Event): readonly SessionUpdate[] {
    switch (event.type) {
      case 'entry':
        if (event.replay || (event.entry.isSidechain && !event.agent)) return []
        return this.#fromLive(event.entry, event.agent)
      case 'stream':
        // What an agent says stands below the call that started it, block by block: not among the words of the conversation.
        return event.agent ? [] : some(this.#text.piece(event.event))
      case 'tool_started':
        return some(this.calls.started(event.toolUseId))
      case 'tool_progress':
        return some(this.calls.progressed(event.toolUseId, event.text))
      case 'agent_changed':
        this.calls.agentIn(event.info.id, event.info.cwd)
        return []
      case 'tombstone':
        return this.#dropped(event.uuids)
      case 'notice':
        return this.#noticed(event)
      case 'to_person':
        return event.kind === 'notification' ? this.notice('notice', event.text) : [said(event.text)]
      case 'command_output':
        return [said(withLiteralValues(event.localized, this.#localize))]
      case 'status':
        return event.agent ? [] : this.#compaction.status(event.status)
      default:
        return []
    }
  }

  /** A conversation from before, message by message, as if it happened now. */
  replay(messages: readonly Message[]): readonly SessionUpdate[] {
    return messages.flatMap(message =>
      message.type === 'user' ? this.#fromPerson(message) : this.#fromLive(message, undefined),
    )
  }

  /** For the person. Without a way of its own a warning becomes part of the answer; what is less is left out. */
  notice(level: NoticeLevel, text: string): readonly SessionUpdate[] {
    if (text.trim() === '') return []
    const [title = '', ...more] = text.trim().split('\n')
    const severity = level === 'error' || level === 'warning' ? level : 'info'
    if (this.#abilities.notices)
      return [
        {
          sessionUpdate: 'notice',
          severity,
          title,
          ...(more.length === 0 ? {} : { description: more.join('\n') }),
        },
      ]
    return severity === 'info' ? [] : [said(`${text.trim()}\n\n`)]
  }

  /** What is wrong because of a call stands with the call; where that is shown, nobody is told twice. */
  #noticed({
    level,
    localized,
    toolUseId,
    details = [],
  }: Extract<Event, { readonly type: 'notice' }>): readonly SessionUpdate[] {
    const text = this.#localize(localized)
    const found = details.map(each => this.#localize(each))
    const isShown = toolUseId !== undefined && found.length > 0 && this.calls.isKnown(toolUseId)
    if (!isShown) return this.notice(level, text)
    const update = this.calls.found(toolUseId, found.length === 1 ? [text] : [text, ...found])
    return [...(this.#abilities.notices ? this.notice(level, text) : []), ...some(update)]
  }

  #fromLive(message: Message, agent: AgentOrigin | undefined): readonly SessionUpdate[] {
    switch (message.type) {
      case 'assistant':
        return this.#fromModel(message, agent)
      case 'user':
        return this.#results(message, agent)
      case 'system':
        return agent ? [] : this.#fromSystem(message)
      case 'attachment':
        return []
    }
  }

  #fromModel(message: AssistantMessage, agent: AgentOrigin | undefined): readonly SessionUpdate[] {
    // Why a turn failed is the answer to the prompt.
    if (message.isApiErrorMessage) return []
    const { id, content } = message.message
    return content.flatMap((block): readonly SessionUpdate[] => {
      if (block.type === 'tool_use') {
        this.#written.set(block.id, message.uuid)
        const { name, input } = block
        const presentation = message.presentations?.[block.id]
        return [this.calls.begin({ id: block.id, name, input, presentation }, agent)]
      }
      if (agent) return block.type === 'text' ? some(this.calls.agentSaid(agent, block.text)) : []
      if (block.type === 'text') return some(this.#text.complete('text', block.text, id))
      return block.type === 'thinking' ? some(this.#text.complete('thinking', block.thinking, id)) : []
    })
  }

  #results(message: UserMessage, agent: AgentOrigin | undefined): readonly SessionUpdate[] {
    const { content } = message.message
    if (typeof content === 'string') return []
    return content
      .filter((block): block is ToolResultBlock => block.type === 'tool_result')
      .flatMap(block => {
        const isKnown = this.#written.delete(block.tool_use_id)
        const ended = this.calls.ended(block, message.toolUseResult)
        const failed = block.is_error === true || !isKnown || agent !== undefined
        const body = message.presentations?.[block.tool_use_id]?.body
        return [ended, ...(failed ? [] : some(this.#plan.after(body)))]
      })
  }

  #fromPerson(message: UserMessage): readonly SessionUpdate[] {
    const { content } = message.message
    if (message.isMeta || message.isCompactSummary) return this.#results(message, undefined)
    const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
    const chunks = blocks.flatMap((block): readonly SessionUpdate[] => {
      const shown =
        block.type === 'text' && block.text !== ''
          ? textBlock(forPeople(block.text))
          : block.type === 'image' || block.type === 'document'
            ? mediaBlock(block)
            : undefined
      if (!shown) return []
      return [{ sessionUpdate: 'user_message_chunk', content: shown, messageId: message.uuid }]
    })
    return [...chunks, ...this.#results(message, undefined)]
  }

  #fromSystem(message: SystemMessage): readonly SessionUpdate[] {
    if (message.subtype === 'informational') return this.notice(message.level ?? 'info', message.content)
    return message.subtype === 'compact_boundary' ? this.#compaction.done() : []
  }

  #dropped(uuids: readonly string[]): readonly SessionUpdate[] {
    const ids = [...this.#written].filter(([, uuid]) => uuids.includes(uuid)).map(([id]) => id)
    for (const id of ids) this.#written.delete(id)
    return this.calls.dropped(ids)
  }
}

export const said = (text: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: textBlock(text),
})

const some = (update: SessionUpdate | undefined): readonly SessionUpdate[] => (update ? [update] : [])
