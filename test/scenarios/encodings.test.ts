import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { encodeNew } from '../../src/lib/encoding/write-text.ts'
import { type EncodedFile, encodedFiles } from '../support/encoding-corpus.ts'
import { createWorld, type World } from '../support/engine-bench.ts'
import { sampleOf } from '../support/sample-size.ts'
import { type ShownResult, toolResults } from '../support/tool-results.ts'

const FILES = encodedFiles()
const ENCODINGS = [...new Set(FILES.map(({ encoding }) => encoding))]
const CALLS_IN_A_REPLY = 5
const LONGEST_LINE = 2_000

/** What was encoded before: a table of an encoding is made for each call. */
const MADE = new Map<string, Buffer>()

const bytesOf = (text: string, encoding: string): Buffer => {
  const key = `${encoding} ${text}`
  const made = MADE.get(key) ?? encodeNew(text, encoding)
  if (!Buffer.isBuffer(made)) throw new Error(`${encoding} has no ${made.character}`)
  MADE.set(key, made)
  return made
}

/** A word of the file that is not ASCII, and what an edit makes of it. */
const changeOf = ({ text }: EncodedFile) => {
  const words = text.match(/[\p{L}’–]*[^\p{ASCII}][\p{L}’–]*/gu) ?? []
  const old = words[words.length >> 1] ?? ''
  return { old, made: `[${[...old].at(-1)} 2 ${[...old][0]}]` }
}

/** The bytes of the file with only the places of the word changed: all others are copied from it. */
const editedBytes = (file: EncodedFile): Buffer => {
  const [old = Buffer.of(), made = Buffer.of()] = Object.values(changeOf(file)).map(text =>
    bytesOf(text, file.encoding),
  )
  const pieces: Buffer[] = []
  let from = 0
  for (let at = file.data.indexOf(old); at >= 0; at = file.data.indexOf(old, from)) {
    pieces.push(file.data.subarray(from, at), made)
    from = at + old.length
  }
  return Buffer.concat([...pieces, file.data.subarray(from)])
}

const callsOf = (name: string, inputs: readonly object[]) => {
  const tools = inputs.map(input => ({ name, input }))
  return Array.from({ length: Math.ceil(tools.length / CALLS_IN_A_REPLY) }, (_, at) => ({
    tools: tools.slice(at * CALLS_IN_A_REPLY, (at + 1) * CALLS_IN_A_REPLY),
  }))
}

const putFiles = (world: World, files: readonly EncodedFile[]): void => {
  for (const { name, data } of files) {
    mkdirSync(dirname(join(world.dir, name)), { recursive: true })
    writeFileSync(join(world.dir, name), data)
  }
}

const open = async (files: readonly EncodedFile[]): Promise<World> => {
  const done = () => ({ text: 'Done.' })
  const named = (file: EncodedFile) => ({ file_path: file.name })
  const world = await createWorld({
    allow: ['Edit', 'Write'],
    scenario: {
      replies: [
        ...callsOf('Read', files.map(named)),
        ...callsOf(
          'Grep',
          files.map(file => ({ pattern: changeOf(file).old, path: file.name, output_mode: 'count' })),
        ),
        done(),
        ...callsOf(
          'Edit',
          files.map(file => ({
            ...named(file),
            old_string: changeOf(file).old,
            new_string: changeOf(file).made,
            replace_all: true,
          })),
        ),
        done(),
        ...callsOf(
          'Write',
          files.map(file => ({ ...named(file), content: `${changeOf(file).made}\n` })),
        ),
        done(),
      ],
    },
  })
  putFiles(world, files)
  return world
}

/** What Read shows of a file, up to where it cuts a line. */
const shownLines = ({ text }: EncodedFile): readonly string[] =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => `${at + 1}→${line.slice(0, LONGEST_LINE)}`)

const isRead = (file: EncodedFile, { text }: ShownResult): boolean =>
  shownLines(file).every(line => text.includes(line)) && text.includes('The file is in ')

const different = (world: World, files: readonly EncodedFile[], want: (file: EncodedFile) => Buffer) =>
  files.filter(file => !readFileSync(join(world.dir, file.name)).equals(want(file))).map(({ name }) => name)

const prompts = (world: World): readonly string[] =>
  world.events.flatMap(event => (event.type === 'turn_started' ? [event.turn.userMessageUuid] : []))

test('there are two hundred files in ten encodings', () => {
  expect([FILES.length, ENCODINGS.length]).toEqual([200, 10])
})

test.each(ENCODINGS)(
  '%s: files are read, searched, edited, replaced and brought back, byte for byte',
  async encoding => {
    const files = sampleOf(
      FILES.filter(file => file.encoding === encoding),
      7,
    )
    await using world = await open(files)
    await world.ask('look')
    const looked = toolResults(world.model.requests)
    const [read, found] = [looked.slice(0, files.length), looked.slice(files.length)]
    const misread = files.filter((file, at) => !isRead(file, read[at] ?? { id: '', text: '', isError: true }))
    expect(misread.map(({ name }) => name)).toEqual([])
    const times = (file: EncodedFile) => file.text.split(changeOf(file).old).length - 1
    expect(found.map(({ text }) => Number(/:(\d+)/.exec(text)?.[1]))).toEqual(files.map(times))

    await world.ask('edit')
    expect(toolResults(world.model.requests).filter(({ isError }) => isError)).toEqual([])
    expect(different(world, files, editedBytes)).toEqual([])

    await world.ask('replace')
    expect(toolResults(world.model.requests).filter(({ isError }) => isError)).toEqual([])
    const replaced = (file: EncodedFile): Buffer => {
      const text = `${file.bom ? '\ufeff' : ''}${changeOf(file).made}\n`
      return bytesOf(file.text.includes('\r\n') ? text.replace('\n', '\r\n') : text, encoding)
    }
    expect(different(world, files, replaced)).toEqual([])

    const [, edit = '', replace = ''] = prompts(world)
    await world.engine.rewindFiles({ messageUuid: replace })
    expect(different(world, files, editedBytes)).toEqual([])
    await world.engine.rewindFiles({ messageUuid: edit })
    expect(different(world, files, ({ data }) => data)).toEqual([])
  },
)

test('what is mentioned and what a turn changed is shown as text, whatever the encoding', async () => {
  const files = FILES.filter(({ name }) => name.endsWith('/main.c'))
  await using world = await createWorld({
    allow: ['Edit'],
    scenario: {
      replies: [
        ...callsOf(
          'Edit',
          files.map(file => ({
            file_path: file.name,
            old_string: changeOf(file).old,
            new_string: changeOf(file).made,
          })),
        ),
        { text: 'Done.' },
      ],
    },
  })
  putFiles(world, files)
  await world.ask(files.map(({ name }) => `@${name}`).join(' '))
  const [first] = world.model.requests
  const attached = JSON.stringify(first?.messages)
  expect(
    files.filter(({ text }) => !attached.includes(JSON.stringify(text.split('\n')[2]).slice(1, -1))),
  ).toEqual([])
  const [turn] = await world.engine.query('changes')
  expect(turn?.files).toHaveLength(files.length)
  const undrawn = files.filter(file => {
    const { diff, edits } = turn?.files.find(({ path }) => path.endsWith(file.name)) ?? {}
    const { old, made } = changeOf(file)
    return ![diff, edits?.[0]?.diff].every(shown => shown?.includes(old) && shown.includes(made))
  })
  expect(undrawn.map(({ name }) => name)).toEqual([])
})
