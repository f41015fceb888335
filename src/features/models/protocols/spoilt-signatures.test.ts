import { expect, test } from 'vitest'
import { CHAT_REASONING } from './openai-chat/chat-habits.ts'
import { readReasoning } from './openai-responses/saved-reasoning.ts'

test.each(['responses:', 'responses:{', 'responses:[]', 'responses:{"id":"x"}', 'of another'])(
  'a signature that a session file spoilt is left out: %s',
  signature => {
    expect(readReasoning({ type: 'thinking', thinking: 'hm', signature })).toEqual([])
    expect(CHAT_REASONING.readDetails(signature.replace('responses:', 'chat-details:'))).toEqual([])
  },
)
