import { expect, test } from 'vitest'
import { ContentSplitter, type SplitterOptions, type Stretch } from './content-splitter.ts'

/** The same for every way of cutting the text into pieces. */
const split = (text: string, options: SplitterOptions): readonly Stretch[] => {
  const [whole, ...others] = [text.length, 1, 3, 7].map(size => {
    const splitter = new ContentSplitter(options)
    const found: Stretch[] = []
    for (let at = 0; at < text.length; at += size) found.push(...splitter.feed(text.slice(at, at + size)))
    return joined([...found, ...splitter.end()])
  })
  for (const other of others) expect(other).toEqual(whole)
  return whole ?? []
}

const joined = (stretches: readonly Stretch[]): readonly Stretch[] => {
  const all: Stretch[] = []
  for (const each of stretches) {
    const last = all.at(-1)
    if (last && last.kind !== 'call' && each.kind === last.kind)
      all[all.length - 1] = { ...last, text: last.text + each.text }
    else all.push(each)
  }
  return all
}

const TEXT_ONLY = { fences: true }
const NATIVE = { tools: ['Read', 'Bash'], fences: false }
const said = (text: string): Stretch => ({ kind: 'text', text })
const thought = (text: string): Stretch => ({ kind: 'thinking', text })
const called = (name: string, input: object): Stretch => ({
  kind: 'call',
  call: { name, input: JSON.stringify(input) },
})
const READ = called('Read', { file_path: 'a.txt' })

test.each<[string, string, readonly Stretch[]]>([
  [
    'thoughts of a local model',
    '<think>\nHm.\n</think>\n\nHello <b>',
    [thought('\nHm.\n'), said('Hello <b>')],
  ],
  ['a tag that is talked about', 'Use <think> here.', [said('Use <think> here.')]],
  ['thoughts without an end', '<think>Hm', [thought('Hm')]],
  [
    'prose around a call',
    'I will look.\n<tool_call>\n{"name": "Read", "arguments": {"file_path": "a.txt"}}\n</tool_call>\nThen more.',
    [said('I will look.\n'), READ, said('\nThen more.')],
  ],
  ['a call without its closing tag', '<tool_call>{"name":"Read","arguments":{"file_path":"a.txt"}}', [READ]],
  [
    'two calls, the first closed by the second',
    '<tool_call>{"name":"Read","arguments":{"file_path":"a.txt"}}</tool_call><tool_call>{"name":"Bash","arguments":{"command":"ls"}}</tool_call>',
    [READ, called('Bash', { command: 'ls' })],
  ],
  ['a call in tags', '<function=Read>\n<parameter=file_path>\na.txt\n</parameter>\n</function>', [READ]],
  [
    'a call in tags within a call',
    '<tool_call><function=Read><parameter=file_path>a.txt</parameter></function></tool_call>',
    [READ],
  ],
  [
    'keys and values',
    '<tool_call>Read\n<arg_key>file_path</arg_key>\n<arg_value>a.txt</arg_value></tool_call>',
    [READ],
  ],
  ['a list behind a word', '[TOOL_CALLS][{"name":"Read","arguments":{"file_path":"a.txt"}}]', [READ]],
  [
    'other names for the parts',
    "<tool_call>{'tool': 'Read', 'parameters': {'file_path': 'a.txt'}}</tool_call>",
    [READ],
  ],
  ['a mark in quotes', 'Write `<tool_call>` first.', [said('Write `<tool_call>` first.')]],
])('%s', (_, text, found) => {
  expect(split(text, TEXT_ONLY)).toEqual(found)
  expect(split(text, NATIVE)).toEqual(found)
})

const FENCED = 'Look:\n```json\n{"name": "Read", "arguments": {"file_path": "a.txt"}}\n```\n'

test('fenced JSON is a call only where a model has no other way, and only if it looks like one', () => {
  expect(split(FENCED, TEXT_ONLY)).toEqual([said('Look:\n'), READ, said('\n')])
  expect(split(FENCED, NATIVE)).toEqual([said(FENCED)])
  const example = 'So:\n```json\n{"name": "demo", "version": 1}\n```\nDone.'
  expect(split(example, TEXT_ONLY)).toEqual([said(example)])
})

test('a call to nobody is one if it is plainly a call, so that the model can be told', () => {
  const text = '<tool_call>{"name":"fly","arguments":{}}</tool_call>'
  expect(split(text, NATIVE)).toEqual([called('fly', {})])
  expect(split(text, TEXT_ONLY)).toEqual([called('fly', {})])
  const vague = '<tool_call>{"name":"fly"}</tool_call>'
  expect(split(vague, NATIVE)).toEqual([said(vague)])
  expect(split(text, { tools: [], fences: false })).toEqual([said(text)])
})

const CALL = '<tool_call>{"name":"Read","arguments":{"file_path":"a.txt"}}</tool_call>'

test('a call in a block of code is an example, unless a model has no other way', () => {
  const example = `The format is:\n\`\`\`xml\n${CALL}\n\`\`\`\nThat is all.`
  expect(split(example, NATIVE)).toEqual([said(example)])
  expect(split(example, TEXT_ONLY).filter(({ kind }) => kind === 'call')).toEqual([READ])
})

test('the end of a block of code begins none', () => {
  const code = 'So:\n```js\nlet a\n```\nNow I look.\n'
  for (const options of [TEXT_ONLY, NATIVE]) expect(split(code + CALL, options)).toEqual([said(code), READ])
})

test('a call that cannot be read keeps its name, so that the model can be told', () => {
  const text = '{"name": "Bash", "arguments": {"command": "echo "hi""}}'
  expect(split(`<tool_call>${text}</tool_call>`, TEXT_ONLY)).toEqual([
    { kind: 'call', call: { name: 'Bash', input: text } },
  ])
})

test('a whole file in a call is read in linear time', () => {
  const splitter = new ContentSplitter(TEXT_ONLY)
  splitter.feed('<tool_call>{"name":"Write","arguments":{"content":"')
  for (let n = 0; n < 50_000; n++) expect(splitter.feed('word ')).toEqual([])
  expect(splitter.feed('"}}</tool_call>')).toHaveLength(1)
})
