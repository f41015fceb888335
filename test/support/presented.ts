import { presentServerName, presentServers } from '../../src/features/mcp/tools/present-server.ts'
import { present as presentSkill } from '../../src/features/skills/present-skill.ts'
import { toolRows } from '../../src/features/tools/index.ts'
import type { Event } from '../../src/protocol/event.ts'
import type { Message } from '../../src/protocol/message.ts'
import { type Present, type Presentation, presentInput } from '../../src/protocol/messages/presentation.ts'

const PRESENTS: ReadonlyMap<string, Present> = new Map([
  ...(
    await Promise.all(
      Object.entries(toolRows).map(async ([name, { present, formerly = [] }]) => {
        const made = (await present()).present
        return [name, ...formerly].map(each => [each, made] as const)
      }),
    )
  ).flat(),
  ['Skill', presentSkill],
  ['ListMcpResourcesTool', presentServers],
])

/** What a session gives a front end with a call. */
export const presentationFor = (name: string, input: unknown, output?: unknown): Presentation =>
  (PRESENTS.get(name) ?? presentServerName(name) ?? presentInput)(input, output)

/** A call of a transcript as it would be with what the session gave. */
export const presented = <
  T extends { readonly name: string; readonly input: unknown; readonly output?: unknown },
>(
  call: T,
): T & { readonly presentation: Presentation } => ({
  ...call,
  presentation: presentationFor(call.name, call.input, call.output),
})

/** A message as it would leave a session, with the calls that came before it. */
export const presentedMessages = <M extends Message>(messages: readonly M[]): readonly M[] => {
  const calls = new Map<string, { readonly name: string; readonly input: unknown }>()
  return messages.map(message => {
    const presentations: Record<string, Presentation> = {}
    if (message.type === 'assistant')
      for (const block of message.message.content)
        if (block.type === 'tool_use') {
          calls.set(block.id, block)
          presentations[block.id] = presentationFor(block.name, block.input)
        }
    if (message.type === 'user' && typeof message.message.content !== 'string')
      for (const block of message.message.content) {
        const call = block.type === 'tool_result' ? calls.get(block.tool_use_id) : undefined
        if (call && block.type === 'tool_result')
          presentations[block.tool_use_id] = presentationFor(call.name, call.input, message.toolUseResult)
      }
    return Object.keys(presentations).length === 0 ? message : { ...message, presentations }
  })
}

/** Events as a session would give them to a front end. */
export const presentedEvents = (events: readonly Event[]): readonly Event[] => {
  const messages = presentedMessages(events.flatMap(event => (event.type === 'entry' ? [event.entry] : [])))
  let at = 0
  return events.map(event => {
    if (event.type === 'entry') {
      const entry = messages[at++] ?? event.entry
      return { ...event, entry }
    }
    if (event.type !== 'permission_request') return event
    const { toolName, input } = event.request
    return { ...event, request: { ...event.request, presentation: presentationFor(toolName, input) } }
  })
}
