import { expect } from 'vitest'
import { createWorld, type World, type WorldOptions } from './engine-bench.ts'
import { toolResults } from './tool-results.ts'

export type Call = readonly [name: string, input: object]
interface Setting extends Omit<WorldOptions, 'scenario'> {
  readonly calls: readonly Call[]
  /** Makes what `files` cannot: links, siblings. */
  readonly prepare?: (dir: string) => void
}

/**
 * Makes the calls one after the other, in a world of their own with nobody to ask, and gives whether each was denied,
 * what the model read of it, and what `look` finds at the end.
 */
export const play = async <T = undefined>(
  { calls, prepare, ...options }: Setting,
  look?: (world: World) => T,
): Promise<{
  readonly denied: readonly boolean[]
  readonly texts: readonly string[]
  readonly found?: T
}> => {
  const replies = [...calls.map(([name, input]) => ({ tool: { name, input } })), { text: 'Done.' }]
  await using world = await createWorld({ ...options, scenario: { replies } })
  prepare?.(world.dir)
  expect((await world.ask('go')).report.text).toBe('Done.')
  const results = toolResults(world.model.requests)
  return {
    denied: results.map(result => result.isError && result.text.startsWith('Permission denied: ')),
    texts: results.map(result => result.text),
    ...(look ? { found: look(world) } : {}),
  }
}
/** What {@link play} tells when no call got through. */
export const allDenied = (calls: readonly Call[]): readonly boolean[] => calls.map(() => true)
export const mode =
  (name: 'acceptEdits' | 'bypassPermissions'): NonNullable<WorldOptions['config']> =>
  config => ({ permissions: { ...config.permissions, mode: name } })
