import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionHandle } from '../../src/engine/session-file/session-handle.ts'
import { openSession } from '../../src/engine/session-file/sessions.ts'
import { carriedWords } from '../../src/features/context/boundary.ts'
import { SpanStager } from '../../src/features/context/collapse/span-stager.ts'
import { project } from '../../src/features/context/project.ts'
import { chooseSnip, outlineOf } from '../../src/features/context/snip-requests.ts'
import { createCollapse } from '../../src/features/context/stages/collapse.ts'
import { createFullCompact } from '../../src/features/context/stages/full-compact.ts'
import { createMicrocompact } from '../../src/features/context/stages/microcompact.ts'
import { createSessionMemoryCompact } from '../../src/features/context/stages/session-memory-compact.ts'
import { createSnip, createSnipQueue } from '../../src/features/context/stages/snip.ts'
import { createSnipNudge } from '../../src/features/context/stages/snip-nudge.ts'
import { validateMessages } from '../../src/features/models/scripted/validate-messages.ts'
import { normalize } from '../../src/loop/normalize.ts'
import type { Message } from '../../src/protocol/message.ts'
import type { Stage, StageEnv, StageResult } from '../../src/protocol/stage.ts'
import { pairingFaults } from '../support/loop-bench.ts'
import { randomHistory } from '../support/random-history.ts'
import { sampleSize } from '../support/sample-size.ts'
import { stageEnv } from '../support/stage-env.ts'
import { tmpDir } from '../support/tmp-dir.ts'

type Name = 'snip' | 'cold' | 'collapse' | 'memory' | 'full' | 'reactive' | 'before' | 'after' | 'nudge'
const NAMES: readonly Name[] = [
  'snip',
  'cold',
  'collapse',
  'memory',
  'full',
  'reactive',
  'before',
  'after',
  'nudge',
]

const full = createFullCompact({})
const summarize = async (): Promise<string> => '<summary>what happened</summary>'
let ids = 0
const newMessageId = (): string => `00000000-0000-4000-a000-${String(++ids).padStart(12, '0')}`
const env = (more: Partial<StageEnv> = {}): StageEnv =>
  stageEnv({ newMessageId, tokens: 190_000, window: 2_000_000, summarize, ...more })

/** What each stage does to a view, made to happen whatever the size. */
const APPLY: Readonly<Record<Name, (view: readonly Message[]) => Promise<StageResult | undefined>>> = {
  async snip(view) {
    const queue = createSnipQueue()
    const [first] = outlineOf(view)
    if (first) queue.add(chooseSnip(view, [{ from: first.id }]).removed, 'model')
    return createSnip(queue).run(view, env())
  },
  cold: view =>
    createMicrocompact({ cacheTtlMs: 1, keep: 1, clearable: name => name !== 'TodoWrite' }).run(
      view,
      env({
        now: () => new Date('2026-01-01T02:00:00Z'),
      }),
    ),
  async collapse(view) {
    const stager = new SpanStager({ ask: async () => 'a stretch of work' })
    stager.consider(view)
    await stager.settle()
    return createCollapse(stager).run(view, env({ window: 1_000 }))
  },
  memory(view) {
    const upTo = view.findLast(message => message.type !== 'system')?.uuid ?? ''
    const sections = [{ name: 'Task', hint: '', text: 'notes of it' }]
    const notes = { current: () => ({ upTo, sections }), settle: async () => undefined }
    return createSessionMemoryCompact(notes, {}).run(view, env({ trigger: 'manual' }))
  },
  full: view => full.run(view, env({ trigger: 'manual' })),
  reactive: view => full.run(view, env({ trigger: 'reactive' })),
  before: view => partial(view, 'before'),
  after: view => partial(view, 'after'),
  nudge: view => createSnipNudge({ available: () => true }).run(view, env()),
}

const partial = async (
  view: readonly Message[],
  side: 'before' | 'after',
): Promise<StageResult | undefined> => {
  const middle = view[Math.floor(view.length / 2)]
  if (!middle) return undefined
  const request = { part: { messageUuid: middle.uuid, side } } as const
  // A half with nothing in it cannot be put together, and says so.
  return await full.run(view, env({ trigger: 'manual', request })).catch(() => undefined)
}

const toRequest = (view: readonly Message[]) => normalize(view, { model: 'main-model' })
const openAt = (dir: string, resume?: { path: string; fork: boolean }): Promise<SessionHandle> =>
  openSession({
    configHome: dir,
    cwd: dir,
    version: '0.0.0',
    entrypoint: 'test',
    persist: true,
    newId: newMessageId,
    now: () => new Date('2026-01-01T00:00:00Z'),
    newSessionId: `00000000-0000-4000-8000-00000000000${resume?.fork ? 2 : 1}`,
    onError: error => {
      throw error
    },
    ...(resume ? { resume } : {}),
  })

const checkView = (view: readonly Message[], said: readonly string[]): void => {
  const request = toRequest(view)
  expect(validateMessages({ messages: request } as never)).toEqual([])
  expect(request[0]?.role).toBe('user')
  expect(request.at(-1)?.role).toBe('user')
  expect(pairingFaults(view)).toEqual([])
  const sent = JSON.stringify(request)
  for (const words of said) expect(sent).toContain(JSON.stringify(words).slice(1, -1))
}

/** New messages of a later stretch of the same conversation. */
const renamed = (messages: readonly Message[], part: number): readonly Message[] =>
  JSON.parse(
    JSON.stringify(messages.slice(1))
      .replaceAll('-9000-', `-9${String(part).padStart(3, '0')}-`)
      .replaceAll(/(toolu|msg)_/g, `$1_${part}_`),
  ) as Message[]

const plan = fc.array(fc.record({ stage: fc.constantFrom(...NAMES), next: randomHistory }), {
  minLength: 1,
  maxLength: 4,
})

const run = async (
  history: readonly Message[],
  steps: readonly { stage: Name; next: readonly Message[] }[],
) => {
  await using tmp = tmpDir()
  const dir = tmp.path
  const session = await openAt(dir)
  let view: readonly Message[] = []
  const said: string[] = []
  const add = async (messages: readonly Message[]): Promise<void> => {
    for (const message of messages) await session.record(message)
    view = [...view, ...messages]
    said.push(...carriedWords(messages, 1e9).map(({ text }) => text))
  }
  await add(history)
  for (const [part, { stage, next }] of steps.entries()) {
    const result = await APPLY[stage](view)
    if (result) {
      for (const message of result.added) await session.record(message)
      view = result.view
    }
    checkView(view, said)
    expect(project(view)).toEqual(view)
    expect(toRequest(project(session.messages))).toEqual(toRequest(view))
    if (part < steps.length - 1) await add(renamed(next, part + 1))
  }
  const path = session.path ?? ''
  await session[Symbol.asyncDispose]()
  const replays: string[] = []
  for (const fork of [true, false]) {
    const again = await openAt(dir, { path, fork })
    replays.push(JSON.stringify(toRequest(project(again.messages))))
    await again[Symbol.asyncDispose]()
  }
  // What the program says about a turn that was cut off comes behind; everything before is as it was.
  const live = JSON.stringify(toRequest(view)).slice(0, -3)
  for (const replayed of replays) expect(replayed.slice(0, live.length)).toBe(live)
}

test.each(NAMES)(
  '%s alone keeps requests valid, words whole, and resume and fork byte-equal',
  async stage => {
    await fc.assert(
      fc.asyncProperty(randomHistory, async history => {
        await run(history, [{ stage, next: [] }])
      }),
      { numRuns: sampleSize({ usual: 8, full: 100 }) },
    )
  },
)

test('all together, in any order and again and again, keep requests valid, words whole, and resume and fork byte-equal', async () => {
  await fc.assert(
    fc.asyncProperty(randomHistory, plan, async (history, steps) => {
      await run(history, steps)
    }),
    { numRuns: sampleSize({ usual: 20, full: 250 }) },
  )
})

test('a stage that has nothing to do is not due', () => {
  const view: Message[] = []
  const stages: readonly Stage[] = [
    createSnip(createSnipQueue()),
    createMicrocompact({ cacheTtlMs: 1, keep: 5, clearable: () => true }),
    full,
  ]
  for (const stage of stages) expect(stage.due?.(view, env())).toBe(false)
})
