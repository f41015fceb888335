import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'
import { tmpDir } from './support/tmp-dir.ts'

interface LazyOptions {
  readonly options: object
  readonly roots: readonly string[]
  readonly source: string
}

const { lazyModules } = (await import(new URL('../scripts/lazy-modules.mjs', import.meta.url).href)) as {
  lazyModules(options: LazyOptions): Promise<Plugin>
}

const FILES = {
  'main.ts': `
import { join } from 'node:path'
import runtime from 'node:module'
import { Failure, fail } from './failure.ts'
import { unused } from './unused.ts'
import { said } from './log.ts'
import type { Never } from './types.ts'
export const main = async (way: string, _?: Never) => {
  said.push('main')
  if (way === 'unused') unused()
  if (way === 'later') return (await import('./later.ts')).later()
  if (way === 'near') return (await import('./near.ts')).near
  try {
    fail(join('a', typeof runtime.createRequire))
  } catch (error) {
    return [error instanceof Failure, (error as Failure).message, new Failure('new').message]
  }
  return undefined
}
export { said } from './log.ts'
`,
  'log.ts': 'export const said: string[] = []',
  'types.ts': 'export interface Never { readonly never: true }',
  'failure.ts': `
import { said } from './log.ts'
said.push('failure')
export class Failure extends Error {}
export function fail(text: string): never { throw new Failure(text) }
`,
  'unused.ts': `
import { said } from './log.ts'
said.push('unused')
export const unused = (): void => { said.push('used') }
`,
  'near.ts': `
import { said } from './log.ts'
said.push('near')
export const near = 'near'
`,
  'later.ts': `
import { fail } from './failure.ts'
import { said } from './log.ts'
export const later = (): string => { said.push(typeof fail); return 'later' }
`,
}

const bundle = async (root: string): Promise<(way: string) => Promise<unknown>> => {
  for (const [name, text] of Object.entries(FILES)) {
    const path = join(root, 'src', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const options = { bundle: true, format: 'esm', platform: 'node', absWorkingDir: root } as const
  const roots = ['main.ts', 'near.ts'].map(name => join(root, 'src', name))
  const lazy = await lazyModules({ options, roots, source: join(root, 'src') })
  await build({
    ...options,
    stdin: {
      contents: `export const run = way => import('later:./src/main.ts').then(module => module.$().main(way))
export const said = () => import('later:./src/main.ts').then(module => module.$().said)`,
      resolveDir: root,
    },
    splitting: true,
    outdir: join(root, 'out'),
    entryNames: 'entry',
    chunkNames: '[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    plugins: [lazy],
  })
  const entry = (await import(join(root, 'out/entry.mjs'))) as {
    run(way: string): Promise<unknown>
    said(): Promise<string[]>
  }
  return async way => {
    const answer = await entry.run(way)
    return [answer, (await entry.said()).splice(0)]
  }
}

test('a module of the native program runs when something out of it is first used, and once', async () => {
  await using tmp = tmpDir()
  const run = await bundle(tmp.path)
  expect(await run('fails')).toEqual([
    [true, 'a/function', 'new'],
    ['main', 'failure'],
  ])
  expect(await run('fails')).toEqual([[true, 'a/function', 'new'], ['main']])
  expect(await run('unused')).toEqual([
    [true, 'a/function', 'new'],
    ['main', 'unused', 'used'],
  ])
  expect(await run('near')).toEqual(['near', ['main', 'near']])
  expect(await run('later')).toEqual(['later', ['main', 'function']])
  // One file begins, one has all of the core, and one is each thing that is loaded later.
  expect(readdirSync(join(tmp.path, 'out')).filter(name => !/^(?:main|later|near)-/.test(name))).toHaveLength(
    2,
  )
})
