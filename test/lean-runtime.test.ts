import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

// The names that the native program's runtime brings in hundreds of languages: scripts/lean-runtime.mjs.

const { dataIn, leanRuntime } = await import(pathToFileURL(resolve('scripts/lean-runtime.mjs')).href)

const compressed = (text: string, length: number): Buffer =>
  Buffer.alloc(length, 0xaa).fill(
    Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.from(text)]),
    0,
    4 + text.length,
  )

/** A program that holds such data as ICU lays it out: a header, a table of names and places, then the files. */
const programOf = (files: Readonly<Record<string, Buffer>>): Buffer => {
  const names = Object.keys(files)
  const table = Buffer.alloc(4 + 8 * names.length)
  table.writeUInt32LE(names.length)
  let at = table.length
  names.forEach((name, index) => {
    table.writeUInt32LE(at, 4 + 8 * index)
    at += name.length + 1
  })
  names.forEach((name, index) => {
    table.writeUInt32LE(at, 8 + 8 * index)
    at += files[name]?.length ?? 0
  })
  const header = Buffer.alloc(32)
  header.writeUInt16LE(header.length)
  header.set([0xda, 0x27], 2)
  header.write('CmnD', 12)
  const rest = [...names.map(name => Buffer.from(`${name}\0`)), ...Object.values(files)]
  return Buffer.concat([Buffer.from('CmnD is a word of the program, too'), header, table, ...rest])
}

const leanOf = (program: Buffer): Buffer => {
  const dir = mkdtempSync(join(tmpdir(), 'lean-runtime-'))
  writeFileSync(join(dir, 'from'), program)
  leanRuntime(join(dir, 'from'), join(dir, 'to'))
  return readFileSync(join(dir, 'to'))
}

const EMPTY = compressed('nothing', 32)
const FILES = {
  'icudt78l/brkitr/de.res': compressed('how lines break', 48),
  'icudt78l/de.res': compressed('how numbers and dates are written', 64),
  'icudt78l/lang/asa.res': EMPTY,
  'icudt78l/lang/de.res': compressed('Deutsch, Englisch', 64),
  'icudt78l/lang/en_GB.res': compressed('English of Britain', 64),
  'icudt78l/lang/kde.res': EMPTY,
  'icudt78l/lang/pool.res': compressed('what all share', 64),
  'icudt78l/lang/zh_Hant.res': compressed('Chinese', 64),
  'icudt78l/zoneinfo64.res': compressed('', 32),
}

test('names in languages the program does not speak become empty; all else, and where it lies, stays', () => {
  const program = programOf(FILES)
  const lean = leanOf(program)
  expect(lean).toHaveLength(program.length)
  const [{ files }] = dataIn(lean)
  const contents = Object.fromEntries(
    files.map(({ name, content }: { name: string; content: Buffer }) => [name, content]),
  )
  const { 'icudt78l/zoneinfo64.res': _, ...known } = FILES
  expect(contents).toEqual({
    ...known,
    'icudt78l/lang/de.res': Buffer.concat([EMPTY, Buffer.alloc(32, 0xaa)]),
  })
})

test('a runtime without such data is taken as it is; one that keeps it in another way is an error', () => {
  const other = Buffer.from('a program of macOS, which brings CmnD itself')
  expect(leanOf(other)).toEqual(other)
  const plain = {
    ...FILES,
    'icudt78l/lang/asa.res': Buffer.alloc(32),
    'icudt78l/lang/kde.res': Buffer.alloc(32),
  }
  expect(() => leanOf(programOf(plain))).toThrow('in another way now')
})
