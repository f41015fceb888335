import { asList, asRecord, isRecord, type JsonRecord } from '../json-shape.ts'
import type { Step } from './block-steps.ts'
import { type Dialect, frame, mergeTurns, parseArguments, type Turn } from './dialect.ts'
import type { WireBody } from './wire-body.ts'

/** A generateContent request as the Messages request that means the same. */
const toMessages = (body: WireBody, path: string): WireBody => {
  const system = asList(asRecord(body['systemInstruction'])['parts']).map(part => ({
    type: 'text',
    text: asRecord(part)['text'],
  }))
  const tools = asList(body['tools'])
    .flatMap(each => asList(asRecord(each)['functionDeclarations']))
    .map(asRecord)
  return {
    model: /models\/([^:/]+):/.exec(path)?.[1],
    max_tokens: asRecord(body['generationConfig'])['maxOutputTokens'] ?? 4096,
    ...(system.length > 0 ? { system } : {}),
    ...(tools.length > 0
      ? {
          tools: tools.map(({ name, description, parametersJsonSchema }) => ({
            name,
            description,
            input_schema: parametersJsonSchema,
          })),
        }
      : {}),
    messages: mergeTurns(turnsOf(asList(body['contents']).map(asRecord))),
  }
}

/** Results name no call here: each answers the next call with its name in the content before. */
const turnsOf = (contents: readonly JsonRecord[]): readonly Turn[] => {
  const waiting: { readonly id: string; readonly name: unknown }[] = []
  let calls = 0
  return contents.map(({ role, parts }): Turn => {
    const content = asList(parts).map((each): JsonRecord => {
      const { text, functionCall, functionResponse } = asRecord(each)
      if (isRecord(functionCall)) {
        const id = `call_${calls++}`
        waiting.push({ id, name: functionCall['name'] })
        return { type: 'tool_use', id, name: functionCall['name'], input: functionCall['args'] }
      }
      if (isRecord(functionResponse)) {
        const at = waiting.findIndex(({ name }) => name === functionResponse['name'])
        const [answered] = at < 0 ? [] : waiting.splice(at, 1)
        const { output, error } = asRecord(functionResponse['response'])
        const content = String(output ?? error)
        return {
          type: 'tool_result',
          tool_use_id: answered?.id ?? 'nobody',
          content,
          is_error: error !== undefined,
        }
      }
      if (typeof text === 'string') return { type: 'text', text }
      return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }
    })
    return { role: role === 'model' ? 'assistant' : 'user', content }
  })
}

/** The first call of a content must be signed; a signature must be one that was given, or the documented stand-in. */
const check = (body: WireBody): readonly string[] =>
  asList(body['contents']).flatMap((content, at) => {
    const parts = asList(asRecord(content)['parts']).map(asRecord)
    const first = parts.find(part => isRecord(part['functionCall']))
    const signatures = parts.flatMap(part =>
      typeof part['thoughtSignature'] === 'string' ? [part['thoughtSignature']] : [],
    )
    return [
      ...(parts.length === 0 ? [`contents.${at}.parts: must not be empty`] : []),
      ...(first && first['thoughtSignature'] === undefined
        ? [`contents.${at}: Function call is missing a thought_signature in functionCall parts`]
        : []),
      ...signatures
        .filter(each => !each.startsWith('thought:') && each !== 'skip_thought_signature_validator')
        .map(each => `contents.${at}: the signature ${each} was not written here`),
    ]
  })

interface Open {
  readonly kind: unknown
  readonly name: unknown
  json: string
}

const renderer = (): ((step: Step) => string) => {
  const open = new Map<unknown, Open>()
  let identity: JsonRecord = {}
  let usage: JsonRecord = {}
  let finish = 'STOP'
  let thought = 0
  const chunk = (part: JsonRecord): string =>
    frame({ ...identity, candidates: [{ index: 0, content: { role: 'model', parts: [part] } }] })
  return step => {
    if ('raw' in step) return step.raw
    const { event } = step
    const block = open.get(event['index'])
    switch (event.type) {
      case 'message_start': {
        const message = asRecord(event['message'])
        usage = asRecord(message['usage'])
        identity = { responseId: message['id'], modelVersion: message['model'] }
        return frame({ ...identity, candidates: [] })
      }
      case 'content_block_start': {
        const { type, name } = asRecord(event['content_block'])
        open.set(event['index'], { kind: type, name, json: '' })
        return ''
      }
      case 'content_block_delta':
        return block ? deltaOf(block, asRecord(event['delta']), chunk) : ''
      case 'content_block_stop': {
        if (block?.kind !== 'tool_use') return ''
        const functionCall = { name: block.name, args: parseArguments(block.json || '{}') }
        return chunk({ functionCall, ...(thought++ === 0 ? { thoughtSignature: 'thought:1' } : {}) })
      }
      case 'message_delta':
        usage = { ...usage, ...asRecord(event['usage']) }
        finish = FINISH[String(asRecord(event['delta'])['stop_reason'])] ?? 'STOP'
        return ''
      case 'message_stop':
        return frame({ ...identity, candidates: [{ index: 0, finishReason: finish }], ...usageOf(usage) })
      case 'error':
        return frame({ error: failure(asRecord(event['error'])) })
      default:
        return ''
    }
  }
}

const deltaOf = (block: Open, delta: JsonRecord, chunk: (part: JsonRecord) => string): string => {
  if (delta['type'] === 'text_delta') return chunk({ text: delta['text'] })
  if (delta['type'] === 'thinking_delta') return chunk({ text: delta['thinking'], thought: true })
  if (delta['type'] === 'input_json_delta') block.json += String(delta['partial_json'])
  return ''
}

const FINISH: Readonly<Record<string, string>> = { max_tokens: 'MAX_TOKENS', refusal: 'SAFETY' }

const usageOf = (usage: JsonRecord): JsonRecord => {
  const number = (name: string): number => Number(usage[name] ?? 0)
  const cached = number('cache_read_input_tokens')
  return {
    usageMetadata: {
      promptTokenCount: number('input_tokens') + cached + number('cache_creation_input_tokens'),
      cachedContentTokenCount: cached,
      candidatesTokenCount: number('output_tokens'),
    },
  }
}

const STATUS: Readonly<Record<string, string>> = {
  overloaded_error: 'UNAVAILABLE',
  api_error: 'INTERNAL',
  rate_limit_error: 'RESOURCE_EXHAUSTED',
}

const failure = ({ type, message }: JsonRecord): JsonRecord => ({
  code: 500,
  status: STATUS[String(type)] ?? 'UNKNOWN',
  message,
})

/** The generateContent dialect of the scenario server. */
export const geminiDialect: Dialect = { toMessages, renderer, check, streams: true, whole: () => '{}' }
