import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTarget } from './branch-target.ts'
import { describeTree, type OutlineNode, outlineOf } from './tree-outline.ts'

const TIME = '2026-01-01T00:00:00.000Z'
const NOW = Date.parse(TIME) + 60_000
const said = (uuid: string, parentUuid: string | null): OutlineNode => ({
  uuid,
  parentUuid,
  type: 'user',
  isSidechain: false,
  prompt: { title: `ask ${uuid}`, timestamp: TIME },
})
const reply = (uuid: string, parentUuid: string | null, more: Partial<OutlineNode> = {}): OutlineNode => ({
  uuid,
  parentUuid,
  type: 'assistant',
  isSidechain: false,
  ...more,
})
const boundary = (uuid: string, logicalParentUuid: string): OutlineNode => ({
  ...reply(uuid, null),
  type: 'system',
  logicalParentUuid,
  isBoundary: true,
})

/** a1 → a2 (summed up in its turn) → a3, and b2 in the place of a2. */
const LINES: readonly OutlineNode[] = [
  said('a1', null),
  reply('ra1', 'a1'),
  said('a2', 'ra1'),
  boundary('cut', 'a2'),
  reply('ra2', 'cut'),
  said('a3', 'ra2'),
  reply('gone', 'a3'),
  { ...reply('stone', 'a3'), type: 'system', removed: ['gone'] },
  said('b2', 'ra1'),
  reply('rb2', 'b2'),
]

test('prompts stand in order with their branches, answers and the way to where the conversation is', () => {
  const shape = describeTree(outlineOf(LINES, 'rb2'), NOW)
  const common = { timestamp: TIME, ageMs: 60_000 }
  expect(shape).toEqual({
    current: 'b2',
    prompts: [
      {
        uuid: 'a1',
        parent: null,
        children: ['a2', 'b2'],
        title: 'ask a1',
        current: true,
        leaf: false,
        answer: 'ra1',
        ...common,
      },
      {
        uuid: 'a2',
        parent: 'a1',
        children: ['a3'],
        title: 'ask a2',
        current: false,
        leaf: false,
        answer: 'ra2',
        compacted: true,
        ...common,
      },
      { uuid: 'a3', parent: 'a2', children: [], title: 'ask a3', current: false, leaf: true, ...common },
      {
        uuid: 'b2',
        parent: 'a1',
        children: [],
        title: 'ask b2',
        current: true,
        leaf: true,
        answer: 'rb2',
        ...common,
      },
    ],
  })
  expect(describeTree(outlineOf(LINES, null), NOW).current).toBeNull()
  expect(describeTree(outlineOf([], null), NOW)).toEqual({ prompts: [], current: null })
})

test.each([
  [
    'back on the same branch',
    'stone',
    'a3',
    'before',
    { leaf: 'ra2', left: ['a3'], taken: [], undoesCompaction: false },
  ],
  [
    'back to before a summary',
    'stone',
    'a2',
    'before',
    { leaf: 'ra1', left: ['a2', 'a3'], taken: [], undoesCompaction: true },
  ],
  [
    'back to the very beginning',
    'rb2',
    'a1',
    'before',
    { leaf: null, left: ['a1', 'b2'], taken: [], undoesCompaction: false },
  ],
  [
    'over to the end of another branch',
    'rb2',
    'a2',
    'end',
    { leaf: 'stone', left: ['b2'], taken: ['a2', 'a3'], files: { messageUuid: 'a3', to: 'end' } },
  ],
  [
    'over to before a message of another branch',
    'rb2',
    'a3',
    'before',
    { leaf: 'ra2', left: ['b2'], taken: ['a2'], files: { messageUuid: 'a3', to: 'before' } },
  ],
  ['nowhere when it is on the branch in use', 'rb2', 'a1', 'end', { leaf: 'rb2', left: [], taken: [] }],
] as const)('a move leads %s', (_, at, messageUuid, to, target) => {
  expect(findTarget(outlineOf(LINES, at), { messageUuid, to })).toMatchObject(target)
})

test('what was said before the conversation was cleared is marked, on the way there alone', () => {
  const lines = [
    said('a', null),
    reply('ra', 'a'),
    { ...boundary('clear', 'ra'), clears: true },
    said('b', 'clear'),
    said('c', 'ra'),
  ]
  const cleared = (at: string) =>
    describeTree(outlineOf(lines, at), NOW)
      .prompts.filter(prompt => prompt.cleared)
      .map(({ uuid }) => uuid)
  expect([cleared('b'), cleared('clear'), cleared('c')]).toEqual([['a'], ['a'], []])
})

test.each(['ra1', 'nowhere', 'cut'])('%s is nothing the person said, so no move leads there', messageUuid => {
  expect(findTarget(outlineOf(LINES, 'rb2'), { messageUuid })).toMatchObject({
    text: `There is no message ${messageUuid} of yours in this session.`,
  })
})

test('what the program said in the name of the person is no knot, but the files of a branch end with it', () => {
  const quiet: OutlineNode = { uuid: 'q', parentUuid: 'ra1', type: 'user', isSidechain: false, quiet: true }
  const lines = [said('a1', null), reply('ra1', 'a1'), quiet, reply('rq', 'q'), said('b1', null)]
  const outline = outlineOf(lines, 'b1')
  expect(describeTree(outline, NOW).prompts.map(node => [node.uuid, node.answer])).toEqual([
    ['a1', 'rq'],
    ['b1', undefined],
  ])
  expect(findTarget(outline, { messageUuid: 'a1', to: 'end' })).toMatchObject({
    leaf: 'rq',
    files: { messageUuid: 'q', to: 'end' },
  })
})

test('in any file every prompt is shown once, under one that is shown, and every move ends at a message of the file', () => {
  const lines = fc.array(fc.record({ parent: fc.nat(20), isPrompt: fc.boolean(), isCut: fc.boolean() }), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(lines, fc.nat(20), (given, end) => {
      const nodes = given.map(({ parent, isPrompt, isCut }, at): OutlineNode => {
        const above = parent < 18 ? `n${parent}` : null
        if (isPrompt) return said(`n${at}`, above)
        return isCut && above !== null ? boundary(`n${at}`, above) : reply(`n${at}`, above)
      })
      const outline = outlineOf(nodes, nodes[end]?.uuid ?? null)
      const { prompts } = describeTree(outline, NOW)
      expect(prompts.map(node => node.uuid)).toEqual(nodes.flatMap(node => (node.prompt ? [node.uuid] : [])))
      const known = new Set(prompts.map(node => node.uuid))
      for (const { uuid, parent, children } of prompts) {
        expect(parent === null || known.has(parent)).toBe(true)
        for (const child of children) expect(prompts.find(node => node.uuid === child)?.parent).toBe(uuid)
        for (const to of ['before', 'end'] as const) {
          const target = findTarget(outline, { messageUuid: uuid, to })
          if ('text' in target) throw new Error(target.text)
          expect(target.leaf === null || outline.tree.byId.has(target.leaf)).toBe(true)
        }
      }
    }),
  )
})
