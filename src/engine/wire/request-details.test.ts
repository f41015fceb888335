import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { createPermissions } from '../../features/permissions/permissions.ts'
import { bashTool } from '../../features/tools/bash/bash.ts'
import { editTool } from '../../features/tools/edit/edit.ts'
import { notebookEditTool } from '../../features/tools/notebook-edit/notebook-edit.ts'
import { writeTool } from '../../features/tools/write/write.ts'
import type { Policy } from '../../protocol/permission.ts'
import type { Tool } from '../../protocol/tool.ts'
import type { EngineConfig } from '../config.ts'
import { requestDetails } from './request-details.ts'

const ask = async (cwd: string, tool: unknown, input: object) => {
  const policy: Policy = { mode: 'default', rules: [], roots: [cwd], cwd, home: '/h', caseSensitive: true }
  const permissions = createPermissions()
  const settings = { targetOf: () => ({ file: '/h/settings.json', scope: 'user' }) }
  const make = requestDetails({
    config: { settings } as unknown as EngineConfig,
    gate: { permissions, judge: permissions.judge, policy: () => policy },
  })
  const known = tool as Tool
  const parsed = known.input.parse(input)
  const call = { toolName: known.name, input: parsed, accesses: known.access(parsed, cwd) }
  const decision = await permissions.judge(call, policy)
  return await make({ tool: known, id: 'call', input: parsed, cwd, decision })
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
