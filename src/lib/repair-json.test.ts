import { expect, test } from 'vitest'
import { repairJson } from './repair-json.ts'

const COMMAND = { command: 'ls' }

test.each([
  ['a comma behind the last member', '{"command":"ls",}', COMMAND],
  ['a comma behind the last item', '{"a":[1,2,]}', { a: [1, 2] }],
  ['single quotes', "{'command':'ls'}", COMMAND],
  ['names without quotes', '{command: "ls"}', COMMAND],
  ['a code fence', '```json\n{"command":"ls"}\n```', COMMAND],
  ['words before it', 'Here is the input: {"command":"ls"}', COMMAND],
  ['literals of Python', '{"a":True,"b":False,"c":None}', { a: true, b: false, c: null }],
  ['a missing closer', '{"command":"ls"', COMMAND],
  ['several missing closers', '{"edits":[{"old":"a","new":"b"', { edits: [{ old: 'a', new: 'b' }] }],
  ['closers too many', '{"command":"ls"}}', COMMAND],
  ['JSON inside a string', '"{\\"command\\":\\"ls\\"}"', COMMAND],
  ['JSON inside a string, twice', JSON.stringify(JSON.stringify('{"command":"ls"}')), COMMAND],
  ['a line break inside a string', '{"command":"ls\npwd"}', { command: 'ls\npwd' }],
  ['a backslash that escapes nothing', '{"pattern":"\\d+"}', { pattern: '\\d+' }],
  ['a missing comma', '{"a":1 "b":2}', { a: 1, b: 2 }],
  ['comments', '{"a":1, // one\n"b":2 /* two */}', { a: 1, b: 2 }],
  ['triple quotes', '{"a":"""x "y" z"""}', { a: 'x "y" z' }],
  ['the end of a tag', '{"command":"ls"}</tool_call>', COMMAND],
])('%s is read as what it means, and named', (_, text, value) => {
  expect(() => JSON.parse(text) as unknown).toSatisfy(isWrong)
  const read = repairJson(text)
  expect(read?.value).toEqual(value)
  expect(read?.faults.length).toBeGreaterThan(0)
})

/** No JSON, or JSON that is only a string. */
const isWrong = (parse: () => unknown): boolean => {
  try {
    return typeof parse() === 'string'
  } catch {
    return true
  }
}

test.each([
  ['half a string: what is missing nobody can know', '{"command":"rm -rf /home/me/proj'],
  ['a name without its value', '{"command"'],
  ['a name and a colon', '{"command":'],
  ['two values: each would be a call of its own', '{"command":"ls"}{"command":"pwd"}'],
  ['quotes inside quotes', '{"command":"echo "hi""}'],
  ['prose', 'I will list the files now.'],
  ['nothing', ''],
  ['words that are no literals', '{"a": maybe}'],
  ['brackets without end', '['.repeat(500)],
])('%s is not guessed', (_, text) => {
  expect(repairJson(text)).toBeUndefined()
})

test('what was not closed is marked: something may be missing', () => {
  expect(repairJson('{"a":[1')?.unclosed).toBe(true)
  expect(repairJson('{"a":[1],}')?.unclosed).toBe(false)
})

test('a name that means something to the language is a name like any other', () => {
  const read = repairJson("{'__proto__': {'polluted': 1}}")
  expect(Object.keys(read?.value as object)).toEqual(['__proto__'])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})
