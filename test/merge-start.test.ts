import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { tmpDir } from './support/tmp-dir.ts'

const { mergeStart } = (await import(new URL('../scripts/merge-start.mjs', import.meta.url).href)) as {
  mergeStart(what: object): Promise<void>
}

const LONG = `export const long = ${JSON.stringify('x'.repeat(2000))}`

/** A program in the shape of ours: `run` loads one of two on its way, and something else may load them, too. */
const SOURCES = {
  'main.ts': `export const main = async () => (await import('./run.ts')).run()`,
  'run.ts': `
export class Base {}
const early = import('./one.ts')
export const run = async () => {
  const [one, two, later] = [await early, await import('./two.ts'), await import('./later.ts')]
  const { one: again } = await later.load()
  console.log(JSON.stringify({
    same: [one.Shared === two.Shared, one.Small === two.Small, again.One === one.One, later.Base === Base],
    base: new one.One() instanceof Base && new two.Two() instanceof one.Shared,
  }))
}`,
  'one.ts': `
import { Base } from './run.ts'
export * from './shared.ts'
export * from './small.ts'
export class One extends Base {}`,
  'two.ts': `
import { Shared } from './shared.ts'
export * from './shared.ts'
export * from './small.ts'
export class Two extends Shared {}`,
  'shared.ts': `${LONG}
export class Shared { text = long }`,
  'small.ts': 'export class Small {}',
  'later.ts': `
export { Base } from './run.ts'
export const load = async () => ({ one: await import('./one.ts') })`,
}

const runMerged = async (
  sources: Readonly<Record<string, string>>,
  after: readonly (string | readonly string[])[],
) => {
  const { path } = tmpDir()
  const source = join(path, 'source')
  const out = join(path, 'out')
  mkdirSync(source)
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(source, name), text)
  const at = (name: string) => relative(process.cwd(), join(source, name))
  const options = { bundle: true, platform: 'node', format: 'esm', minify: true } as const
  const { metafile } = await build({
    ...options,
    entryPoints: { main: at('main.ts') },
    outdir: out,
    splitting: true,
    entryNames: '[name]',
    chunkNames: 'chunk/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    metafile: true as const,
  })
  await mergeStart({
    options,
    outputs: metafile.outputs,
    main: at('main.ts'),
    run: at('run.ts'),
    after: after.map(each => (typeof each === 'string' ? at(each) : each.map(at))),
  })
  writeFileSync(join(out, 'start.mjs'), `(await import('./main.mjs')).main()`)
  const { stdout, stderr } = spawnSync(process.execPath, [join(out, 'start.mjs')], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as unknown
}

test('what is merged is there once, by whatever way it is asked for', async () => {
  expect(await runMerged(SOURCES, ['one.ts', 'two.ts'])).toEqual({
    same: [true, true, true, true],
    base: true,
  })
})

test('of files that are merged for later each runs when it is first asked for, and once', async () => {
  const ran = (name: string) => `(globalThis.ran ??= []).push('${name}')\n`
  const sources = {
    'main.ts': `export const main = async () => (await import('./run.ts')).run()`,
    'run.ts': `
export const run = async () => {
  const first = [...(globalThis.ran ?? [])]
  const { one } = await import('./one.ts')
  const one1 = [...globalThis.ran]
  const later = await import('./later.ts')
  console.log(JSON.stringify({ first, next: one1, all: globalThis.ran, says: [one(), await later.say()] }))
}`,
    'one.ts': `${ran('one')}import { both } from './both.ts'\nexport const one = () => 'one ' + both`,
    'two.ts': `${ran('two')}import { both } from './both.ts'\nexport const two = () => 'two ' + both`,
    'both.ts': `${ran('both')}${LONG}\nexport const both = long.length`,
    'later.ts': `export const say = async () => {
  await import('./one.ts')
  return (await import('./two.ts')).two()
}`,
  }
  expect(await runMerged(sources, [['one.ts', 'two.ts']])).toEqual({
    first: [],
    next: ['both', 'one'],
    all: ['both', 'one', 'two'],
    says: ['one 2000', 'two 2000'],
  })
})
