import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTree, chooseLeaf, pathTo, type TreeNode } from '../tree.ts'
import { BranchFinder } from './branch-finder.ts'

const id = fc.integer({ min: 0, max: 11 }).map(String)
const node = fc.record({
  uuid: id,
  parentUuid: fc.option(id),
  logicalParentUuid: fc.option(id, { nil: undefined }),
  type: fc.constantFrom('user', 'assistant', 'link'),
  isSidechain: fc.constant(false),
})

test('the branch is the one that the tree of the whole file has', () => {
  fc.assert(
    fc.property(fc.array(node, { maxLength: 14 }), lines => {
      const nodes = lines as readonly TreeNode[]
      const tree = buildTree(nodes)
      const way = pathTo(tree, chooseLeaf(tree)).nodes.map(one => one.uuid)
      const finder = new BranchFinder()
      for (const { type, uuid, parentUuid, logicalParentUuid } of nodes)
        finder.add({ uuid, parentUuid, logicalParentUuid, kind: type === 'link' ? 'link' : 'message' })
      const isOn = finder.finish()
      const messages = new Set(tree.nodes.map(one => one.uuid))
      expect([...messages].filter(isOn).sort()).toEqual([...new Set(way)].sort())
    }),
    { numRuns: 2_000 },
  )
})
