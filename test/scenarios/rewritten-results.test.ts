import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HookFunction } from '../../src/protocol/hook.ts'
import { createWorld } from '../support/engine-bench.ts'
import { sampleServer, withServers } from '../support/sample-server.ts'
import { toolResults } from '../support/tool-results.ts'

const READ = { name: 'Read', input: { file_path: 'a.txt' } }
const ECHO = { name: 'mcp__sample__echo', input: { text: 'from the server' } }
const BASH = { name: 'Bash', input: { command: 'cat a.txt' } }
const GLOB = { name: 'Glob', input: { pattern: '*.txt' } }

/** One call whose result a hook changes: what the model reads, and what the person is told. */
const rewrite = async (tool: object, run: HookFunction) => {
  await using world = await createWorld({
    files: { 'a.txt': 'what the file says\n' },
    scenario: { replies: [{ tool } as never, { text: 'done' }] },
    allow: ['mcp__sample'],
    config: config => ({
      // A server is a process: only who calls it has one.
      ...(tool === ECHO ? withServers([{ name: 'sample', config: sampleServer() }])(config) : {}),
      hooks: {
        PostToolUse: [
          {
            hooks: [
              {
                type: 'function',
                run: (input, signal) => ({
                  hookSpecificOutput: { hookEventName: 'PostToolUse', ...(run(input, signal) as object) },
                }),
              },
            ],
          },
        ],
      },
    }),
  })
  await world.ask('go')
  const [result] = toolResults(world.model.requests)
  const told = world.events.flatMap(event => (event.type === 'notice' ? [event.text] : []))
  return { text: result?.text ?? '', isError: result?.isError === true, told }
}

/** What a mistaken hook may print. */
const OTHERS = ['text', 42, null, [], {}, { content: 'x' }, { file: null }, { stdout: 1 }, [{ type: 'text' }]]

test.each([
  ['Read', READ, 'what the file says'],
  ['Bash', BASH, 'what the file says'],
  ['Glob', GLOB, 'a.txt'],
] as const)(
  'an output of another shape leaves the result of %s as it was, and is said',
  async (_, tool, own) => {
    for (const updatedToolOutput of OTHERS) {
      const { text, isError, told } = await rewrite(tool, () => ({ updatedToolOutput }))
      expect({ text: text.includes(own), isError, updatedToolOutput }).toEqual({
        text: true,
        isError: false,
        updatedToolOutput,
      })
      expect(told.join('\n')).toMatch(/A hook's updatedToolOutput for \w+ was ignored: /)
    }
  },
)

test.each([READ, BASH, GLOB])('updatedMCPToolOutput does nothing to $name', async tool => {
  const plain = await rewrite(tool, () => ({}))
  const { text, isError, told } = await rewrite(tool, () => ({ updatedMCPToolOutput: 'another' }))
  expect({ text, isError }).toEqual({ text: plain.text, isError: false })
  expect(told.join('\n')).toContain(`${tool.name} is not an MCP tool`)
})

test.each(['updatedMCPToolOutput', 'updatedToolOutput'])(
  '%s gives a tool of a server another result, in any of its spellings',
  async field => {
    const block = { type: 'text', text: 'another' }
    for (const value of ['another', [block], { content: [block] }]) {
      const { text, told } = await rewrite(ECHO, () => ({ [field]: value }))
      expect([text, told]).toEqual(['another', []])
    }
    for (const value of [42, null, {}, [1], [{ type: 'text' }], { content: 'x' }]) {
      const { text, isError, told } = await rewrite(ECHO, () => ({ [field]: value }))
      expect([text, isError]).toEqual(['from the server', false])
      expect(told.join('\n')).toContain(`A hook's ${field} for mcp__sample__echo was ignored`)
    }
  },
)

test('an output of the same shape takes the place of the result', async () => {
  const { text, told } = await rewrite(BASH, input => {
    const before = input['tool_response'] as Readonly<Record<string, unknown>>
    return { updatedToolOutput: { ...before, stdout: 'hidden' } }
  })
  expect([text, told]).toEqual(['hidden', []])
})

test('whatever a hook gives back, the model reads a result', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 3 }), async value => {
      const { text, isError } = await rewrite(READ, input => {
        const { file, ...rest } = input['tool_response'] as Readonly<Record<string, unknown>>
        return { updatedToolOutput: { ...rest, file: { ...(file as object), extra: value, content: value } } }
      })
      expect(isError).toBe(false)
      expect(text).not.toContain('failed inside')
    }),
    { numRuns: 15, seed: 6 },
  )
})
