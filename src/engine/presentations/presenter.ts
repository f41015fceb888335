import { advisorRows } from '../../features/advisor/tool-rows.ts'
import {
  presentServerName,
  presentServers,
  presentServerTool,
} from '../../features/mcp/tools/present-server.ts'
import { LIST_RESOURCES } from '../../features/mcp/tools/resource-specs.ts'
import { skillRows } from '../../features/skills/tool-rows.ts'
import { browserRows } from '../../features/tools/browser/tool-rows.ts'
import { computerRows } from '../../features/tools/computer/tool-rows.ts'
import { toolRows } from '../../features/tools/index.ts'
import { textField } from '../../lib/values/read-field.ts'
import type { Event } from '../../protocol/event.ts'
import type { ContributedTool } from '../../protocol/extensions/contribution.ts'
import type { Message } from '../../protocol/message.ts'
import { remoteHostText } from '../../protocol/messages/engine/remote-host.ts'
import { type Present, type Presentation, presentInput } from '../../protocol/messages/presentation.ts'
import type { ToolRow } from '../../protocol/tools/tool-row.ts'
import { type CallLog, callsIn, resultsIn, startedCall, type WrittenCall } from './call-log.ts'

/** Tools of ours that are no rows of the list: they come only where there is something for them. */
const LATE_ROWS: Readonly<Record<string, Pick<ToolRow, 'present'>>> = {
  ...skillRows,
  ...advisorRows,
  ...browserRows,
  ...computerRows,
  [LIST_RESOURCES.name]: { present: async () => ({ present: presentServers }) },
}

type FindContributed = (name: string) => ContributedTool | undefined

/** Puts presentations on what leaves for a front end. */
export interface Presenter {
  event(event: Event, log: CallLog): Promise<Event>
  /** Messages in their order: a result finds its call among those before it. */
  messages(messages: readonly Message[]): Promise<readonly Message[]>
}

export const createPresenter = (contributed: FindContributed = () => undefined): Presenter =>
  new ToolPresenter(contributed)

class ToolPresenter implements Presenter {
  readonly #contributed: FindContributed
  readonly #loaded = new Map<string, Present>()
  /** A conversation is asked for its history more than once. */
  readonly #presented = new WeakMap<Message, Message>()

  constructor(contributed: FindContributed) {
    this.#contributed = contributed
  }

  async event(event: Event, log: CallLog): Promise<Event> {
    switch (event.type) {
      case 'entry': {
        const entry = await this.#message(event.entry, log.answered(event.entry))
        return { ...event, entry: entry as typeof event.entry }
      }
      case 'permission_request': {
        const { toolName, input } = event.request
        const presentation = await this.#call({ name: toolName, input })
        return { ...event, request: { ...event.request, presentation } }
      }
      case 'stream': {
        const name = startedCall(event.event)
        return name === undefined ? event : { ...event, presentation: await this.#call({ name, input: {} }) }
      }
      default:
        return event
    }
  }

  async messages(messages: readonly Message[]): Promise<readonly Message[]> {
    const calls = new Map<string, WrittenCall>()
    const presented: Message[] = []
    for (const message of messages) {
      for (const { id, name, input } of callsIn(message)) calls.set(id, { name, input })
      presented.push(await this.#message(message, calls))
    }
    return presented
  }

  async #message(message: Message, calls: ReadonlyMap<string, WrittenCall>): Promise<Message> {
    const known = this.#presented.get(message)
    if (known) return known
    const presentations: Record<string, Presentation> = {}
    for (const { id, name, input } of callsIn(message)) presentations[id] = await this.#call({ name, input })
    for (const id of resultsIn(message)) {
      const call = calls.get(id)
      const output = message.type === 'user' ? message.toolUseResult : undefined
      if (call) presentations[id] = await this.#call(call, output)
    }
    if (Object.keys(presentations).length === 0) return message
    const made = { ...message, presentations } as Message
    this.#presented.set(message, made)
    return made
  }

  async #call({ name, input }: WrittenCall, output?: unknown): Promise<Presentation> {
    const present = this.#loaded.get(name) ?? (await this.#find(name))
    try {
      return at(textField(output, 'remoteHost'), name, present(input, output))
    } catch {
      // What is shown of a call must not end the conversation it belongs to.
      return presentInput(input, output)
    }
  }

  async #find(name: string): Promise<Present> {
    const ours = await loadOurs(name)
    if (ours) this.#loaded.set(name, ours)
    return ours ?? (await this.#findContributed(name)) ?? presentServerName(name) ?? presentInput
  }

  /** What others bring may come, go and change. */
  async #findContributed(name: string): Promise<Present | undefined> {
    const found = this.#contributed(name)
    if (!found) return undefined
    const { serverTool } = found.spec
    if (serverTool) return presentServerTool(serverTool)
    // A tool that cannot be loaded is still shown.
    const tool = await found.load().catch(() => undefined)
    return tool?.present
  }
}

const loadOurs = async (name: string): Promise<Present | undefined> => {
  const row = rowOf(name) ?? (Object.hasOwn(LATE_ROWS, name) ? LATE_ROWS[name] : undefined)
  return row && (await row.present()).present
}

const rowOf = (name: string): (typeof toolRows)[string] | undefined =>
  Object.hasOwn(toolRows, name)
    ? toolRows[name]
    : Object.values(toolRows).find(({ formerly }) => formerly?.includes(name))

/** With the machine it was done on, if that was another one: its files are not to be opened here. */
const at = (host: string | undefined, tool: string, { paths, ...shown }: Presentation): Presentation =>
  host === undefined
    ? { ...shown, ...(paths ? { paths } : {}) }
    : { ...shown, name: remoteHostText('tool', { tool: shown.name ?? tool, host }) }
