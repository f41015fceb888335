// Leaves out of the runtime inside the native program what it can't come to use: a sixteenth of what is downloaded are the
// names of languages, units, currencies, time zones and countries in five hundred languages. The program says numbers and
// dates in a handful of ways (English, Chinese, as they sort), and none of these names in any language.
import { readFileSync, writeFileSync } from 'node:fs'

/** The folders of such names in the data of ICU, and the languages that keep them nevertheless. */
const NAMES = /^icudt\d+l\/(lang|unit|curr|zone|region)\/([a-z]{2,3})(?:_\w+)?\.res$/
const KEPT = ['en', 'zh']

const MAGIC = Buffer.from([0xda, 0x27])
const FORMAT = Buffer.from('CmnD')
/** Each file is compressed by itself, and filled up with these. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
const PADDING = 0xaa

/**
 * Copies the runtime at `from` to `to`, where it holds this data (macOS brings its own) without these names. Every file of
 * them stays where it is listed and becomes one that holds nothing, as ICU itself has for languages that add nothing:
 * who asks for its names gets those of the language above, and at last their codes.
 */
export const leanRuntime = (from, to) => {
  const program = readFileSync(from)
  for (const { files } of dataIn(program)) empty(files)
  writeFileSync(to, program, { mode: 0o755 })
}

/** The data of ICU in a program: its files by name, as parts of the same bytes. */
export const dataIn = program => {
  const found = []
  for (let at = program.indexOf(FORMAT); at >= 0; at = program.indexOf(FORMAT, at + 1)) {
    const start = at - 12
    if (start < 0 || !program.subarray(start + 2, start + 4).equals(MAGIC)) continue
    found.push({ files: filesOf(program, start + program.readUInt16LE(start)) })
  }
  return found
}

/** The table says where the name and the content of each begin; one ends where the next begins. */
const filesOf = (program, table) => {
  const count = program.readUInt32LE(table)
  const row = index => {
    const name = table + program.readUInt32LE(table + 4 + 8 * index)
    return {
      name: program.toString('latin1', name, program.indexOf(0, name)),
      start: table + program.readUInt32LE(table + 8 + 8 * index),
    }
  }
  const rows = Array.from({ length: count }, (_, index) => row(index))
  // Where the last one ends isn't said: it is none of these.
  return rows.slice(0, -1).map(({ name, start }, index) => ({
    name,
    content: program.subarray(start, rows[index + 1].start),
  }))
}

const empty = files => {
  const folders = new Map()
  for (const { name, content } of files) {
    const [, folder, language] = NAMES.exec(name) ?? []
    if (folder === undefined) continue
    if (!folders.has(folder)) folders.set(folder, [])
    folders.get(folder).push({ content, isKept: KEPT.includes(language) })
  }
  for (const inside of folders.values()) {
    const nothing = emptyOf(inside.map(({ content }) => content))
    for (const { content, isKept } of inside) if (!isKept) content.fill(PADDING).set(nothing)
  }
}

/** Many languages add nothing in a folder, so that is what is there most often; a copy, for it will be written over. */
const emptyOf = contents => {
  const counts = new Map()
  for (const content of contents) {
    const key = content.toString('latin1')
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const [[most]] = [...counts].sort(([, one], [, other]) => other - one)
  const nothing = Buffer.from(most, 'latin1')
  if (nothing.length > 64 || !nothing.subarray(0, ZSTD.length).equals(ZSTD))
    throw new Error('the runtime keeps the names of ICU in another way now')
  return nothing
}
