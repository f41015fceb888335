import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { makeToolCall } from '../../../test/support/tool-call.ts'
import { createPermissions } from '../../features/permissions/permissions.ts'
import { bashTool } from '../../features/tools/bash/bash.ts'
import { editTool } from '../../features/tools/edit/edit.ts'
import { notebookEditTool } from '../../features/tools/notebook-edit/notebook-edit.ts'
import { writeTool } from '../../features/tools/write/write.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { EngineConfig } from '../config.ts'
import type { Ports } from '../ports/part.ts'
import { requestDetails } from './request-details.ts'

const ask = async (cwd: string, tool: unknown, input: object) => {
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home: '/h', caseSensitive: true }
  const permissions = createPermissions()
  const settings = { targetOf: () => ({ file: '/h/settings.json', scope: 'user' }) }
  const make = requestDetails({
    config: { settings, place: { env: { PATH: process.env['PATH'] } } } as unknown as EngineConfig,
    live: {},
    ports: { files: makeToolCall().files } as unknown as Ports,
    gate: { permissions, judge: permissions.judge, policy: () => policy },
  })
  const known = tool as Tool
  const parsed = known.input.parse(input)
  const call = { toolName: known.name, input: parsed, accesses: known.access(parsed, cwd) }
  const decision = await permissions.judge(call, policy)
  const places = permissions.placesOf(decision) ?? new Map()
  return await make({ tool: known, id: 'call', input: parsed, cwd, decision, places })
}

test('an edit is shown as the change it would make', async () => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'a.txt'), 'one\ntwo\n')
  const edited = await ask(tmp.path, editTool, { file_path: 'a.txt', old_string: 'two', new_string: '2' })
  expect(edited.title).toBe('Change a.txt')
  expect(edited.diff).toEqual({
    path: join(tmp.path, 'a.txt'),
    text: '@@ -1,2 +1,2 @@\n one\n-two\n+2',
    cut: false,
  })
  const written = await ask(tmp.path, writeTool, { file_path: 'b.txt', content: 'x\n' })
  expect([written.title, written.diff?.text]).toEqual(['Create b.txt', '@@ -0,0 +1 @@\n+x'])
})

test('a cell of a notebook is shown in its file', async () => {
  await using tmp = tmpDir()
  const cell = {
    cell_type: 'code',
    id: 'c1',
    metadata: {},
    outputs: [],
    execution_count: null,
    source: 'a = 1',
  }
  const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }
  writeFileSync(join(tmp.path, 'n.ipynb'), `${JSON.stringify(notebook, null, 1)}\n`)
  const { diff } = await ask(tmp.path, notebookEditTool, {
    notebook_path: 'n.ipynb',
    cell_id: 'c1',
    new_source: 'a = 2',
  })
  expect(diff?.text).toContain('a = 2')
})

test.each<[string, unknown, object]>([
  ['an edit that cannot be made', editTool, { file_path: 'a.txt', old_string: 'zzz', new_string: 'y' }],
  ['a file that is no text', writeTool, { file_path: 'binary', content: 'y' }],
  ['something that is no file', writeTool, { file_path: 'folder', content: 'y' }],
])('%s has no diff', async (_, tool, input) => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'a.txt'), 'one\n')
  writeFileSync(join(tmp.path, 'binary'), 'a\0b')
  mkdirSync(join(tmp.path, 'folder'))
  expect((await ask(tmp.path, tool, input)).diff).toBeUndefined()
})

test('a command comes with its risky pieces and the file that "always" saves to', async () => {
  await using tmp = tmpDir()
  const details = await ask(tmp.path, bashTool, { command: 'ls && make all' })
  expect(details).toMatchObject({
    title: 'Run ls && make all',
    subject: { text: 'ls && make all', risky: [{ from: 6, to: 14 }] },
    saves: [{ rule: 'Bash(make all:*)', file: '/h/settings.json' }],
  })
})

test.skipIf(process.platform !== 'linux')(
  'a plain sed -i is shown as the change it would make, and nothing is changed',
  async () => {
    await using tmp = tmpDir()
    const file = join(tmp.path, 'a.txt')
    writeFileSync(file, 'one\ntwo\n')
    const shown = await ask(tmp.path, bashTool, { command: "sed -i 's/two/2/' a.txt" })
    expect(shown).toMatchObject({
      title: "Run sed -i 's/two/2/' a.txt",
      subject: { text: "sed -i 's/two/2/' a.txt" },
      diff: { path: file, text: '@@ -1,2 +1,2 @@\n one\n-two\n+2', cut: false },
    })
    expect([readFileSync(file, 'utf8'), readdirSync(tmp.path)]).toEqual(['one\ntwo\n', ['a.txt']])
  },
)

test.each([
  ['a script that runs programs', "sed -i 's/one/touch made/e' a.txt"],
  ['a script that sed does not take', "sed -i 's/one/\\9/' a.txt"],
  ['a link, which sed would replace', "sed -i 's/one/1/' link"],
  ['a file outside', "sed -i 's/root/x/' /etc/passwd"],
  ['a file that is not there', "sed -i 's/one/1/' none"],
  ['a directory', "sed -i 's/one/1/' folder"],
  ['a binary', "sed -i 's/a/1/' binary"],
  ['a script that changes nothing', "sed -i 's/zzz/1/' a.txt"],
])('%s has no diff', async (_, command) => {
  await using tmp = tmpDir()
  writeFileSync(join(tmp.path, 'a.txt'), 'one\n')
  writeFileSync(join(tmp.path, 'binary'), 'a\0b')
  mkdirSync(join(tmp.path, 'folder'))
  symlinkSync('a.txt', join(tmp.path, 'link'))
  const { diff } = await ask(tmp.path, bashTool, { command })
  expect([diff, readdirSync(tmp.path).includes('made')]).toEqual([undefined, false])
})

test('a rule that would be saved for the project comes with the file for all projects', async () => {
  await using tmp = tmpDir()
  expect((await ask(tmp.path, bashTool, { command: 'make all' })).places).toEqual([
    { destination: 'userSettings', file: '/h/settings.json' },
  ])
  expect(await ask(tmp.path, writeTool, { file_path: 'b.txt', content: 'x' })).not.toHaveProperty('places')
})
