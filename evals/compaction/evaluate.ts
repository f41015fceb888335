import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWorld } from '../../test/support/engine-bench.ts'
import { createForgetfulModel, textOf } from './forgetful-model.ts'
import { CHECKSUM, type Fact, FILES, FILLER_FILE, FINISH, PLANTED_SESSION, STEPS } from './planted-session.ts'

export interface Evaluation {
  readonly facts: readonly { readonly fact: Fact; readonly kept: boolean }[]
  /** What the person said before the last compaction, and is not in the next request word for word. */
  readonly lostWords: readonly string[]
  readonly saidWords: number
  /** Steps of the release by how often they were done. */
  readonly steps: Readonly<Record<string, number>>
  readonly recalled: boolean
  readonly compactions: number
  /** Of them, those after the last fact was planted: without one nothing is shown. */
  readonly compactionsAfterFacts: number
  readonly requestChars: number
}

/** Small, so that a short session fills it; the share for what is carried is small with it. */
const WINDOW = 60_000
const MODEL = 'claude-sonnet-4-5'
const PRICE = { input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 }

/** Runs the planted session through the real engine, with its real tools and automatic compaction, to its end. */
export const evaluateCompaction = async (): Promise<Evaluation> => {
  const model = createForgetfulModel()
  await using world = await createWorld({
    scenario: { replies: [] },
    files: { ...FILES, ...FILLER_FILE },
    allow: ['Bash', 'Write', 'Edit'],
    deny: ['Bash(git push:*)'],
    config: config => ({
      models: {
        ...config.models,
        model,
        rows: [{ id: MODEL, window: WINDOW, maxOutput: 4_000, thinking: 'none', price: PRICE }],
      },
    }),
  })
  let before = 0
  for (const { says, facts } of PLANTED_SESSION) {
    if (facts.length > 0) before = model.summaries
    const { terminal } = await world.ask(says)
    if (terminal.kind !== 'completed')
      throw new Error(`The turn "${says}" ended with ${JSON.stringify(terminal)}.`)
  }
  const made = model.requests.length
  await world.ask(FINISH)
  const request = model.requests[made]
  if (!request) throw new Error('The continuation made no request.')
  const text = textOf(request)
  const lines = text.split('\n')
  const asked = PLANTED_SESSION.map(({ says }) => says)
  const done = readFileSync(join(world.dir, 'effects.log'), 'utf8').trim().split('\n')
  const last = model.requests.at(-1)
  return {
    facts: PLANTED_SESSION.flatMap(turn => turn.facts).map(fact => ({
      fact,
      kept: lines.some(line => fact.line.every(part => line.includes(part))),
    })),
    saidWords: asked.length,
    lostWords: asked.filter(words => !text.includes(words)),
    steps: Object.fromEntries(STEPS.map(name => [name, done.filter(line => line === name).length])),
    recalled: last !== undefined && textOf(last).includes(CHECKSUM),
    compactions: model.summaries,
    compactionsAfterFacts: model.summaries - before,
    requestChars: text.length,
  }
}
