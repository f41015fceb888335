import { readFileSync } from 'node:fs'
import type { EngineConfig } from '../../src/engine/config.ts'
import type { ContextChoice } from '../../src/engine/context/options.ts'
import type { ScriptedReply } from '../../src/features/models/scripted/scenario.ts'
import type { Event } from '../../src/protocol/event.ts'
import { createWorld, type World, type WorldOptions } from './engine-bench.ts'

const MODEL = 'claude-sonnet-4-5'
const PRICE = { input: 1, output: 1, cacheRead: 1, cacheWrite5m: 1, cacheWrite1h: 1 }

/** A world with a window of this size and a clock that can be put forward. */
export const createCompactionWorld = async (
  options: Omit<WorldOptions, 'config' | 'scenario'> & {
    readonly replies: readonly ScriptedReply[]
    readonly window?: number
    readonly context?: ContextChoice
    readonly more?: Partial<EngineConfig>
    /** Hears what the engine is made of. */
    readonly onConfig?: (config: EngineConfig) => unknown
  },
): Promise<World & { wait(minutes: number): void }> => {
  const { replies, window = 12_000, context, more, onConfig, ...rest } = options
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  const world = await createWorld({
    ...rest,
    scenario: { replies },
    session: { now, ...rest.session },
    config: config => ({
      ...((onConfig?.(config) as Partial<EngineConfig> | undefined) ?? {}),
      models: {
        ...config.models,
        rows: [{ id: MODEL, window, maxOutput: 4_000, thinking: 'none', price: PRICE }],
      },
      runtime: { ...config.runtime, now },
      ...(context ? { context } : {}),
      ...more,
    }),
  })
  return Object.assign(world, {
    wait(minutes: number) {
      aheadMs += minutes * 60_000
    },
  })
}

/** Goes on with the session of another world in a process of its own, so to speak. */
export const resumeWorld = (
  world: World,
  options: Parameters<typeof createCompactionWorld>[0] & { readonly at?: string },
) =>
  createCompactionWorld({
    ...options,
    in: world,
    session: {
      resume: {
        path: world.sessionPath,
        fork: false,
        ...(options.at === undefined ? {} : { at: options.at }),
      },
    },
  })

export const linesOf = (
  path: string,
): { [key: string]: unknown; subtype?: string; uuid?: string; type: string }[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))

/** The messages of each request, as bytes. */
export const sentBy = (world: World): readonly string[] =>
  world.model.requests.map(request => JSON.stringify(request.messages))

/** What of the messages of a request the next one must begin with. */
export const opening = (messages: string): string => messages.slice(0, messages.lastIndexOf(']}]'))

export const noticesOf = (world: World): readonly string[] =>
  world.events.flatMap((event: Event) => (event.type === 'notice' ? [event.text] : []))

export const SUMMARY: ScriptedReply = {
  text: '<analysis>scratch</analysis><summary>WHAT HAPPENED</summary>',
  when: { lastUserText: 'about to be replaced' },
  repeat: true,
}

/** What a reply reports, nothing of it from the simulated cache. */
export const used = (input_tokens: number) => ({
  usage: { input_tokens, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 },
})
