import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { hasLinks, putOver } from './put-over.ts'

test('files put over a copy are never written through a link that stands there', async () => {
  await using tmp = tmpDir()
  const at = (name: string): string => join(tmp.path, name)
  for (const name of ['task/tests/deep', 'copy/tests', 'outside']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('task/tests/deep/a.txt'), 'ours')
  writeFileSync(at('task/tests/b.txt'), 'ours')
  writeFileSync(at('outside/b.txt'), 'theirs')
  symlinkSync(at('outside'), at('copy/tests/deep'))
  symlinkSync(at('outside/b.txt'), at('copy/tests/b.txt'))
  expect(hasLinks(at('copy'), 'tests/deep/a.txt')).toBe(true)
  putOver([{ from: at('task'), to: '.' }], at('copy'))
  expect(readFileSync(at('outside/b.txt'), 'utf8')).toBe('theirs')
  expect(existsSync(at('outside/a.txt'))).toBe(false)
  expect(readFileSync(at('copy/tests/deep/a.txt'), 'utf8')).toBe('ours')
  expect(hasLinks(at('copy'), 'tests/deep/a.txt')).toBe(false)
})

test('a link among the files of a task brings nothing from elsewhere, and a circle ends', async () => {
  await using tmp = tmpDir()
  const at = (name: string): string => join(tmp.path, name)
  for (const name of ['task/tests', 'copy', 'home']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('home/key'), 'secret')
  writeFileSync(at('task/tests/a.txt'), 'ours')
  symlinkSync('a.txt', at('task/tests/b.txt'))
  putOver([{ from: at('task'), to: '.' }], at('copy'))
  expect(readFileSync(at('copy/tests/b.txt'), 'utf8')).toBe('ours')
  for (const [name, target] of [
    ['key', at('home/key')],
    ['all', at('home')],
    ['round', '..'],
    ['self', 'self'],
  ] as const) {
    symlinkSync(target, at(`task/tests/${name}`))
    expect(() => putOver([{ from: at('task'), to: '.' }], at('copy'))).toThrow(/leads out|ELOOP/)
    expect(existsSync(at(`copy/tests/${name}`))).toBe(false)
    rmSync(at(`task/tests/${name}`))
  }
})
