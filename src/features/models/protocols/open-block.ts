import { errorText } from '../../../lib/error-text.ts'
import { repairJson } from '../../../lib/repair-json.ts'
import type { AssistantBlock } from '../../../protocol/message.ts'
import type { BadInput, RepairedInput } from '../../../protocol/model.ts'
import { isRecord, type JsonRecord } from '../json-shape.ts'

interface FinishedBlock {
  readonly block: AssistantBlock
  readonly badInput?: BadInput
  readonly repaired?: RepairedInput
}

/** A content block that is still being streamed. */
export interface OpenBlock {
  /** Deltas of unknown kinds change nothing: the raw event reaches the consumer anyway. `spare_delta` is our own: it takes signs off the end. */
  add(delta: JsonRecord): void
  finish(): FinishedBlock
}

/** Blocks of kinds nobody here knows keep every field they started with. */
export const beginBlock = (started: JsonRecord): OpenBlock => {
  const texts: Record<string, string> = {}
  let citations: unknown[] | undefined
  let inputText: string | undefined

  const addText = (field: string, piece: unknown): void => {
    const before = texts[field] ?? (typeof started[field] === 'string' ? (started[field] as string) : '')
    texts[field] = before + (typeof piece === 'string' ? piece : '')
  }

  return {
    add(delta) {
      switch (delta['type']) {
        case 'text_delta':
          return addText('text', delta['text'])
        case 'thinking_delta':
          return addText('thinking', delta['thinking'])
        case 'signature_delta':
          return addText('signature', delta['signature'])
        case 'input_json_delta':
          inputText =
            (inputText ?? '') + (typeof delta['partial_json'] === 'string' ? delta['partial_json'] : '')
          return
        case 'spare_delta':
          for (const field of ['text', 'thinking'])
            if (texts[field] !== undefined) texts[field] = texts[field].slice(0, -Number(delta['count']))
          return
        case 'citations_delta':
          citations = [...(citations ?? []), delta['citation']]
          return
      }
    },
    finish() {
      const cited = citations ? { citations } : {}
      const block = { ...started, ...texts, ...cited } as unknown as AssistantBlock
      if (block.type !== 'tool_use' && inputText === undefined) return { block }
      const { input, ...said } = parseInput(inputText ?? '', started['input'])
      const whole = { ...block, input } as AssistantBlock
      return block.type === 'tool_use' ? { block: whole, ...said } : { block: whole }
    },
  }
}

type ReadInput = Pick<FinishedBlock, 'badInput' | 'repaired'> & { readonly input: unknown }

const parseInput = (text: string, started: unknown): ReadInput => {
  if (text.trim() === '') return { input: isRecord(started) ? started : {} }
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return { input: value }
    return repaired(text) ?? { input: {}, badInput: { text, error: 'the input is JSON but not an object' } }
  } catch (error) {
    return repaired(text) ?? { input: {}, badInput: { text, error: errorText(error) } }
  }
}

const repaired = (text: string): ReadInput | undefined => {
  const read = repairJson(text)
  if (!read || !isRecord(read.value)) return undefined
  const { value, faults, unclosed } = read
  const cut = { text, error: 'the input is not closed' }
  return { input: value, repaired: { faults, ...(unclosed ? { unclosed: cut } : {}) } }
}
