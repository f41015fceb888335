import { expect, test } from 'vitest'
import { ToolError } from '../../protocol/tool.ts'
import { remoteTool } from './remote-tool.ts'

const there = {
  target: { address: 'ssh://host/w' },
  directory: '/w',
  results: '/r',
  localDirectory: () => '/here',
  turn: () => undefined,
} as never
const edit = {
  name: 'Edit',
  access: ({ file_path: path }: { readonly file_path: string }) => [{ kind: 'write', path }],
} as never

test.each([
  ['old_string', { old_string: 'key=[secret:github-token:ab12]' }],
  ['edits', { edits: [{ old_string: 'a', new_string: 'b [secret:github-token:ab12]' }] }],
])('a secret that was taken out of a result is not sent there as its marker: %s', async (_, more) => {
  const tool = remoteTool(edit, there)
  const prepare = (input: object): unknown =>
    tool.prepare?.({ file_path: '/w/a', ...input } as never, {} as never)
  expect(() => prepare(more)).toThrow(ToolError)
  expect(() => prepare(more)).toThrow('[secret:github-token:ab12]')
  expect(prepare({ old_string: 'a', new_string: 'b' })).toMatchObject({ file_path: '/w/a' })
  expect(() => prepare({ file_path: '/etc/a' })).toThrow('/etc/a')
})
