import { expect, test } from 'vitest'
import { pairingFaults, runBench, standing } from '../../test/support/loop-bench.ts'
import { user } from '../../test/support/messages.ts'
import { plainText } from '../protocol/message.ts'
import { TurnStop } from '../protocol/transition.ts'

const tool = (id: string, name = 'Read') => ({ name, id, input: { file_path: 'x' } })
const overloaded = { kind: 'status', status: 529 } as const

test('tools are called, results go back, the answer ends the turn', async () => {
  const ran = await runBench({ replies: [{ tools: [tool('a'), tool('b')] }, { text: 'done' }] })
  expect(ran.transitions).toEqual(['next_turn'])
  expect(ran.terminal).toEqual({ kind: 'completed', stopReason: 'end_turn' })
  expect(ran.model.violations).toEqual([])
  expect(ran.model.requests.map(request => request.maxTokens)).toEqual([8_000, 8_000])
})

test('a provider that repeats the ids of calls, within a reply and across replies, loses none', async () => {
  const ran = await runBench({
    replies: [
      { tools: [tool('call_0'), tool('call_0'), tool('call_1')] },
      { tools: [tool('call_0'), tool('call_1')] },
      { text: 'done' },
    ],
  })
  const ids = ['call_0', 'call_0_2', 'call_1', 'call_0_3', 'call_1_2']
  expect(ran.started).toEqual(ids)
  expect(ran.terminal.kind).toBe('completed')
  expect(pairingFaults(standing(ran.recorded))).toEqual([])
  expect(ran.model.violations).toEqual([])
  const blocks = (ran.model.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
    typeof content === 'string' ? [] : content,
  )
  expect(blocks.flatMap(block => (block.type === 'tool_use' ? [block.id] : []))).toEqual(ids)
  const results = blocks.flatMap(block => (block.type === 'tool_result' ? [block] : []))
  expect(results.map(({ tool_use_id, content }) => [tool_use_id, content])).toEqual(
    ids.map(id => [id, `ran ${id}`]),
  )
  const begun = ran.events.flatMap(event => (event.type === 'stream' ? [event.event['content_block']] : []))
  expect(JSON.stringify(begun)).toContain('"call_0_3"')
})

test('a cut reply is gone on with, with the larger cap: nothing of it is paid for or said twice', async () => {
  const ran = await runBench({
    replies: [{ thinking: 'hm', text: 'half of a long answer', fault: 'max_tokens' }, { text: 'the rest' }],
  })
  expect(ran.transitions).toEqual(['max_output_tokens_recovery'])
  expect(ran.model.requests.map(request => request.maxTokens)).toEqual([8_000, 64_000])
  const [first, second] = ran.model.requests.map(({ messages }) => messages)
  expect(second?.slice(0, first?.length)).toEqual(first)
  expect(second?.at(-2)?.role).toBe('assistant')
  expect(JSON.stringify(second?.at(-1))).toContain('Go on exactly where it stopped')
  expect(ran.events.some(event => event.type === 'tombstone')).toBe(false)
  expect(ran.model.violations).toEqual([])
})

test('a reply that was cut before it said anything is asked for again with the larger cap, silently', async () => {
  const ran = await runBench({
    replies: [{ thinking: 'a very long thought', fault: 'max_tokens' }, { text: 'whole' }],
  })
  expect(ran.transitions).toEqual(['max_output_tokens_escalate'])
  expect(ran.model.requests.map(request => request.maxTokens)).toEqual([8_000, 64_000])
  expect(ran.model.requests[1]?.messages).toEqual(ran.model.requests[0]?.messages)
  expect(standing(ran.recorded).map(message => message.type)).toEqual(['assistant'])
  expect(ran.events.some(event => event.type === 'tombstone')).toBe(true)
})

test('whole calls before one that was cut are made, and only that one comes back to the model', async () => {
  const ran = await runBench({
    replies: [
      { text: 'writing', tools: [tool('a'), tool('b')], fault: 'max_tokens' },
      { text: 'done', when: { toolResult: { contains: 'ran a' } } },
    ],
  })
  expect(ran.transitions).toEqual(['next_turn'])
  expect(JSON.stringify(ran.model.requests[1]?.messages)).toContain('bad input')
  expect(pairingFaults(standing(ran.recorded))).toEqual([])
  expect(ran.model.violations).toEqual([])
})

test('a model that is cut each time is asked to go on three times, then the turn ends with what it said', async () => {
  const ran = await runBench({ replies: [{ text: 'part', fault: 'max_tokens', times: 5 }] })
  expect(ran.transitions).toEqual(Array(3).fill('max_output_tokens_recovery'))
  expect(ran.terminal.kind).toBe('max_output_tokens')
  expect(ran.model.violations).toEqual([])
})

test('with a configured cap there is no escalation', async () => {
  const ran = await runBench(
    { replies: [{ text: 'part', fault: 'max_tokens' }, { text: 'rest' }] },
    { deps: { outputCap: () => ({ normal: 1_000 }) } },
  )
  expect(ran.transitions).toEqual(['max_output_tokens_recovery'])
})

test('a call cut in the middle is never run with half its input', async () => {
  const ran = await runBench(
    { replies: [{ text: 'writing', tools: [tool('a')], fault: 'max_tokens' }, { text: 'done' }] },
    { deps: { outputCap: () => ({ normal: 1_000 }) } },
  )
  expect(ran.transitions).toEqual(['max_output_tokens_recovery'])
  expect(ran.terminal.kind).toBe('completed')
  expect(pairingFaults(standing(ran.recorded))).toEqual([])
  expect(ran.model.violations).toEqual([])
})

const unclosed = (id: string) => ({ name: 'Read', id, input: '{"file_path":"x"' })

test('a call whose brackets were not closed is run when the reply is whole, in its place', async () => {
  const ran = await runBench({ replies: [{ tools: [unclosed('a'), tool('b')] }, { text: 'done' }] })
  expect(ran.started).toEqual(['a', 'b'])
  expect(ran.terminal.kind).toBe('completed')
  expect(ran.model.violations).toEqual([])
})

test('a reply that was cut off behind a call whose brackets were not closed is gone on with', async () => {
  const ran = await runBench(
    { replies: [{ tools: [unclosed('a')], stopReason: 'max_tokens' }, { text: 'done' }] },
    { deps: { outputCap: () => ({ normal: 1_000 }) } },
  )
  expect(ran.transitions).toEqual(['max_output_tokens_recovery'])
  expect(pairingFaults(standing(ran.recorded))).toEqual([])
})

test('a prompt that is too long is summarised once and retried; the error is never shown', async () => {
  const ran = await runBench({
    replies: [
      { fault: 'prompt_too_long' },
      { text: '<analysis>x</analysis><summary>SO FAR</summary>' },
      { text: 'done' },
    ],
  })
  expect(ran.transitions).toEqual(['reactive_compact_retry'])
  expect(ran.terminal.kind).toBe('completed')
  const last = JSON.stringify(ran.model.requests.at(-1)?.messages)
  expect(last).toContain('SO FAR')
  expect(last).toMatch(/word for word:[\s\S]*do it/)
  expect(last).not.toContain('analysis')
  expect(ran.recorded.some(message => message.type === 'assistant' && message.isApiErrorMessage)).toBe(false)
})

test('a prompt that stays too long ends the turn with the withheld error', async () => {
  const ran = await runBench({
    replies: [{ fault: 'prompt_too_long' }, { text: 'summary' }, { fault: 'prompt_too_long' }],
  })
  expect(ran.terminal.kind).toBe('prompt_too_long')
  expect(ran.recorded.at(-1)).toMatchObject({
    type: 'assistant',
    isApiErrorMessage: true,
    error: 'invalid_request',
  })
})

test('a summary that fails releases the withheld error', async () => {
  const ran = await runBench({
    replies: [{ fault: 'prompt_too_long' }, { fault: { kind: 'status', status: 400 } }],
  })
  expect(ran.terminal.kind).toBe('prompt_too_long')
  expect(ran.transitions).toEqual([])
})

test('overloads switch to the fallback model and say so', async () => {
  const ran = await runBench(
    {
      replies: [
        { fault: overloaded, times: 3, when: { model: 'main-model' } },
        { text: 'hi', when: { model: 'spare' } },
      ],
    },
    { fallbacks: ['spare'] },
  )
  expect(ran.transitions).toEqual(['model_fallback'])
  expect(ran.terminal.kind).toBe('completed')
  expect(ran.events.some(event => event.type === 'notice' && event.text.includes('spare'))).toBe(true)
})

test('when every fallback fails too the turn says that', async () => {
  const ran = await runBench({ replies: [{ fault: overloaded, repeat: true }] }, { fallbacks: ['spare'] })
  expect(ran.terminal).toMatchObject({ kind: 'fallback_exhausted', error: 'overloaded', status: 529 })
})

test('a stream that breaks after a call keeps what is complete and goes on from its result', async () => {
  const ran = await runBench(
    {
      replies: [
        { text: 'look', tools: [tool('a'), tool('b')], fault: { kind: 'reset', afterBlocks: 2 } },
        { text: 'done', when: { toolResult: { contains: 'ran a' } } },
      ],
    },
    { fallbacks: ['spare'] },
  )
  expect(ran.transitions).toEqual(['next_turn'])
  expect(ran.started).toEqual(['a'])
  expect(ran.events.some(event => event.type === 'tombstone')).toBe(false)
  expect(pairingFaults(standing(ran.recorded))).toEqual([])
})

test.each([
  ['the same model', [], 'stream_retry', 'main-model'],
  ['its fallback', ['spare'], 'model_fallback', 'spare'],
] as const)(
  'a stream that breaks after words that were whole goes on behind them: %s',
  async (_name, fallbacks, kind, by) => {
    const ran = await runBench(
      {
        replies: [
          {
            thinking: 'hm',
            text: 'First I look.',
            tools: [tool('a')],
            fault: { kind: 'reset', afterBlocks: 2 },
          },
          { text: 'done' },
        ],
      },
      { fallbacks },
    )
    expect(ran.transitions).toEqual([kind])
    expect(ran.model.requests[1]?.model).toBe(by)
    const [, reply, nudge] = ran.model.requests[1]?.messages ?? []
    expect(reply).toMatchObject({ role: 'assistant' })
    expect(reply?.content.at(-1)).toMatchObject({ type: 'text', text: 'First I look.' })
    // A signature is worth something to the model that wrote it only.
    expect(reply?.content[0]?.type).toBe(by === 'spare' ? 'text' : 'thinking')
    expect(JSON.stringify(nudge)).toContain('broke off')
    expect(ran.events.some(event => event.type === 'tombstone')).toBe(false)
    expect(ran.model.violations).toEqual([])
  },
)

test('a stream that breaks again and again ends the turn, and what was said stays', async () => {
  const ran = await runBench({
    replies: [{ text: 'part', tools: [tool('a')], fault: { kind: 'reset', afterBlocks: 1 }, repeat: true }],
  })
  expect(ran.transitions).toEqual(Array(3).fill('stream_retry'))
  expect(ran.terminal.kind).toBe('model_error')
  expect(standing(ran.recorded).filter(message => message.type === 'assistant')).toHaveLength(5)
})

test('a stream that breaks after nothing but a thought is repeated: nothing can be gone on with', async () => {
  const ran = await runBench({
    replies: [{ thinking: 'hm', text: 'x', fault: { kind: 'reset', afterBlocks: 1 } }, { text: 'done' }],
  })
  expect(ran.transitions).toEqual(['stream_retry'])
  expect(ran.model.requests[1]?.messages).toEqual(ran.model.requests[0]?.messages)
  expect(ran.events.some(event => event.type === 'tombstone')).toBe(true)
})

test.each([
  ['nothing at all', {}],
  ['a thought', { thinking: 'hm' }],
  ['blanks', { text: ' \n' }],
] as const)(
  'a reply that is %s is an end, which is recorded for the person and never sent',
  async (_name, reply) => {
    const ran = await runBench({ replies: [{ ...reply, stopReason: 'end_turn' }] })
    expect(ran.terminal).toEqual({ kind: 'completed', stopReason: 'end_turn', empty: true })
    expect(ran.recorded.at(-1)).toMatchObject({
      type: 'system',
      subtype: 'informational',
      level: 'warning',
      content: 'The model ended without an answer.',
      closesTurn: true,
    })
  },
)

test('a stream that breaks after a call with an effect began keeps what is complete and goes on', async () => {
  const ran = await runBench(
    {
      replies: [
        { tools: [tool('w', 'Write'), tool('x')], fault: { kind: 'reset', afterBlocks: 1 } },
        { text: 'done', when: { toolResult: { contains: 'ran w' } } },
      ],
    },
    { fallbacks: ['spare'], plan: id => ({ parallel: false, readOnly: id !== 'w' }) },
  )
  expect(ran.transitions).toEqual(['next_turn'])
  expect(ran.started).toEqual(['w'])
  expect(ran.model.violations).toEqual([])
})

test('malformed tool input comes back to the model as an error result', async () => {
  const ran = await runBench({
    replies: [
      { tools: [tool('a')], fault: 'malformed_json' },
      { text: 'sorry', when: { toolResult: { isError: true } } },
    ],
  })
  expect(ran.terminal.kind).toBe('completed')
})

test('a refusal ends the turn as one', async () => {
  const ran = await runBench({ replies: [{ text: 'I will not', fault: 'refusal' }] })
  expect(ran.terminal).toEqual({ kind: 'refused', message: 'I will not' })
})

test('stop hooks are asked once per stop and can make the model go on', async () => {
  const asked: unknown[] = []
  const ran = await runBench(
    { replies: [{ text: 'done?' }, { text: 'done!' }] },
    {
      deps: {
        stopHooks: async input => {
          asked.push(input)
          return { blocked: input.active ? [] : ['tests fail'] }
        },
      },
    },
  )
  expect(asked).toEqual([
    { active: false, lastText: 'done?' },
    { active: true, lastText: 'done!' },
  ])
  expect(ran.transitions).toEqual(['stop_hook_blocking'])
  expect(JSON.stringify(ran.model.requests[1]?.messages)).toContain('tests fail')
})

test('stop hooks never run after an API error', async () => {
  const ran = await runBench(
    { replies: [{ fault: { kind: 'status', status: 401 } }] },
    { deps: { stopHooks: () => Promise.reject(new Error('must not run')) } },
  )
  expect(ran.terminal).toMatchObject({ kind: 'model_error', error: 'authentication_failed', status: 401 })
  expect(ran.model.requests).toHaveLength(1)
})

test('a token budget keeps the model going until the gains are small', async () => {
  let used = 0
  const ran = await runBench(
    { replies: [{ text: 'more', repeat: true }] },
    {
      deps: {
        tokenBudget: () => {
          used += 100
          return { used, total: 100_000 }
        },
      },
    },
  )
  expect(ran.transitions).toEqual(Array(3).fill('token_budget_continuation'))
  expect(ran.terminal.kind).toBe('completed')
})

test('the number of turns is a limit', async () => {
  const ran = await runBench(
    { replies: [{ tools: [tool('a')] }, { tools: [tool('b')] }, { text: 'x' }] },
    { deps: { maxTurns: 2 } },
  )
  expect(ran.terminal).toEqual({ kind: 'max_turns', limit: 2 })
  expect(ran.model.requests).toHaveLength(2)
  expect(pairingFaults(standing(ran.recorded))).toEqual([])
})

test('what changed in the world joins the results', async () => {
  const ran = await runBench(
    { replies: [{ tools: [tool('a')] }, { text: 'ok' }] },
    { deps: { attach: () => [user('late', 'also do this')] } },
  )
  expect(ran.model.requests[1]?.messages.at(-1)?.content.at(-1)).toEqual({
    type: 'text',
    text: 'also do this',
  })
})

test('an interrupt while streaming keeps the words that were shown and leaves a valid history', async () => {
  const controller = new AbortController()
  const ran = await runBench(
    {
      replies: [
        {
          content: [
            { type: 'text', text: 'first' },
            { type: 'text', text: 'second half unsaid' },
          ],
        },
      ],
    },
    {
      signal: controller.signal,
      onEvent: event => {
        if (event.type === 'stream' && JSON.stringify(event.event).includes('second')) controller.abort()
      },
    },
  )
  expect(ran.terminal).toEqual({ kind: 'aborted_streaming' })
  const texts = ran.recorded.map(message => ('message' in message ? plainText(message.message.content) : ''))
  expect(texts[0]).toBe('first')
  expect(texts[1]).toMatch(/^second/)
  expect(texts.at(-1)).toBe('[The user interrupted the turn here.]')
})

test('an interrupt while tools run answers every call', async () => {
  const controller = new AbortController()
  const ran = await runBench(
    { replies: [{ tools: [tool('a'), tool('b')] }] },
    {
      signal: controller.signal,
      plan: id => ({ parallel: id === 'a' }),
      run: async (_id, signal) => {
        queueMicrotask(() => controller.abort())
        await new Promise(resolve => signal.addEventListener('abort', resolve))
        return {}
      },
    },
  )
  expect(ran.terminal.kind).toMatch(/^aborted_/)
  expect(pairingFaults(ran.recorded)).toEqual([])
  expect(ran.started).toEqual(['a'])
})

test('the engine can end the turn for a cause of its own', async () => {
  const controller = new AbortController()
  const ran = await runBench(
    { replies: [{ tools: [tool('a')] }, { text: 'x' }] },
    {
      signal: controller.signal,
      onEvent: event => {
        if (event.type === 'usage') controller.abort(new TurnStop({ kind: 'budget_usd', message: 'spent' }))
      },
    },
  )
  expect(ran.terminal).toEqual({ kind: 'budget_usd', message: 'spent' })
  expect(pairingFaults(ran.recorded)).toEqual([])
  expect(ran.model.requests).toHaveLength(1)
})

test('a stage that fails leaves the history as it was and says so; after three times it is left alone', async () => {
  let tries = 0
  const ran = await runBench(
    {
      replies: [
        { fault: { kind: 'status', status: 400 }, times: 3, when: { lastUserText: 'summary' } },
        { tools: [tool('a')] },
        { tools: [tool('b')] },
        { tools: [tool('c')] },
        { tools: [tool('d')] },
        { text: 'done' },
      ],
    },
    {
      deps: {
        stages: [
          {
            name: 'always',
            cost: 'model',
            keepsPrefix: false,
            run: async (view, env) => {
              tries += 1
              await env.summarize(view, 'summary please')
              return undefined
            },
          },
        ],
      },
    },
  )
  expect(ran.terminal.kind).toBe('completed')
  expect(tries).toBe(3)
  expect(ran.events.filter(event => event.type === 'notice')).toHaveLength(3)
})

test('a hook that stops the turn ends it after the results are written', async () => {
  const ran = await runBench(
    { replies: [{ tools: [tool('a')] }] },
    { run: async () => ({ stop: 'enough for today' }) },
  )
  expect(ran.terminal).toEqual({ kind: 'hook_stopped', message: 'enough for today' })
  expect(pairingFaults(ran.recorded)).toEqual([])
})

test('a reply that said the same without end is kept as far as it was cut, and the model is told to go on', async () => {
  const ran = await runBench({
    replies: [{ text: 'again again', stopReason: 'repetition' }, { text: 'done' }],
  })
  expect(ran.transitions).toEqual(['repetition_recovery'])
  expect(ran.terminal.kind).toBe('completed')
  expect(JSON.stringify(ran.model.requests[1]?.messages)).toContain('said the same again and again')
  expect(ran.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))).toEqual([
    'The model repeated itself; its reply was cut short.',
  ])
})

test('a model that does nothing but repeat itself ends the turn with a sentence', async () => {
  const ran = await runBench({ replies: [{ text: 'again again', stopReason: 'repetition', repeat: true }] })
  expect(ran.transitions).toEqual(['repetition_recovery', 'repetition_recovery'])
  expect(ran.terminal).toMatchObject({
    kind: 'model_error',
    message: expect.stringContaining('kept repeating itself'),
  })
})
