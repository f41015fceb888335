import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { createCodeHelp } from '../../src/features/language-servers/navigate/code-help.ts'
import { encodeNew } from '../../src/lib/encoding/write-text.ts'
import type { PermissionMode, PermissionRequest } from '../../src/protocol/permission.ts'
import type { CodeQuestion } from '../../src/protocol/tools/code-help.ts'
import { type CodeWorld, codeWorld } from '../support/code-world.ts'
import { createWorld } from '../support/engine-bench.ts'
import { clientPackage, hasClangd, hasGopls, hasShellCheck } from '../support/needs-program.ts'
import { sampleSize } from '../support/sample-size.ts'

const CLIENTS = clientPackage('.bin/typescript-language-server')

/** The last module of the project in TypeScript. */
const LAST = sampleSize({ usual: 60, full: 500 })

const many = (count: number, make: (index: number) => readonly [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)))

/** A function, a hundred files or more around it, and callers in a few of them. */
const projects = {
  typescript: {
    runs: () => CLIENTS !== undefined,
    files: {
      'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext"}}',
      'package.json': '{"type":"module"}',
      'src/base.ts': 'export const area = (width: number): number => width * 2\n',
      ...many(LAST + 1, index => [
        `src/m${index}.ts`,
        index % 20 === 0
          ? `import { area } from './base.js'\nexport const v${index} = area(${index})\n`
          : `export const v${index} = ${index}\n`,
      ]),
    },
    of: 'src/base.ts',
    other: 'src/m7.ts',
    caller: `src/m${LAST}.ts:2`,
    breaks: (text: string) => text.replace('width: number', 'width: number, height: number'),
  },
  python: {
    runs: () => CLIENTS !== undefined,
    files: {
      'pyproject.toml': '',
      'base.py': 'def area(width: int) -> int:\n    return width * 2\n',
      ...many(100, index => [
        `m${index}.py`,
        index % 50 === 0 ? `from base import area\n\nv = area(${index})\n` : `v = ${index}\n`,
      ]),
    },
    of: 'base.py',
    other: 'm7.py',
    caller: 'm50.py:3',
    breaks: (text: string) => text.replace('width: int', 'width: int, height: int'),
  },
  go: {
    runs: hasGopls,
    files: {
      'go.mod': 'module example.com/x\n\ngo 1.19\n',
      'base/base.go':
        'package base\n\nfunc area(width int) int { return width * 2 }\n\nfunc Area(width int) int { return area(width) }\n',
      'main.go': 'package main\n\nimport "example.com/x/base"\n\nfunc main() { println(base.Area(2)) }\n',
    },
    of: 'base/base.go',
    other: 'base/base.go',
    caller: 'main.go:5',
    breaks: (text: string) => text.replace('Area(width int)', 'Area(width int, height int)'),
  },
  c: {
    runs: hasClangd,
    files: {
      'compile_flags.txt': '-Wall\n',
      'base.h': 'int area(int width);\n',
      'base.c': '#include "base.h"\nint area(int width) { return width * 2; }\n',
      'main.c': '#include "base.h"\nint main(void) { return area(2); }\n',
      'other.c': 'int other(void) { return 1; }\n',
    },
    of: 'base.h',
    other: 'other.c',
    caller: 'main.c:2',
    breaks: (text: string) => text.replace('int width', 'int width, int height'),
  },
} as const

const ask = async (
  world: CodeWorld,
  question: Omit<CodeQuestion<'references' | 'definition' | 'incoming_calls'>, 'cwd'>,
) => {
  const help = createCodeHelp({ languages: world.languages, isInside: path => path.startsWith(world.root) })
  const { places } = await help.look({ cwd: world.root, ...question }, new AbortController().signal)
  return places.map(({ path, line }) => `${relative(world.root, path)}:${line}`)
}

test.each(Object.entries(projects))(
  'the server of %s names callers that an edit breaks, once, and renames all uses of a name',
  async (_, { runs, files, of, other, caller, breaks }) => {
    if (!runs()) return
    await using world = codeWorld(files)
    expect(await world.edit(other, text => `${text}\n`)).toEqual({ found: [], mended: [] })
    const broken = await world.edit(of, breaks)
    expect(broken.found.join('\n')).toContain(`${caller} error`)
    expect((await world.edit(other, text => `${text}\n`)).found).toEqual([])
    const mended = await world.edit(of, files[of as keyof typeof files])
    expect(mended.found).toEqual([])
    expect(mended.mended.join('\n')).toContain(caller.split(':')[0])

    const symbol = of.endsWith('.go') ? 'Area' : 'area'
    const question = { symbol, path: world.at(of) }
    expect(await ask(world, { operation: 'references', ...question })).toContain(caller)
    const help = createCodeHelp({ languages: world.languages, isInside: path => path.startsWith(world.root) })
    const { signal } = new AbortController()
    const { changes } = await help.plan(
      { cwd: world.root, operation: 'rename', newName: 'Surface', ...question },
      signal,
    )
    expect(changes.map(({ path }) => relative(world.root, path))).toContain(caller.split(':')[0])
    expect(changes.filter(({ after }) => new RegExp(`\\b${symbol}\\b`).test(after))).toEqual([])
  },
  90_000,
)

test.skipIf(CLIENTS === undefined)(
  'a notebook that breaks is named with its cell, and so is one that uses what was changed',
  async () => {
    const cell = (source: string) => ({ cell_type: 'code', id: 'c', metadata: {}, source, outputs: [] })
    const notebook = (...sources: readonly string[]) =>
      JSON.stringify({ cells: sources.map(cell), metadata: {}, nbformat: 4, nbformat_minor: 5 })
    const good = ['from base import area', '%time\nv = area(1)\nv']
    await using world = codeWorld({
      'pyproject.toml': '',
      'base.py': 'def area(width: int) -> int:\n    return width\n',
      'n.ipynb': notebook(...good),
    })
    const broken = await world.edit('n.ipynb', notebook(good[0] ?? '', '%time\nv = area("a")\nv'))
    expect(broken.found.join()).toMatch(/^n\.ipynb:2 error Argument of type/)
    expect((await world.edit('n.ipynb', notebook(...good))).mended).toEqual(['n.ipynb 1'])
    const { signal } = new AbortController()
    const path = world.put('base.py', 'def area(width: int, height: int) -> int:\n    return width\n')
    const before = 'def area(width: int) -> int:\n    return width\n'
    const { findings } = await world.languages.look([{ path, before }], signal)
    expect(findings).toMatchObject([{ path: world.at('n.ipynb'), cell: 2, line: 2 }])
  },
  60_000,
)

const SCRIPT = '#!/bin/bash\necho hi\n'

test.skipIf(CLIENTS === undefined)(
  'a script and a YAML file that an edit breaks are told, and once that they are mended',
  async () => {
    const hasShellcheck = hasShellCheck()
    await using world = codeWorld({ 'a.sh': SCRIPT, 'b.yaml': 'a: 1\n' })
    expect(await world.edit('a.sh', `${SCRIPT}echo there\n`)).toEqual({ found: [], mended: [] })
    const script = await world.edit('a.sh', `${SCRIPT}if true; then\n  echo x\n`)
    const yaml = await world.edit('b.yaml', 'a: 1\nb: [1, 2\nc: 3\n')
    expect(yaml.found.join()).toContain('b.yaml:3 error')
    expect((await world.edit('b.yaml', 'a: 1\nb: [1, 2]\n')).mended).toEqual(['b.yaml 1'])
    expect(world.languages.states().map(({ name }) => name)).toEqual(['bash', 'yaml'])
    // Without ShellCheck its server finds nothing, and /code says what is missing.
    expect(world.languages.missing.map(({ name }) => name)).toEqual(hasShellcheck ? [] : ['shellcheck'])
    if (!hasShellcheck) return
    expect(script.found.join('\n')).toMatch(/^a\.sh:3 error Couldn't find 'fi' for this 'if'\.$/m)
    const mended = await world.edit('a.sh', `${SCRIPT}if true; then\n  echo x\nfi\n`)
    expect(mended).toEqual({ found: [], mended: ['a.sh 4'] })
    expect(await world.edit('a.sh', `${SCRIPT}echo z\n`)).toEqual({ found: [], mended: [] })
  },
  60_000,
)

/** Only one of its users, far behind the first twenty, is broken by what else is allowed. */
const popular = {
  typescript: {
    runs: () => CLIENTS !== undefined,
    files: {
      'tsconfig.json': '{"compilerOptions":{"strict":true,"module":"nodenext"}}',
      'package.json': '{"type":"module"}',
      'base.ts': 'export const area = (width: number | string): number => Number(width)\n',
      ...many(30, index => [
        `u${index}.ts`,
        `import { area } from './base.js'\nexport const v${index} = area(${index === 25 ? "'25'" : index})\n`,
      ]),
    },
    of: 'base.ts',
    user: 'u25.ts',
    legacy: {
      name: 'old.ts',
      text: (name: string) =>
        `import { ${name} } from './base.js'\n/* 这是一个中文注释 */ export const v = ${name}(1)\n`,
    },
    breaks: (text: string) => text.replace('number | string', 'number'),
  },
  c: {
    runs: hasClangd,
    files: {
      'compile_flags.txt': '-Wall\n',
      'base.h': 'int area(int width, ...);\n',
      ...many(30, index => [
        `u${index + 10}.c`,
        `#include "base.h"\nint v(void) { return area(${index === 25 ? '2, 5' : index}); }\n`,
      ]),
    },
    of: 'base.h',
    user: 'u35.c',
    legacy: {
      name: 'old.c',
      text: (name: string) =>
        `#include "base.h"\n/* 这是一个中文注释 */ int old(void) { return ${name}(1); }\n`,
    },
    breaks: (text: string) => text.replace(', ...', ''),
  },
} as const

test.each(Object.entries(popular))(
  'an edit of what thirty files of %s use names the only one that it breaks, and a rename changes all of them',
  async (_, { runs, files, of, user, breaks, legacy }) => {
    if (!runs()) return
    await using world = codeWorld(files)
    writeFileSync(world.at(legacy.name), encodeNew(legacy.text('area'), 'gbk') as Buffer)
    const { found } = await world.edit(of, breaks)
    expect(found.map(each => each.split(' ').slice(0, 2).join(' '))).toEqual([`${user}:2 error`])
    expect(await world.edit(of, files[of as keyof typeof files])).toEqual({
      found: [],
      mended: [`${user} 1`],
    })
    // Nobody has opened this one, and its columns are others for who takes it for UTF-8.
    const help = createCodeHelp({ languages: world.languages, isInside: path => path.startsWith(world.root) })
    const question = { operation: 'rename', symbol: 'area', path: world.at(of), newName: 'b' } as const
    const { changes } = await help.plan({ cwd: world.root, ...question }, new AbortController().signal)
    expect(changes).toHaveLength(32)
    expect(changes.find(({ path }) => path === world.at(legacy.name))?.after).toBe(legacy.text('b'))
  },
  90_000,
)

/** A session of the whole engine in a project of this kind, its servers on the PATH. */
const session = async (
  replies: Parameters<typeof createWorld>[0]['scenario']['replies'],
  files: Readonly<Record<string, string>>,
  mode: PermissionMode = 'acceptEdits',
) =>
  await createWorld({
    scenario: { replies },
    files,
    config: config => ({
      languageServers: { rows: {}, known: true },
      permissions: { ...config.permissions, mode, canAsk: mode === 'default' },
      place: {
        ...config.place,
        env: { ...config.place.env, PATH: `${join(CLIENTS ?? '', '..')}:${process.env['PATH']}` },
      },
    }),
  })

const { files: TS } = projects.typescript

const { files: PY } = projects.python
const { files: GO } = projects.go

test.each([
  [
    'TypeScript',
    () => CLIENTS !== undefined,
    TS,
    { of: 'src/base.ts', user: `src/m${LAST}.ts`, symbol: 'area' },
  ],
  ['Python', () => CLIENTS !== undefined, PY, { of: 'base.py', user: 'm50.py', symbol: 'area' }],
  ['Go', hasGopls, GO, { of: 'base/base.go', user: 'main.go', symbol: 'Area' }],
  ['C', hasClangd, projects.c.files, { of: 'base.h', user: 'main.c', symbol: 'area' }],
] as const)(
  'a rename in %s is one call, shown as one diff, and taken back by one rewind',
  async (_, runs, files: Readonly<Record<string, string>>, { of, user, symbol }) => {
    if (!runs()) return
    const rename = { operation: 'rename', symbol, file_path: of, new_name: 'Surface' }
    const world = await session(
      [
        { tool: { name: 'Read', input: { file_path: of } } },
        { tool: { name: 'LSP', input: rename } },
        { text: 'done' },
      ],
      files,
      'default',
    )
    await using _world = world
    const asked: PermissionRequest[] = []
    const answering = (async () => {
      for await (const event of world.engine.events())
        if (event.type === 'permission_request') {
          asked.push(event.request)
          const { id } = event.request
          await world.engine.send({ type: 'answer_permission', id, answer: { behavior: 'allow' } })
        }
    })()
    await world.ask('rename it')
    expect(asked.map(({ toolName }) => toolName)).toEqual(['LSP'])
    const diff = asked[0]?.details?.diff?.text ?? ''
    for (const name of [of, user]) expect(diff).toContain(`\\ ${name}`)
    expect(diff.match(/^\+.*Surface/gm)?.length).toBe(diff.match(/^-.*area/gim)?.length)
    const read = (name: string): string => readFileSync(join(world.dir, name), 'utf8')
    for (const name of [of, user]) {
      expect(read(name)).toContain('Surface')
      expect(read(name)).not.toMatch(new RegExp(`\\b${symbol}\\b`))
    }
    const said = world.events.flatMap(event =>
      event.type === 'entry' && event.entry.type === 'user' ? [event.entry] : [],
    )
    const first = said.find(({ message }) => JSON.stringify(message.content).includes('rename it'))
    await world.engine.rewindFiles({ messageUuid: first?.uuid ?? '' })
    for (const name of [of, user]) expect(read(name)).toBe(files[name])
    await world.engine[Symbol.asyncDispose]()
    await answering
  },
  60_000,
)

test.skipIf(CLIENTS === undefined)(
  'the model hears once of a caller it broke, before its turn ends or with the next request',
  async () => {
    const edit = {
      file_path: 'src/base.ts',
      old_string: 'width: number',
      new_string: 'width: number, height: number',
    }
    const world = await session(
      [
        { tool: { name: 'Read', input: { file_path: 'src/base.ts' } } },
        // By its answer the server knows the project.
        {
          tool: { name: 'LSP', input: { operation: 'references', symbol: 'area', file_path: 'src/base.ts' } },
        },
        { tool: { name: 'Edit', input: edit } },
        { text: 'done' },
        { text: 'I see' },
        { text: 'yes' },
      ],
      TS,
    )
    await using _ = world
    await world.ask('widen it')
    // On a slow machine the server needs longer than a turn waits for it.
    const notices = () => world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
    await expect.poll(() => notices().join(), { timeout: 30_000 }).toContain('after this change')
    await world.ask('and now?')
    const texts = world.model.requests.map(({ messages }) => JSON.stringify(messages))
    expect(texts[2]).toContain(`src/m${LAST}.ts:2`)
    const said = `src/m${LAST}.ts:2 error typescript 2554: Expected 2 arguments, but got 1.`
    expect(texts.at(-1)?.split(said)).toHaveLength(2)
  },
  60_000,
)
