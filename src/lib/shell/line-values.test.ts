import { forEachChild, parse, type SyntaxNode } from 'unbash'
import { expect, test } from 'vitest'
import { shellReader } from './lower.ts'

/** How often the whole line was gone through. */
const open = () => {
  let walks = 0
  const counting = (node: SyntaxNode, visit: (child: SyntaxNode) => void): void => {
    if (node.type === 'Script' && node.pos === 0) walks += 1
    forEachChild(node, visit)
  }
  return { read: shellReader({ parse, forEachChild: counting as typeof forEachChild }), walks: () => walks }
}

test.each([
  ['names variables that it gives no value', `rm -rf ${'$X/ '.repeat(50)}`, 1],
  ['gives variables values that nobody asks about', `${'a=1;'.repeat(50)}$(ls)`, 1],
  ['uses a variable that it gives a value', 'a=1; echo $a', 2],
  ['uses a variable whose name may stand in pieces', 'a\\\nb=1; echo $ab', 2],
  ['uses a variable that a loop may set', 'for a in 1 2; do echo $a; done', 2],
])('a line that %s is gone through as often as needed', (_, line, times) => {
  const { read, walks } = open()
  expect(read(line).ok).toBe(true)
  expect(walks()).toBe(times)
})

test('whether an assignment is known is found out when it is asked for', () => {
  const { read, walks } = open()
  const lowered = read('a=$(ls); b=$HOME')
  expect(walks()).toBe(1)
  const own = lowered.ok && lowered.commands.flatMap(({ assignments }) => assignments.map(one => one.own))
  expect([own, walks()]).toEqual([[true, false], 2])
})
