import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BenchOptions,
  type Fault,
  pairingFaults,
  runBench,
  type ScriptedReply,
  standing,
} from '../../test/support/loop-bench.ts'
import { sampleSize } from '../../test/support/sample-size.ts'
import type { Event } from '../protocol/event.ts'
import { toolUses } from '../protocol/message.ts'

const tool = (id: string, name = 'Read') => ({ name, id, input: { path: id } })

test('invariant 1: every tool_use is followed by exactly one tool_result, whatever happened', async () => {
  const controller = new AbortController()
  const ran = await runBench(
    { replies: [{ tools: [tool('a'), tool('b'), tool('c')] }] },
    {
      signal: controller.signal,
      plan: id => ({ parallel: id !== 'b' }),
      run: async id => {
        if (id === 'a') controller.abort()
        return {}
      },
    },
  )
  expect(pairingFaults(ran.recorded)).toEqual([])
})

test('invariant 2: what was sent is never edited: each request begins with the one before', async () => {
  const replies: ScriptedReply[] = Array.from({ length: 8 }, (_, index) => ({
    text: `step ${index}`,
    tools: [tool(`t${index}`)],
  }))
  const ran = await runBench({ replies: [...replies, { text: 'done' }] })
  const sent = ran.model.requests.map(request => request.messages.map(message => JSON.stringify(message)))
  for (const [index, request] of sent.entries())
    expect(request.slice(0, sent[index - 1]?.length ?? 0)).toEqual(sent[index - 1] ?? [])
})

test('invariant 3: at most one reactive compaction in a turn', async () => {
  const ran = await runBench({
    replies: [
      { fault: 'prompt_too_long' },
      { text: 'summary' },
      { tools: [tool('a')] },
      { fault: 'prompt_too_long' },
      { text: 'never asked for' },
    ],
  })
  expect(ran.transitions.filter(kind => kind === 'reactive_compact_retry')).toHaveLength(1)
  expect(ran.terminal.kind).toBe('prompt_too_long')
})

test('invariant 4: stop hooks run at most once per stop, and never on API errors', async () => {
  let asked = 0
  const stopHooks = async () => {
    asked += 1
    return { blocked: [] }
  }
  await runBench({ replies: [{ tools: [tool('a')] }, { text: 'done' }] }, { deps: { stopHooks } })
  expect(asked).toBe(1)
  await runBench({ replies: [{ fault: { kind: 'status', status: 400 } }] }, { deps: { stopHooks } })
  expect(asked).toBe(1)
})

test('invariant 6: a consumer that goes away early leaves nothing running', async () => {
  const aborted: string[] = []
  const bench: BenchOptions = {
    run: (id, signal) =>
      new Promise(resolve => {
        signal.addEventListener('abort', () => {
          aborted.push(id)
          resolve({})
        })
      }),
    async onEvent(event, turn) {
      if (event.type === 'usage') await turn.return(undefined as never)
    },
  }
  const ran = await runBench({ replies: [{ tools: [tool('a'), tool('b')] }] }, bench).catch(() => undefined)
  expect(ran?.open.size ?? 0).toBe(0)
  expect(aborted.sort()).toEqual(['a', 'b'])
})

const fault: fc.Arbitrary<Fault | undefined> = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  {
    weight: 5,
    arbitrary: fc.oneof(
      fc.constantFrom<Fault[]>(
        { kind: 'prompt_too_long' },
        { kind: 'media_too_large' },
        { kind: 'max_tokens' },
        { kind: 'malformed_json' },
        { kind: 'refusal' },
        { kind: 'status', status: 429 },
        { kind: 'status', status: 500 },
        { kind: 'status', status: 400 },
      ),
      fc.record({
        kind: fc.constantFrom('reset', 'truncated', 'stall', 'invalid_sse', 'error_event'),
        afterBlocks: fc.nat(3),
      }),
    ),
  },
)
const reply = fc.record({
  text: fc.option(fc.constantFrom('words', 'more words'), { nil: undefined }),
  tools: fc.array(fc.constantFrom('Read', 'Write', 'Bash'), { maxLength: 4 }),
  fault,
})
const world = fc.record({
  replies: fc.array(reply, { minLength: 1, maxLength: 8 }),
  fallbacks: fc.constantFrom<string[][]>([], ['spare']),
  /** The event at which the person interrupts; far away means never. */
  abortAt: fc.nat(60),
  failing: fc.nat(12),
  slow: fc.boolean(),
})

test('random scripts with random faults and interrupts: every request is valid, nothing runs twice, nothing leaks', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ replies, fallbacks, abortAt, failing, slow }) => {
      let ids = 0
      const scripted: ScriptedReply[] = replies.map(({ text, tools, fault: kind }) => ({
        ...(text === undefined ? {} : { text }),
        tools: tools.map(name => tool(`${name}-${ids++}`, name)),
        ...(kind ? { fault: kind } : {}),
      }))
      const controller = new AbortController()
      let seen = 0
      const ran = await runBench(
        { replies: [...scripted, { text: 'done', repeat: true }] },
        {
          fallbacks,
          signal: controller.signal,
          plan: (_id, name) => ({
            parallel: name === 'Read',
            readOnly: name === 'Read',
          }),
          run: async id => {
            if (slow) await new Promise(resolve => setImmediate(resolve))
            return id === `Bash-${failing}` ? { undone: 'not_started' } : {}
          },
          onEvent: (_event: Event) => {
            if (seen++ === abortAt) controller.abort()
          },
        },
      )
      expect(ran.model.violations).toEqual([])
      expect(ran.open.size).toBe(0)
      expect(new Set(ran.started).size).toBe(ran.started.length)
      const kept = standing(ran.recorded)
      const valid = kept.slice(kept.findLastIndex(message => message.type === 'system') + 1)
      expect(pairingFaults(kept)).toEqual([])
      expect(pairingFaults(valid)).toEqual([])
      // What may have had an effect stays in the history for ever.
      const standingCalls = new Set(
        kept.flatMap(message =>
          message.type === 'assistant' ? toolUses(message.message.content).map(call => call.id) : [],
        ),
      )
      for (const id of ran.started) if (!id.startsWith('Read')) expect(standingCalls).toContain(id)
    }),
    { numRuns: sampleSize({ usual: 150, full: 1600 }) },
  )
})
