import { expect, test } from 'vitest'
import { commandField, pathField } from './call-fields.ts'

const PATH_NAMES =
  'file_path notebook_path path file filename filePath targetFile absolute_path relative_path'
test.each(PATH_NAMES.split(' '))('a file is found under %s', name => {
  expect(pathField({ offset: 3, content: 'x', [name]: 'a.ts' })).toBe('a.ts')
})

test.each('command cmd script code bash shellCommand command_line'.split(' '))(
  'a command is found under %s',
  name => {
    expect(commandField({ timeout: 1, description: 'd', [name]: 'ls' })).toBe('ls')
  },
)

test('the name that the tool has for it comes first, and what is no text is none', () => {
  expect(pathField({ path: 'b', file_path: 'a' })).toBe('a')
  for (const input of [undefined, null, 'x', {}, { file_path: 3 }, { profile: 'x' }])
    expect(pathField(input)).toBeUndefined()
})
