import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readImageFile } from '../../src/cli/tui/image-file.ts'
import { diskReader } from '../../src/features/memory/instructions/disk-reader.ts'
import type { InstructionReader } from '../../src/features/memory/instructions/instruction-reader.ts'
import { loadInstructions } from '../../src/features/memory/instructions/load-instructions.ts'
import { readTool } from '../../src/features/tools/read/read.ts'
import { gatheringOf } from '../support/instruction-files.ts'
import { makeDirectory, makePipe, makeToolCall, runTool } from '../support/tool-call.ts'

const MB = 1024 * 1024
const zero = (path: string): void => symlinkSync('/dev/zero', path)
const sparse =
  (start: string, size: number) =>
  (path: string): void => {
    writeFileSync(path, Buffer.from(start, 'latin1'))
    truncateSync(path, size)
  }
const list = (count: number, name: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `@${name(at)}`).join('\n')

/** What is loaded from a directory, and how many files were opened for it. */
const loadFrom = async (directory: string) => {
  let reads = 0
  const reader: InstructionReader = {
    ...diskReader,
    read: path => {
      reads += 1
      return diskReader.read(path)
    },
  }
  const gathering = gatheringOf(
    {},
    {
      place: {
        cwd: directory,
        home: '/nonexistent',
        configHome: '/nonexistent/.capstan',
        projectRoot: directory,
        roots: [directory],
        uid: process.getuid?.() ?? 0,
      },
    },
  )
  const set = await loadInstructions({ ...gathering, ports: { ...gathering.ports, reader } })
  return { ...set, reads, said: set.problems.map(({ message }) => message.text).join('\n') }
}

const INSTRUCTIONS: readonly (readonly [string, (directory: string) => void, RegExp])[] = [
  ['a pipe', at => makePipe(join(at, 'CLAUDE.md')), /is not a regular file/],
  ['a device', at => zero(join(at, 'CLAUDE.md')), /is not a regular file/],
  ['a gigabyte', at => sparse('words', 1024 * MB)(join(at, 'CLAUDE.md')), /is larger than 4 MiB/],
  [
    'an import of a pipe',
    at => {
      makePipe(join(at, 'p.md'))
      writeFileSync(join(at, 'CLAUDE.md'), 'words @p.md')
    },
    /p\.md is not a regular file/,
  ],
  [
    'an import of a device',
    at => {
      zero(join(at, 'z.md'))
      writeFileSync(join(at, 'CLAUDE.md'), 'words @z.md')
    },
    /z\.md is not a regular file/,
  ],
  [
    'imports of nothing',
    at =>
      writeFileSync(
        join(at, 'CLAUDE.md'),
        list(20_000, n => `m${n}.md`),
      ),
    /not/,
  ],
  [
    'one file under many names',
    at => {
      writeFileSync(join(at, 'big.md'), 'words '.repeat(10_000))
      writeFileSync(
        join(at, 'CLAUDE.md'),
        list(20_000, n => `big.md#${n}`),
      )
    },
    /nor is any further one/,
  ],
  [
    'a chain that never ends',
    at => {
      for (let n = 0; n < 200; n++) writeFileSync(join(at, `c${n}.md`), `part ${n} @c${n + 1}.md`)
      writeFileSync(join(at, 'CLAUDE.md'), 'words @c0.md')
    },
    /followed 4 files deep/,
  ],
  [
    'files that each import all others',
    at => {
      for (let n = 0; n < 60; n++)
        writeFileSync(join(at, `g${n}.md`), `part ${n}\n${list(60, m => `g${m}.md#${n}`)}`)
      writeFileSync(join(at, 'CLAUDE.md'), 'words @g0.md')
    },
    /not imported/,
  ],
  [
    'many long rules',
    at => {
      mkdirSync(join(at, '.claude/rules'), { recursive: true })
      for (let n = 0; n < 12; n++)
        writeFileSync(join(at, `.claude/rules/r${n}.md`), `${n}${' words'.repeat(600_000)}`)
    },
    /comes after too much text/,
  ],
]

test.each(INSTRUCTIONS)('instructions that are %s cost little and are explained', async (_, make, why) => {
  const directory = makeDirectory()
  make(directory)
  const { said, problems, reads, text } = await loadFrom(directory)
  expect(said).toMatch(why)
  expect(problems.length).toBeLessThanOrEqual(51)
  expect(reads).toBeLessThan(2_100)
  expect(text.length).toBeLessThan(450_000)
})

const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'
/** A PNG that says it has 60,000 pixels in each direction. */
const hugePng = `${PNG}\0\0\xea\x60\0\0\xea\x60\x08\x06\0\0\0`
const MEDIA: readonly (readonly [string, string, (path: string) => void])[] = [
  ['a pipe', 'a.png', makePipe],
  ['a device', 'a.png', zero],
  ['a pipe', 'a.pdf', makePipe],
  ['a device', 'a.pdf', zero],
  ['two gigabytes', 'a.png', sparse(PNG, 2048 * MB)],
  ['two gigabytes', 'a.pdf', sparse('%PDF-1.4\n', 2048 * MB)],
  ['of a size nobody can show', 'a.png', path => writeFileSync(path, Buffer.from(hugePng, 'latin1'))],
  ['a directory', 'a.png', path => void mkdirSync(path)],
]

test.each(MEDIA)('a picture or document that is %s (%s) is refused in a sentence', async (_, name, make) => {
  const call = makeToolCall()
  make(join(call.cwd, name))
  await expect(runTool(readTool, { file_path: name }, call)).rejects.toMatchObject({ name: 'ToolError' })
  expect(await readImageFile(name, { cwd: call.cwd, home: call.cwd })).toBeUndefined()
})
