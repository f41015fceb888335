import { expect, test } from 'vitest'
import type { EngineConfig } from '../../src/engine/config.ts'
import { tokensIn } from '../../src/features/code-map/render-map.ts'
import type { Settings } from '../../src/protocol/settings.ts'
import { createWorld } from '../support/engine-bench.ts'

/** More than a map of 800 tokens has room for. */
const PARTS = 60
const FILES = {
  'src/store.ts': 'export class Store {\n  load() {}\n}\nexport const openStore = () => new Store()\n',
  'src/secret.ts': "import { openStore } from './store.ts'\nexport const hidden = openStore()\n",
  ...Object.fromEntries(
    Array.from({ length: PARTS }, (_, at) => [
      `src/parts/part-${at}.ts`,
      `import { openStore } from '../store.ts'\nimport { hidden } from '../secret.ts'\nexport const usePart${at} = (name: string) => openStore(hidden)\n`,
    ]),
  ),
}

const settingsPort = (settings: Settings): NonNullable<EngineConfig['settings']> => {
  const initial = { rules: [], settings, problems: [], managedOnly: false }
  return {
    files: () => [],
    texts: new Map(),
    initial,
    gather: () => initial,
    derive: () => ({ roots: [], env: {}, problems: [] }),
    targetOf: () => undefined,
    userAnchor: '/',
  }
}

/** What two messages of a conversation brought along, and what went to the model with each. */
const converse = async (settings: Settings, deny: readonly string[] = []) => {
  await using world = await createWorld({
    files: FILES,
    deny,
    scenario: { replies: [{ text: 'ok', repeat: true }] },
    // Only a failure takes so long: what a person would not wait for, a slow machine may need.
    config: () => ({
      settings: settingsPort(settings),
      limits: { maxParallelTools: 10, firstMapMs: 300_000 },
    }),
  })
  await world.ask('hello')
  await world.ask('and on')
  const maps = world.events.flatMap(event =>
    event.type === 'entry' && event.entry.type === 'attachment' && event.entry.attachment.kind === 'code_map'
      ? [event.entry.attachment.text]
      : [],
  )
  return { maps, requests: world.model.requests.map(({ messages }) => JSON.stringify(messages)) }
}

test.each<[string, Settings]>([
  ['unset', {}],
  ['0', { codeMapTokens: 0 }],
])('codeMapTokens %s: no message brings a map', async (_, settings) => {
  const { maps, requests } = await converse(settings)
  expect(maps).toEqual([])
  expect(requests).toHaveLength(2)
  expect(requests.join()).not.toContain('openStore')
})

test('codeMapTokens 800: the first message brings a map within that, and only that one', async () => {
  const { maps, requests } = await converse({ codeMapTokens: 800 })
  expect(maps).toHaveLength(1)
  const [map = ''] = maps
  expect(map).toContain('4 openStore = () ×61')
  const shown = map.match(/^src\/parts\/part-\d+\.ts/gm) ?? []
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.length).toBeLessThan(PARTS)
  expect(tokensIn(map)).toBeLessThanOrEqual(800)
  const [first = '', second = ''] = requests
  expect(first).toContain('4 openStore = () ×61')
  expect(second.split('4 openStore = () ×61')).toHaveLength(2)
})

test('a file that a rule forbids to read is not in the first map, however much it is used', async () => {
  const [open, closed] = [
    await converse({ codeMapTokens: 800 }),
    await converse({ codeMapTokens: 800 }, ['Read(src/secret.ts)']),
  ]
  expect(open.maps.join()).toMatch(/^src\/secret\.ts .*\n.* hidden .*×60$/m)
  expect(closed.maps.join()).toContain('4 openStore = () ×60')
  expect(closed.requests.join()).not.toMatch(/secret|hidden/)
})
