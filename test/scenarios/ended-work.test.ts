import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TaskRegistry } from '../../src/features/tasks/task-registry.ts'
import { endTasks } from '../../src/frontends/headless/end-tasks.ts'
import type { BackgroundEnd, BackgroundWork } from '../../src/protocol/agents/background-work.ts'
import type { LocalizedText } from '../../src/protocol/messages/localized-text.ts'
import type { Model } from '../../src/protocol/model.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { sampleSize } from '../support/sample-size.ts'
import '../support/fixed-seed.ts'

interface Ending {
  readonly kind: BackgroundWork['kind'] | 'mail'
  /** It ends while the model answers to what ended before; else while the run waits. */
  readonly whileAnswering: boolean
}

interface Bench extends AsyncDisposable {
  readonly world: World
  readonly marked: string[]
  begin(endings: readonly Ending[]): void
}

/** A conversation without a screen whose background work ends in a given order, beside or between the model's answers. */
const open = async (): Promise<Bench> => {
  let registry: TaskRegistry | undefined
  let left: (Ending & { readonly end: () => void })[] = []
  const marked: string[] = []
  const endNext = (): void => left.shift()?.end()
  /** While the model answers, whatever ends beside its answer does. */
  const beside = (model: Model): Model => ({
    async *stream(...asked: Parameters<Model['stream']>) {
      while (left[0]?.whileAnswering) endNext()
      await new Promise(resolve => setImmediate(resolve))
      return yield* model.stream(...asked)
    },
  })
  const world = await createWorld({
    scenario: { replies: [{ text: 'waiting for the others', repeat: true }] },
    config: config => ({ wake: false, models: { ...config.models, model: beside(config.models.model) } }),
    parts: session => {
      registry = session.tasks.registry
      return []
    },
  })
  return {
    world,
    marked,
    begin(endings) {
      left = endings.map(({ kind, ...ending }, at) => {
        const mail = `mail-${at}`
        if (kind === 'mail')
          return {
            kind,
            ...ending,
            end: () => registry?.notify(`words ${at}`, { mail, onRecorded: () => void marked.push(mail) }),
          }
        const { promise, resolve } = Promise.withResolvers<BackgroundEnd>()
        registry?.add({ kind, description: `work ${at}`, ended: promise, stop: async () => undefined })
        return { kind, ...ending, end: () => resolve({ status: 'completed', result: `words ${at}` }) }
      })
      const pump = (): void => {
        if (left.length === 0) return
        if (!left[0]?.whileAnswering) endNext()
        setImmediate(pump)
      }
      setImmediate(pump)
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

const rules = {
  graceMs: 60_000,
  ceilingMs: 60_000,
  failed: () => false,
  drained: async () => undefined,
  warn: ({ text }: LocalizedText) => expect.fail(text),
}

const KINDS = ['agent', 'workflow', 'remote_agent', 'shell', 'monitor', 'mail'] as const

test('whatever ends in whatever order beside whatever answer is told once, and no run ends before', async () => {
  const ending = fc.record({ kind: fc.constantFrom(...KINDS), whileAnswering: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(ending, { minLength: 1, maxLength: 6 }), async endings => {
      await using bench = await open()
      const { world } = bench
      await world.ask('go')
      // Something has to wake the model before anything can end beside its answer.
      bench.begin([{ kind: 'agent', whileAnswering: false }, ...endings])
      await endTasks(world.engine, new AbortController().signal, rules)
      const last = JSON.stringify(world.model.requests.at(-1)?.messages)
      const times = [{}, ...endings].map((_, at) => last.split(`words ${at}`).length - 1)
      expect(times).toEqual(times.map(() => 1))
      expect(bench.marked.length).toBe(endings.filter(({ kind }) => kind === 'mail').length)
    }),
    { numRuns: sampleSize({ usual: 40, full: 1_000 }) },
  )
})

test('mail counts as read when its message is on disk, not when a turn took it and broke', async () => {
  let registry: TaskRegistry | undefined
  let breaks = true
  await using world = await createWorld({
    scenario: { replies: [{ text: 'ok', repeat: true }] },
    config: () => ({ wake: false }),
    parts: session => {
      registry = session.tasks.registry
      return [
        {
          news: [
            {
              name: 'broken',
              collect: async () => {
                if (breaks) throw new Error('no news today')
                return []
              },
            },
          ],
        },
      ]
    },
  })
  const marked: string[] = []
  registry?.notify('the words', { mail: 'm1', onRecorded: () => void marked.push('m1') })
  await world.engine.send({ type: 'hear_news' })
  await world.engine.idle()
  expect([marked, world.model.requests.length]).toEqual([[], 0])
  breaks = false
  await world.ask('go on')
  expect(marked).toEqual(['m1'])
  expect(JSON.stringify(world.model.requests[0]?.messages)).toContain('the words')
})
