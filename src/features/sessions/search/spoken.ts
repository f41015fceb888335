import type { MessageEntry } from '../../../protocol/entry.ts'
import { type Block, plainText } from '../../../protocol/message.ts'
import type { TranscriptHit } from '../../../protocol/transcript.ts'

/** One thing that was said, by whom. */
export interface Spoken {
  readonly by: TranscriptHit['by']
  readonly tool?: string
  readonly text: string
}

/** Reads entries in the order of the file: a result is told with the tool whose call came before it. */
export class SpokenReader {
  readonly #tools = new Map<string, string>()
  readonly #without: readonly string[]

  /** Calls of the tools in `without`, and their results, say nothing. */
  constructor(without: readonly string[] = []) {
    this.#without = without
  }

  /** Summaries and reminders repeat what stands elsewhere. */
  read(entry: MessageEntry): readonly Spoken[] {
    if (entry.type !== 'user' && entry.type !== 'assistant') return []
    if (entry.type === 'user' && entry.isCompactSummary) return []
    const { content } = entry.message
    const speaker = entry.type === 'assistant' ? 'assistant' : entry.isMeta ? 'note' : 'user'
    if (typeof content === 'string') return said(speaker, content)
    const hasResult = content.some(({ type }) => type === 'tool_result')
    return content.flatMap(block => this.#readBlock(block, hasResult ? 'note' : speaker))
  }

  #readBlock(block: Block, speaker: Spoken['by']): readonly Spoken[] {
    switch (block.type) {
      case 'text':
        return said(speaker, block.text)
      case 'thinking':
        return said(speaker, block.thinking)
      case 'tool_use':
        this.#tools.set(block.id, block.name)
        return this.#ofTool('call', block.name, inputText(block.input))
      case 'tool_result':
        return this.#ofTool('result', this.#tools.get(block.tool_use_id) ?? '', plainText(block.content))
      default:
        return []
    }
  }

  #ofTool(by: 'call' | 'result', tool: string, text: string): readonly Spoken[] {
    return text === '' || this.#without.includes(tool) ? [] : [{ by, text, ...(tool === '' ? {} : { tool }) }]
  }
}

const said = (by: Spoken['by'], text: string): readonly Spoken[] => (text.trim() === '' ? [] : [{ by, text }])

/** Field by field, so that text in it has its own lines. */
const inputText = (input: unknown): string =>
  typeof input === 'object' && input !== null
    ? Object.entries(input)
        .map(([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join('\n')
    : JSON.stringify(input)
