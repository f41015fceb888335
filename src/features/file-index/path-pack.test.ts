import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskOf } from './character-mask.ts'
import { IS_TEST, packPaths, pathAt } from './path-pack.ts'

const pack = (paths: readonly string[], without: readonly string[] = []) =>
  packPaths([Buffer.from(paths.join('\0'))], { without: new Set(without) })
const pathsOf = async (paths: readonly string[], without: readonly string[] = []) => {
  const packed = await pack(paths, without)
  return Array.from({ length: packed.count }, (_, index) => pathAt(packed, index))
}

test('shortest first, with the directories, each once', async () => {
  expect(await pathsOf(['a-b/x', 'a/b/c.ts', 'a/b/d.ts', 'readme'])).toEqual([
    'a/',
    'a-b/',
    'a/b/',
    'a-b/x',
    'readme',
    'a/b/c.ts',
    'a/b/d.ts',
  ])
})

test('listed twice, deleted, or with control characters: not offered', async () => {
  expect(await pathsOf(['a', 'a', 'b', 'c\u001b[31m', 'd'], ['b'])).toEqual(['a', 'd'])
})

test('several lists are one', async () => {
  const packed = await packPaths([Buffer.from('src/a\0src/b\0'), Buffer.from('new/x\0src/c\0')])
  expect(Array.from({ length: packed.count }, (_, index) => pathAt(packed, index))).toEqual([
    'src/',
    'new/',
    'src/a',
    'src/b',
    'new/x',
    'src/c',
  ])
})

test('nothing is nothing', async () => {
  expect((await packPaths([])).count).toBe(0)
  expect((await pack([''])).count).toBe(0)
})

test.each([
  ['src/a.test.ts', true],
  ['tests/a.ts', true],
  ['src/__tests__/a.ts', true],
  ['a_spec.rb', true],
  ['FooTest.java', true],
  ['src/latest.ts', false],
  ['src/testing.ts', false],
  ['src/special.ts', false],
  ['src/attestation.ts', false],
  ['test', true],
])('%s is a test: %s', async (path, isTest) => {
  const packed = await pack([path])
  const index = Array.from({ length: packed.count }, (_, at) => pathAt(packed, at)).indexOf(path)
  expect(((packed.flags[index] ?? 0) & IS_TEST) !== 0).toBe(isTest)
})

test('every path comes back as it was, beside its own marks', async () => {
  const segment = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
    .filter(text => !text.includes('/') && Buffer.from(text).every(byte => byte >= 0x20))
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.array(segment, { minLength: 1, maxLength: 4 }).map(parts => parts.join('/'))),
      async paths => {
        const packed = await pack([...paths].sort())
        const all = Array.from({ length: packed.count }, (_, index) => pathAt(packed, index))
        expect(new Set(all.filter(path => !path.endsWith('/')))).toEqual(new Set(paths))
        for (const [index, path] of all.entries()) {
          expect(packed.masks[index]).toBe(maskOf(Buffer.from(path)))
          expect(Buffer.byteLength(path)).toBeGreaterThanOrEqual(Buffer.byteLength(all[index - 1] ?? ''))
        }
      },
    ),
    { numRuns: 100 },
  )
})
