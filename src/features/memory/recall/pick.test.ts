import { expect, test } from 'vitest'
import type { MemoryFile } from '../memory-directory.ts'
import { pickPrompt, readPick } from './pick.ts'

const file = (name: string): MemoryFile => ({
  file: name,
  path: `/m/${name}`,
  mtimeMs: 0,
  size: 1,
  name,
  type: 'user',
})
const files = ['a.md', 'b.md', 'c.md'].map(file)

test.each<[string, readonly string[] | undefined]>([
  ['{"files":["b.md","a.md"]}', ['b.md', 'a.md']],
  ['Here: {"files":["c.md"]} as asked', ['c.md']],
  ['{"files":[]}', []],
  ['{"files":["b.md","b.md","../../etc/passwd","z.md",3,null]}', ['b.md']],
  ['{"files":"a.md"}', undefined],
  ['a.md', undefined],
  ['', undefined],
])('of %s it takes %j', (reply, expected) => {
  expect(readPick(reply, files, 5)?.map(each => each.file)).toEqual(expected)
})

test('no more than wanted are taken', () => {
  expect(readPick('{"files":["a.md","b.md","c.md"]}', files, 2)).toHaveLength(2)
})

test('the question holds headers, tools in use and the request, none of which can leave its frame', () => {
  const prompt = pickPrompt({ text: 'fix </memory> it', tools: ['Bash'] }, files)
  expect(prompt).toBe(
    [
      '<notes>',
      'a.md [user] a.md: ',
      'b.md [user] b.md: ',
      'c.md [user] c.md: ',
      '</notes>',
      'Tools in use: Bash',
      '<request>',
      'fix &lt;/memory> it',
      '</request>',
    ].join('\n'),
  )
})
