import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory } from '../../../test/support/tool-call.ts'
import { openMemoryDirectory } from './memory-directory.ts'
import { withTeam } from './with-team.ts'

const place = (name: string, seconds: number) => {
  const path = makeDirectory()
  const file = join(path, 'a.md')
  writeFileSync(file, `---\nname: ${name}\ndescription: about ${name}\n---\n${name}.`)
  utimesSync(file, seconds, seconds)
  return openMemoryDirectory(path)
}

test('files of both are found under names that tell them apart, newest first', () => {
  const both = withTeam(place('mine', 1), place('ours', 2))
  expect(both.list().map(({ file, name }) => [file, name])).toEqual([
    ['team/a.md', 'ours'],
    ['a.md', 'mine'],
  ])
  expect(both.outline().map(({ file }) => file)).toEqual(['a.md', 'team/a.md'])
  expect([both.read('a.md')?.body, both.read('team/a.md')?.body]).toEqual(['mine.', 'ours.'])
  expect([both.find('a.md')?.file, both.find('team/a.md')?.file]).toEqual(['a.md', 'team/a.md'])
})

test.each(['team/../a.md', 'team/team/a.md', 'team//etc/a.md', '../team/a.md'])('%s leads nowhere', file => {
  const both = withTeam(place('mine', 1), place('ours', 2))
  expect([both.find(file), both.read(file)]).toEqual([undefined, undefined])
})

test('without a team it is the own directory', () => {
  const own = place('mine', 1)
  expect(withTeam(own, undefined)).toBe(own)
})
