import type { StreamEvent } from '../../../protocol/model.ts'
import type { ScriptedBlock } from './scenario.ts'

/** What happens on the wire and when, in ms from the start of the reply. `raw` is sent as it is. */
export type Step =
  | { readonly atMs: number; readonly event: StreamEvent }
  | { readonly atMs: number; readonly raw: string }

export interface BlockTiming {
  readonly index: number
  readonly from: number
  /** Absent: as soon as its pieces are through. */
  readonly completeAt: number | undefined
  readonly chunkMs: number
  /** Only the first half of it is sent. */
  readonly cut: boolean
}

/** The events that stream one block. */
export const planBlock = (block: ScriptedBlock, place: BlockTiming): readonly Step[] => {
  const { started, deltas } = takeApart(block, place.cut)
  const end = place.completeAt ?? place.from + deltas.length * place.chunkMs
  const events: StreamEvent[] = [
    { type: 'content_block_start', index: place.index, content_block: started },
    ...deltas.map(delta => ({ type: 'content_block_delta', index: place.index, delta })),
  ]
  const steps = events.map((event, at) => ({ atMs: Math.min(end, place.from + at * place.chunkMs), event }))
  return [...steps, { atMs: end, event: { type: 'content_block_stop', index: place.index } }]
}

interface Parts {
  readonly started: ScriptedBlock
  readonly deltas: readonly Readonly<Record<string, unknown>>[]
}

/** The empty block a stream begins with, and the pieces that fill it. Blocks of other kinds come whole. */
const takeApart = (block: ScriptedBlock, cut: boolean): Parts => {
  const piecesOf = (text: unknown) => splitText(cut ? firstHalf(String(text)) : String(text))
  switch (block.type) {
    case 'text':
      return {
        started: { ...block, text: '' },
        deltas: piecesOf(block['text']).map(text => ({ type: 'text_delta', text })),
      }
    case 'thinking':
      return {
        started: { ...block, thinking: '', signature: '' },
        deltas: [
          ...piecesOf(block['thinking']).map(thinking => ({ type: 'thinking_delta', thinking })),
          ...(cut ? [] : [{ type: 'signature_delta', signature: block['signature'] }]),
        ],
      }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return {
        started: { ...block, input: {} },
        deltas: piecesOf(inputText(block['input'])).map(text => ({
          type: 'input_json_delta',
          partial_json: text,
        })),
      }
    default:
      return { started: block, deltas: [] }
  }
}

/** A string is taken as the very text the model wrote, so that a script can send any nonsense. */
const inputText = (input: unknown): string =>
  typeof input === 'string' ? input : JSON.stringify(input ?? {})

const firstHalf = (text: string): string =>
  Array.from(text)
    .slice(0, Math.ceil(text.length / 2))
    .join('')

const SMALLEST_PIECE = 24
const MOST_PIECES = 20

/** Pieces of whole characters, at most {@link MOST_PIECES}. */
const splitText = (text: string): readonly string[] => {
  const characters = Array.from(text)
  const size = Math.max(SMALLEST_PIECE, Math.ceil(characters.length / MOST_PIECES))
  const pieces: string[] = []
  for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(''))
  return pieces
}
