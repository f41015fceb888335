import { expect, test } from 'vitest'
import type { Access } from '../../../protocol/access.ts'
import type { Behavior } from '../../../protocol/permission.ts'
import { coversWholeTool } from './match-tool.ts'
import { parseRules } from './rules.ts'

const READ: Access = { kind: 'read', path: '/w/a' }
const SEARCH: Access = { kind: 'search', path: '/w' }
const WRITE: Access = { kind: 'write', path: '/w/a' }
const SHELL: Access = { kind: 'shell', command: 'ls' }
const NETWORK: Access = { kind: 'network', url: 'https://a.example' }

/** The names of rules that cover a call of a tool nobody has heard of. */
const covering = (behavior: Behavior, accesses: readonly Access[]): readonly string[] =>
  ['Read', 'Edit', 'Bash', 'WebFetch', 'Agent', 'Grep', 'Write', 'Monitor'].filter(text =>
    parseRules([{ text, behavior, source: 'user', anchor: '/' }])[behavior].some(rule =>
      coversWholeTool(rule, { toolName: 'NewTool', accesses }),
    ),
  )

test.each<[string, readonly Access[], readonly string[], readonly string[]]>([
  ['reads', [READ], ['Read'], ['Read']],
  ['searches', [SEARCH], ['Read'], ['Read']],
  ['reads and searches', [READ, SEARCH], ['Read'], ['Read']],
  ['writes', [WRITE], ['Edit'], ['Edit']],
  ['runs a command', [SHELL], ['Bash'], ['Bash']],
  ['reads and writes', [READ, WRITE], [], ['Read', 'Edit']],
  ['runs a command and fetches', [SHELL, NETWORK], [], ['Bash']],
  ['fetches', [NETWORK], [], []],
  ['does nothing that is known', [], [], []],
])('a new tool that %s is covered by what it does, not by its name', (_, accesses, granting, restricting) => {
  expect(covering('allow', accesses)).toEqual(granting)
  expect(covering('deny', accesses)).toEqual(restricting)
  expect(covering('ask', accesses)).toEqual(restricting)
})
