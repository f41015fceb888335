import fc from 'fast-check'
import { expect, test } from 'vitest'
import { promptNode } from '../../../../../test/support/panel-world.ts'
import type { PromptNode } from '../../../../protocol/session/session-tree.ts'
import { loadWords } from '../../text/words.ts'
import { treeOptions, treeRows } from './tree-rows.ts'

test('a chain is not indented, branches are, and the place is marked', async () => {
  const { panels } = await loadWords('en')
  const prompts = [
    promptNode('a', { children: ['b', 'c'] }),
    promptNode('b', { parent: 'a', current: false }),
    promptNode('c', { parent: 'a', children: ['d'] }),
    promptNode('d', { parent: 'c' }),
  ]
  expect(treeOptions({ prompts, current: 'd' }, panels).map(({ label }) => label)).toEqual([
    '○ say a',
    '  ├ · say b',
    '  ├ ○ say c',
    '  ● say d',
  ])
})

test('a conversation of many messages in a row is no problem', () => {
  const prompts = Array.from({ length: 20_000 }, (_, at) =>
    promptNode(String(at), { parent: at === 0 ? null : String(at - 1), children: [String(at + 1)] }),
  )
  expect(treeRows({ prompts, current: null })).toHaveLength(20_000)
})

test('every message is there once, whatever a file says of its children', () => {
  const trees = fc
    .array(fc.tuple(fc.nat(20), fc.array(fc.nat(25), { maxLength: 4 })), { maxLength: 20 })
    .map((parts): readonly PromptNode[] =>
      parts.map(([parent, children], at) =>
        promptNode(String(at), {
          parent: parent < at ? String(parent) : null,
          children: children.map(String),
        }),
      ),
    )
  fc.assert(
    fc.property(trees, prompts => {
      const shown = treeRows({ prompts, current: null }).map(({ node }) => node.uuid)
      expect(new Set(shown).size).toBe(shown.length)
      for (const { uuid, parent } of prompts) if (parent === null) expect(shown).toContain(uuid)
    }),
  )
})
