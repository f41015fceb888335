import {
  callBlock,
  type Fields,
  type ForeignTalk,
  type ForeignTurn,
  isFields,
  resultBlock,
  sessionIdFrom,
  textBlock,
  textOf,
} from './foreign-talk.ts'

/** What the program itself puts in front of the conversation, in the name of the person. */
const HARNESS =
  /^\s*<(?:environment_context|user_instructions|permissions|turn_aborted|skills?|INSTRUCTIONS)\b|^# AGENTS\.md instructions/

/** A rollout of Codex: lines with `timestamp`, `type` and `payload`, the first of type `session_meta`. */
export const isCodexRollout = (first: unknown): first is Fields =>
  isFields(first) && first['type'] === 'session_meta' && isFields(first['payload'])

export const readCodexTalk = (lines: Iterable<unknown>): ForeignTalk | undefined => {
  let id = ''
  let cwd = ''
  let model = 'codex'
  let left = 0
  const turns: ForeignTurn[] = []
  for (const line of lines) {
    const payload = isFields(line) ? line['payload'] : undefined
    if (!isFields(line) || !isFields(payload)) {
      left++
      continue
    }
    if (line['type'] === 'session_meta') {
      // A fork begins with its own, and that of its parent follows.
      id ||= textOf(payload['id'])
      cwd ||= textOf(payload['cwd'])
    } else if (line['type'] === 'turn_context') model = textOf(payload['model']) || model
    else {
      const turn =
        line['type'] === 'response_item' ? turnOf(payload, textOf(line['timestamp']), model) : undefined
      if (turn) turns.push(turn)
      else left++
    }
  }
  return id === '' ? undefined : { sessionId: sessionIdFrom('codex', id), cwd, turns, left }
}

const turnOf = (payload: Fields, at: string, model: string): ForeignTurn | undefined => {
  const call = payload['call_id'] ?? payload['id']
  switch (payload['type']) {
    case 'message':
      return messageOf(payload, at, model)
    case 'function_call':
    case 'custom_tool_call': {
      const input = payload['type'] === 'function_call' ? argumentsOf(payload['arguments']) : payload['input']
      return { role: 'assistant', at, model, content: [callBlock(call, payload['name'], input)] }
    }
    case 'local_shell_call': {
      const action = isFields(payload['action']) ? payload['action'] : {}
      const input = { command: action['command'] ?? '' }
      return { role: 'assistant', at, model, content: [callBlock(call, 'shell', input)] }
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      return { role: 'user', at, content: [resultBlock(call, outputOf(payload['output']))] }
    default:
      return undefined
  }
}

const messageOf = (payload: Fields, at: string, model: string): ForeignTurn | undefined => {
  const content = Array.isArray(payload['content']) ? payload['content'] : []
  const texts = content
    .map(block => (isFields(block) ? textOf(block['text']) : ''))
    .filter(text => text.trim() !== '')
  const said = payload['role'] === 'user' ? texts.filter(text => !HARNESS.test(text)) : texts
  if (said.length === 0) return undefined
  if (payload['role'] === 'user') return { role: 'user', at, content: said.map(textBlock) }
  return payload['role'] === 'assistant'
    ? { role: 'assistant', at, model, content: said.map(textBlock) }
    : undefined
}

const argumentsOf = (written: unknown): unknown => {
  try {
    return typeof written === 'string' ? JSON.parse(written) : written
  } catch {
    // A call that broke off: what there is of it is kept as text.
    return written
  }
}

/** Text, or blocks, or the text of an object with `output`, as versions of it have written it. */
const outputOf = (output: unknown): string => {
  if (Array.isArray(output))
    return output.map(block => (isFields(block) ? textOf(block['text']) : '')).join('\n')
  if (isFields(output)) return textOf(output['content']) || textOf(output['output'])
  const parsed = argumentsOf(output)
  return isFields(parsed) && typeof parsed['output'] === 'string' ? parsed['output'] : textOf(output)
}
