import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recoverParallel } from './parallel-results.ts'
import { buildTree, chooseLeaf, pathTo, type TreeNode } from './tree.ts'

const node = (uuid: string, parentUuid: string | null, more: Partial<TreeNode> = {}): TreeNode => ({
  uuid,
  parentUuid,
  type: 'user',
  isSidechain: false,
  ...more,
})
const link = (uuid: string, parentUuid: string | null): TreeNode => node(uuid, parentUuid, { type: 'link' })
const side = (uuid: string, parentUuid: string | null): TreeNode =>
  node(uuid, parentUuid, { isSidechain: true })
const reply = (uuid: string, parentUuid: string, call: string): TreeNode =>
  node(uuid, parentUuid, { type: 'assistant', replyId: 'r', calls: [call] })
const result = (uuid: string, parentUuid: string, call: string): TreeNode =>
  node(uuid, parentUuid, { answers: [call] })

const wayOf = (nodes: readonly TreeNode[], removed: readonly string[] = []): string => {
  const tree = buildTree(nodes)
  const leaf = chooseLeaf(tree)
  if (leaf === undefined) return ''
  return recoverParallel(tree, pathTo(tree, leaf).nodes, new Set(removed))
    .map(at => at.uuid)
    .join(' ')
}

test.each<[string, TreeNode[], string]>([
  ['nothing', [], ''],
  ['a straight chain', [node('a', null), node('b', 'a'), node('c', 'b')], 'a b c'],
  ['the newest of two branches', [node('a', null), node('b', 'a'), node('c', 'b'), node('d', 'a')], 'a d'],
  ['side conversations left out', [node('a', null), node('b', 'a'), side('s', 'b'), side('t', 's')], 'a b'],
  ['a way through unknown lines', [node('a', null), link('p', 'a'), link('q', 'p'), node('b', 'q')], 'a b'],
  ['unknown lines at the end', [node('a', null), link('p', 'a')], 'a'],
  ['a root below unknown lines', [link('p', null), node('a', 'p')], 'a'],
  ['a circle of unknown lines above', [link('p', 'q'), link('q', 'p'), node('a', 'p')], 'a'],
  ['a missing parent as a beginning', [node('x', null), node('b', 'gone'), node('c', 'b')], 'b c'],
  [
    'a parent lost in damage, bridged for all its children',
    [node('a', null), node('b', 'gone', { afterDamage: true }), node('c', 'gone')],
    'a c',
  ],
  ['its own parent', [node('a', 'a')], 'a'],
  ['a circle cut open', [node('a', 'c'), node('b', 'a'), node('c', 'b')], 'a b c'],
  ['the first of two lines with one uuid', [node('a', null), node('b', 'a'), node('a', 'b')], 'a b'],
  [
    'above a compaction',
    [
      node('a', null),
      node('b', null, { type: 'system', isBoundary: true, logicalParentUuid: 'a' }),
      node('c', 'b'),
    ],
    'a b c',
  ],
  [
    'results that hang on their own calls',
    [
      node('a', null),
      reply('r1', 'a', '1'),
      reply('r2', 'r1', '2'),
      result('u1', 'r1', '1'),
      result('u2', 'r2', '2'),
      node('z', 'u2'),
    ],
    'a r1 r2 u1 u2 z',
  ],
  [
    'calls and results beside a way through the first result',
    [
      node('a', null),
      reply('r1', 'a', '1'),
      reply('r2', 'r1', '2'),
      result('u2', 'r2', '2'),
      result('u1', 'r1', '1'),
      node('z', 'u1'),
    ],
    'a r1 r2 u2 u1 z',
  ],
  [
    'the result on the way, not another one for the same call',
    [
      node('a', null),
      reply('r1', 'a', '1'),
      result('old', 'r1', '1'),
      result('new', 'r1', '1'),
      node('z', 'new'),
    ],
    'a r1 new z',
  ],
  [
    'no call that was cut off unanswered',
    [
      node('a', null),
      reply('r1', 'a', '1'),
      reply('r2', 'r1', '2'),
      result('u1', 'r1', '1'),
      node('z', 'u1'),
    ],
    'a r1 u1 z',
  ],
])('%s', (_, nodes, way) => {
  expect(wayOf(nodes)).toBe(way)
})

test('what a tombstone removed is not brought back', () => {
  const nodes = [
    node('a', null),
    reply('r1', 'a', '1'),
    reply('r2', 'r1', '2'),
    result('u2', 'r2', '2'),
    result('u1', 'r1', '1'),
  ]
  expect(wayOf(nodes, ['r2'])).toBe('a r1 u1')
})

const anyNodes = fc.array(
  fc.record({
    uuid: fc.integer({ min: 0, max: 15 }).map(String),
    parentUuid: fc.option(fc.integer({ min: 0, max: 18 }).map(String)),
    type: fc.constantFrom('user', 'assistant', 'system', 'attachment', 'link'),
    isSidechain: fc.boolean(),
    afterDamage: fc.boolean(),
    replyId: fc.constantFrom('r', 's'),
    calls: fc.array(fc.constantFrom('1', '2'), { maxLength: 2 }),
    answers: fc.array(fc.constantFrom('1', '2'), { maxLength: 2 }),
    logicalParentUuid: fc.integer({ min: 0, max: 18 }).map(String),
  }),
) satisfies fc.Arbitrary<TreeNode[]>

test('any file, with any circles and holes, gives a way without repetitions that ends at a message', () => {
  fc.assert(
    fc.property(anyNodes, nodes => {
      const way = wayOf(nodes).split(' ').filter(Boolean)
      expect(new Set(way).size).toBe(way.length)
      const first = new Map(nodes.toReversed().map(at => [at.uuid, at]))
      const main = [...first.values()].filter(at => at.type !== 'link' && !at.isSidechain).map(at => at.uuid)
      expect(way.length > 0).toBe(main.length > 0)
      expect(way.every(uuid => main.includes(uuid))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('the leaf is the newest message without children whenever parents stand above their children', () => {
  const trees = fc
    .array(fc.nat(), { minLength: 1, maxLength: 30 })
    .map(picks => picks.map((pick, i) => node(String(i), i === 0 ? null : String(pick % i))))
  fc.assert(
    fc.property(trees, nodes => {
      expect(chooseLeaf(buildTree(nodes))?.uuid).toBe(nodes.at(-1)?.uuid)
    }),
  )
})
