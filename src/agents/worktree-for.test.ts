import { expect, test } from 'vitest'
import type { OpenWorktree } from '../protocol/agents/worktrees.ts'
import { verbatim } from '../protocol/messages/layout.ts'
import { ToolError } from '../protocol/tool.ts'
import { worktreeFor } from './worktree-for.ts'

const TREE = { name: 'w' } as OpenWorktree
const wish = (request: object, definition: object = {}, isolateBackground = false) =>
  ({
    request,
    definition: { name: 'x', description: '', prompt: '', ...definition },
    settings: { isolateBackground },
  }) as never

test.each([
  ['nobody asks for one', wish({}), false],
  ['the call asks for one', wish({ isolation: 'worktree' }), true],
  ['its definition asks for one', wish({}, { isolation: 'worktree' }), true],
  ['it starts in the background, and settings isolate those', wish({ background: true }, {}, true), true],
  [
    'it always works in the background, and settings isolate those',
    wish({}, { background: true }, true),
    true,
  ],
  ['it starts in the foreground although settings isolate the others', wish({}, {}, true), false],
  ['it starts in the background without the setting', wish({ background: true }), false],
  ['it only looks', wish({ background: true }, { oneShot: true }, true), false],
])('an agent has a worktree of its own or not: %s', async (_, asked, has) => {
  expect(await worktreeFor(asked, async () => TREE)).toBe(has ? TREE : undefined)
})

test('where there cannot be one, only an agent that was to have one fails', async () => {
  const none = () => Promise.reject(new ToolError(verbatim('no repository')))
  expect(await worktreeFor(wish({ background: true }, {}, true), none)).toBeUndefined()
  await expect(worktreeFor(wish({ isolation: 'worktree' }), none)).rejects.toThrow('no repository')
})
