import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'

/** What became of a file; undefined where the file is no regular one any more. */
export interface Mutated {
  readonly name: string
  readonly bytes: Buffer | undefined
  /** File type bits of what stands there. */
  readonly type: number
}

/** Numbers from 0 to 1 that are the same on every run. */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Random = () => number
type Change = readonly [
  name: string,
  change: (bytes: Buffer, random: Random) => Buffer | ((path: string) => void),
]

const at = (bytes: Buffer, random: Random): number => Math.floor(random() * (bytes.length + 1))

const insert = (bytes: Buffer, where: number, more: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, where), more, bytes.subarray(where)])

const OTHER_VALUES = ['"text"', '7', 'null', '[]', '{}', '[["x"]]', 'true', '{"a": {"a": 1}}']

/** Another value in the place of one that stands behind a key. */
const otherType = (bytes: Buffer, random: Random): Buffer => {
  const text = bytes.toString('utf8')
  const places = [
    ...text.matchAll(/:\s*("(?:[^"\\]|\\.)*"|[\d.]+|true|false|null|\[[^[\]{}]*\]|\{[^[\]{}]*\})/g),
  ]
  const place = places[Math.floor(random() * places.length)]
  if (place?.[1] === undefined) return Buffer.from('7')
  const from = place.index + place[0].length - place[1].length
  const value = OTHER_VALUES[Math.floor(random() * OTHER_VALUES.length)] ?? '7'
  return Buffer.from(text.slice(0, from) + value + text.slice(from + place[1].length))
}

const flipBit = (bytes: Buffer, random: Random): Buffer => {
  const copy = Buffer.from(bytes)
  const where = Math.floor(random() * bytes.length)
  if (bytes.length > 0) copy[where] = (copy[where] ?? 0) ^ (1 << Math.floor(random() * 8))
  return copy
}

const CHANGES: readonly Change[] = [
  ['cut', (bytes, random) => bytes.subarray(0, at(bytes, random))],
  ['flipped', flipBit],
  ['of another type', otherType],
  ['cut', (bytes, random) => bytes.subarray(0, at(bytes, random))],
  ['flipped', flipBit],
  ['empty', () => Buffer.alloc(0)],
  ['with a byte order mark', bytes => insert(bytes, 0, Buffer.from('\uFEFF'))],
  ['with bytes behind it', bytes => insert(bytes, bytes.length, Buffer.from('}\n{"x": 1}'))],
  ['twice', bytes => Buffer.concat([bytes, bytes])],
  ['with a key twice', bytes => Buffer.from(bytes.toString('utf8').replace(/"(\w+)":/, '"$1": 1, "$1":'))],
  ['with CRLF', bytes => Buffer.from(bytes.toString('utf8').replaceAll('\n', '\r\n'))],
  ['in UTF-16', bytes => Buffer.from(`\uFEFF${bytes.toString('utf8')}`, 'utf16le')],
  ['with NUL bytes', (bytes, random) => insert(bytes, at(bytes, random), Buffer.alloc(3))],
  [
    'with bytes that are no text',
    (bytes, random) => insert(bytes, at(bytes, random), Buffer.from([0xff, 0xc0])),
  ],
  ['nested without end', () => Buffer.from('{"a":'.repeat(20_000))],
  ['nested deeply', () => Buffer.from(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)],
  ['of 10 MB', bytes => Buffer.concat([bytes, Buffer.alloc(10 * 1024 * 1024, 0x20)])],
  ['a directory', () => path => mkdirSync(path)],
  ['a pipe', () => path => void execFileSync('mkfifo', [path])],
  ['a link to nothing', () => path => symlinkSync('/nowhere/at/all', path)],
  ['a link to itself', () => path => symlinkSync(path, path)],
  ['a device without an end', () => path => symlinkSync('/dev/zero', path)],
]

/** Damages a file in the way of that number. */
export const mutateFile = (path: string, number: number, random: Random): Mutated => {
  const [name, change] = CHANGES[number % CHANGES.length] ?? ['', bytes => bytes]
  const { mode } = lstatSync(path)
  const changed = change(readFileSync(path), random)
  rmSync(path)
  if (typeof changed === 'function') changed(path)
  else writeFileSync(path, changed, { mode })
  const bytes = typeof changed === 'function' ? undefined : Buffer.from(changed)
  return { name, bytes, type: lstatSync(path).mode & 0o170000 }
}
