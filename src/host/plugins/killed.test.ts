import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { englishOf } from '../../../test/support/english-of.ts'
import { killedAfter } from '../../../test/support/frozen-disk.ts'
import { type PluginWorld, pluginWorld, tarOf } from '../../../test/support/plugin-world.ts'
import { installPlugin } from '../../features/plugins/store/install.ts'
import { addMarketplace } from '../../features/plugins/store/marketplaces.ts'
import { leftovers, removeLeftovers } from '../../features/plugins/store/prune.ts'
import { readRecords } from '../../features/plugins/store/records.ts'
import { createMarkdownHeads } from '../../lib/markdown-heads.ts'
import { setEnabled } from './desk.ts'
import { listInstalled, listMarketplaces } from './desk-list.ts'

const SOURCE = { source: 'url', url: 'https://acme.example/marketplace.json' } as const
/** More changes of the disk than an update makes. */
const FAR = 200

/** Fetches the marketplace and its plugin, which hold this version. */
const update = async (world: PluginWorld, version: string): Promise<void> => {
  const archive = tarOf([
    { path: 'fmt/.claude-plugin/plugin.json', content: JSON.stringify({ name: 'fmt', version }) },
    { path: 'fmt/skills/tidy/SKILL.md', content: `Version ${version}.` },
  ])
  const entry = { name: 'fmt', source: { source: 'archive', url: 'https://acme.example/fmt.tgz' } }
  const catalogue = { name: 'acme', owner: { name: 'Acme' }, version, plugins: [entry] }
  const deps = world.deps({
    download: async url => (url.endsWith('.tgz') ? archive : Buffer.from(JSON.stringify(catalogue))),
  })
  await addMarketplace(SOURCE, deps, 'acme')
  await installPlugin('fmt@acme', deps)
}

/** The process that held them is gone, which the locks themselves find out. */
const dropLocks = (world: PluginWorld): void => {
  for (const file of globSync(join(world.configHome, '**/*.lock'))) rmSync(file)
}

/** What the next start finds: all of one version. */
const found = (world: PluginWorld): readonly string[] => {
  expect(readRecords(world.configHome).problems).toEqual([])
  expect(listMarketplaces(world.desk).map(({ problem }) => problem)).not.toContainEqual(expect.anything())
  return listInstalled(world.desk).map(({ version, path, problems, brings }) => {
    expect(englishOf([problems, brings])).toEqual([[], ['skills']])
    expect(readFileSync(join(path, 'skills/tidy/SKILL.md'), 'utf8')).toBe(`Version ${version}.`)
    return version
  })
}

test.each([
  ['install', undefined],
  ['update', '1.0.0'],
])(
  'killed at any point of a plugin %s, the next start is whole and the next try finishes',
  async (_, before) => {
    const seen = new Set<string>()
    let points = 0
    for (let isDone = false; !isDone; points++) {
      expect(points).toBeLessThan(FAR)
      await using world = pluginWorld()
      if (before !== undefined) {
        await update(world, before)
        await setEnabled(world.desk, { wanted: 'fmt', enabled: true })
      }
      isDone = await killedAfter(points, () => update(world, '2.0.0'))
      dropLocks(world)
      const [now] = found(world)
      expect([before, '2.0.0']).toContain(now)
      seen.add(String(now))
      await update(world, '2.0.0')
      expect(found(world)).toEqual(['2.0.0'])
      // Nothing of the attempt stays for ever.
      removeLeftovers(leftovers(world.configHome, Date.now() + 2 * 60 * 60 * 1000))
      const names = globSync('plugins/{tmp-*,cache/*/*/*,marketplaces/*}', { cwd: world.configHome })
      expect(names.toSorted()).toEqual([
        expect.stringMatching(/^plugins\/cache\/acme\/fmt\/2\.0\.0-/),
        expect.stringMatching(/^plugins\/marketplaces\/acme/),
      ])
      expect(found(world)).toEqual(['2.0.0'])
    }
    expect(points).toBeGreaterThan(8)
    expect([...seen]).toEqual([String(before), '2.0.0'])
  },
)

test('killed while the skill index is written, the next start reads every skill', async () => {
  await using world = pluginWorld()
  const [skill, index] = [join(world.project, 'SKILL.md'), join(world.configHome, 'cache', 'heads.json')]
  const making = { key: 'k', make: ({ first }: { readonly first: string }) => first }
  const read = async () => {
    const heads = createMarkdownHeads(index)
    const made = await heads.read(skill, statSync(skill), making)
    return { heads, made }
  }
  writeFileSync(skill, 'Old.')
  ;(await read()).heads.save()
  writeFileSync(skill, 'Newer.')
  for (let points = 0, isDone = false; !isDone; points++) {
    const { heads } = await read()
    // What cannot be kept is no error: that it ended says nothing here.
    const old = readFileSync(index, 'utf8')
    await killedAfter(points, () => heads.save())
    const now = readFileSync(index, 'utf8')
    // Of another process, which would not come across it.
    for (const file of globSync(join(world.configHome, 'cache/.capstan-*'))) rmSync(file)
    expect(() => JSON.parse(now)).not.toThrow()
    expect((await read()).made).toBe('Newer.')
    isDone = now !== old
    expect(points).toBeLessThan(FAR)
  }
})
