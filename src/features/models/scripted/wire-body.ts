import { asList, asRecord, type JsonRecord } from '../json-shape.ts'

/** The body of a Messages request as it came over the wire; nothing in it has been checked. */
export type WireBody = JsonRecord

export interface WireMessage {
  readonly role: string
  readonly blocks: readonly JsonRecord[]
}

export const wireMessages = (body: WireBody): readonly WireMessage[] =>
  asList(body['messages']).map(each => {
    const message = asRecord(each)
    return { role: String(message['role']), blocks: toBlocks(message['content']) }
  })

/** A string is short for one text block. */
export const toBlocks = (content: unknown): readonly JsonRecord[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).map(asRecord)

export const textOf = (blocks: readonly JsonRecord[]): string =>
  blocks
    .filter(block => block['type'] === 'text')
    .map(block => String(block['text']))
    .join('\n')

/** The text of a tool result; a reference to a tool reads as its name. */
export const resultText = (block: JsonRecord): string =>
  textOf(
    toBlocks(block['content']).map(each =>
      each['type'] === 'tool_reference' ? { type: 'text', text: `Loaded: ${each['tool_name']}` } : each,
    ),
  )

/** Tools that count for nothing until a result refers to them. */
export const isDeferred = (tool: unknown): boolean => asRecord(tool)['defer_loading'] === true

export const systemText = (body: WireBody): string => textOf(toBlocks(body['system']))
