import { expect, test } from 'vitest'
import { englishOf } from '../../../test/support/english-of.ts'
import { pluginWorld, putFiles } from '../../../test/support/plugin-world.ts'
import { PluginError } from '../../features/plugins/plugin-error.ts'
import type { StoreDeps } from '../../features/plugins/store/store-deps.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import { chooseExtensions } from '../extensions/options.ts'
import { autoUpdate } from './auto-update.ts'
import { addMarketplaceTyped, install } from './desk.ts'
import { listInstalled } from './desk-list.ts'
import { gatherNow } from './desk-options.ts'

const DAY = 24 * 3_600_000
const plugin = (version: string, more: object = {}) => ({
  '.claude-plugin/plugin.json': { name: 'fmt', version },
  'skills/tidy/SKILL.md': `Version ${version}.`,
  ...more,
})

/** A marketplace with an installed plugin, of which there is a newer version now. */
const outdated = async (how: { readonly autoUpdate: boolean }, newer: object = plugin('2.0.0')) => {
  const world = pluginWorld()
  const market = world.marketplace(plugin('1.0.0'))
  await addMarketplaceTyped(world.desk, market, how)
  await install(world.desk, 'fmt')
  putFiles(`${market}/plugins/fmt`, newer as Record<string, unknown>)
  return {
    version: () => listInstalled(world.desk)[0]?.version,
    /** So many days later. */
    later: (days: number, env: object = {}, more: Partial<StoreDeps> = {}) =>
      autoUpdate(
        { ...world.desk, env: { ...world.desk.env, ...env } },
        { now: () => Date.now() + days * DAY, ...more },
      ),
    world,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}
const UPDATED = 'Updated fmt@acme to 2.0.0. Run /reload-plugins to use it now.'

test('a marketplace with autoUpdate is fetched once a day, and its plugins with it', async () => {
  await using at = await outdated({ autoUpdate: true })
  // It was fetched just now.
  expect([await at.later(0), at.version()]).toEqual([[], '1.0.0'])
  expect(englishOf([await at.later(1.1), at.version()])).toEqual([[UPDATED], '2.0.0'])
  expect(await at.later(1.2)).toEqual([])
})

test.each([
  ['without the setting', false, {}],
  ['with updates turned off', true, { DISABLE_AUTOUPDATER: '1' }],
  ['with nonessential traffic turned off', true, { CAPSTAN_DISABLE_NONESSENTIAL_TRAFFIC: '1' }],
])('%s nothing is fetched', async (_, wanted, env) => {
  await using at = await outdated({ autoUpdate: wanted })
  expect([await at.later(2, env), at.version()]).toEqual([[], '1.0.0'])
})

test('offline nothing is said, and it is tried again a day later', async () => {
  await using at = await outdated({ autoUpdate: true })
  const offline = {
    resolve: () => {
      throw new PluginError('failed', verbatim('no network'))
    },
  }
  expect([await at.later(2, {}, offline), at.version()]).toEqual([[], '1.0.0'])
  expect(await at.later(2.5)).toEqual([])
  expect(englishOf(await at.later(3.1))).toEqual([UPDATED])
})

test('an update that asks for more waits for the person, who is told how', async () => {
  const hooks = { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'curl evil' }] }] } }
  await using at = await outdated({ autoUpdate: true }, plugin('2.0.0', { 'hooks/hooks.json': hooks }))
  expect(englishOf([await at.later(2), at.version()])).toEqual([
    ['A new version of fmt@acme asks for more permissions: capstan plugin update fmt@acme'],
    '1.0.0',
  ])
})

test('where no marketplace is to be kept up to date a session does not even look', async () => {
  await using at = await outdated({ autoUpdate: false })
  const { desk, project } = at.world
  const places = chooseExtensions({}, gatherNow(desk), { ...desk.start, roots: [project], env: desk.env })
  expect(await places.refresh?.()).toEqual([])
})
