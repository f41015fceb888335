import fc from 'fast-check'
import type { AssistantBlock, AssistantMessage, Message } from '../../src/protocol/message.ts'
import { NO_USAGE } from '../../src/protocol/usage.ts'
import { assistant, call, result, text, user } from './messages.ts'

const TOOLS = ['Read', 'Bash', 'Grep', 'TodoWrite']
const uuid = (n: number): string => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`

const step = fc.record({
  /** What a person says before it, if anything. */
  human: fc.option(fc.constantFrom('do it', 'and now the other one', 'no, not like that'), {
    nil: undefined,
  }),
  words: fc.boolean(),
  calls: fc.array(fc.constantFrom(...TOOLS), { maxLength: 3 }),
  /** Results come between the records of the reply. */
  interleaved: fc.boolean(),
  size: fc.nat(20_000),
  medium: fc.boolean(),
  used: fc.nat(150_000),
})

/** A sound history of a conversation: every call has its result, replies come in records, sizes differ. */
export const randomHistory: fc.Arbitrary<readonly Message[]> = fc
  .array(step, { minLength: 1, maxLength: 12 })
  .map(steps => {
    let n = 0
    const next = (): string => uuid(++n)
    const messages: Message[] = [
      {
        type: 'attachment',
        uuid: next(),
        timestamp: '2026-01-01T00:00:00.000Z',
        attachment: { kind: 'user_context', text: 'today' },
      },
      user(next(), 'the first request'),
    ]
    steps.forEach(({ human, words, calls, interleaved, size, medium, used }, at) => {
      if (human !== undefined && at > 0) messages.push(user(next(), `${human} ${at}`))
      const reply = { id: `msg_${at}`, model: 'main-model' }
      const record = (block: AssistantBlock): AssistantMessage => {
        const message = assistant(next(), [block], reply)
        return {
          ...message,
          message: { ...message.message, usage: { ...NO_USAGE, input_tokens: used, output_tokens: 1 } },
        }
      }
      if (words || calls.length === 0) messages.push(record(text(`step ${at}`)))
      const ids = calls.map((name, index) => ({ id: `toolu_${at}_${index}`, name }))
      const answer = (id: string): Message => ({
        ...user(next(), [
          medium
            ? { type: 'tool_result', tool_use_id: id, content: [text('a picture'), PICTURE] }
            : result(id, 'x'.repeat(size + 1)),
        ]),
        toolUseResult: {},
      })
      for (const { id, name } of ids) {
        messages.push(record(call(id, name)))
        if (interleaved) messages.push(answer(id))
      }
      if (!interleaved) for (const { id } of ids) messages.push(answer(id))
    })
    return messages
  })

/** The head of a PNG of 3,000 by 2,000 pixels: enough to tell its size. */
const PICTURE = {
  type: 'image',
  source: {
    type: 'base64',
    media_type: 'image/png',
    data: Buffer.from('89504e470d0a1a0a0000000d4948445200000bb8000007d0', 'hex').toString('base64'),
  },
} as const
