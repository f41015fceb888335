import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../../test/support/tmp-dir.ts'
import { diskReader } from './disk-reader.ts'
import { listRules } from './list-rules.ts'

test('a file is read with where it really lies and whose it is', async () => {
  await using tmp = tmpDir()
  const file = join(tmp.path, 'a.md')
  writeFileSync(file, '\ufeffhello')
  symlinkSync(file, join(tmp.path, 'b.md'))
  const text = { kind: 'text', text: 'hello', real: file, owner: process.getuid?.() }
  expect(diskReader.read(file)).toEqual(text)
  expect(diskReader.read(join(tmp.path, 'b.md'))).toEqual(text)
})

test('what is no text, no file or too large is refused', async () => {
  await using tmp = tmpDir()
  const at = (name: string): string => join(tmp.path, name)
  writeFileSync(at('binary'), Buffer.from([1, 0, 2]))
  writeFileSync(at('large'), 'x')
  truncateSync(at('large'), 4 * 1024 * 1024 + 1)
  execFileSync('mkfifo', [at('pipe')])
  mkdirSync(at('directory'))
  symlinkSync(at('loop'), at('loop'))
  symlinkSync('/dev/zero', at('device'))
  expect(
    ['binary', 'large', 'pipe', 'directory', 'loop', 'device', 'nothing', 'binary/below', 'nul\0'].map(name =>
      diskReader.read(at(name)),
    ),
  ).toEqual([
    // Whoever takes it tells whether it is text in another encoding.
    expect.objectContaining({ kind: 'text', text: '', bytes: Buffer.from([1, 0, 2]) }),
    { kind: 'refused', why: expect.objectContaining({ text: 'is larger than 4 MiB' }) },
    { kind: 'refused', why: expect.objectContaining({ text: 'is not a regular file' }) },
    { kind: 'refused', why: expect.objectContaining({ text: 'is not a regular file' }) },
    { kind: 'refused', why: expect.objectContaining({ text: 'cannot be read (ELOOP)' }) },
    { kind: 'refused', why: expect.objectContaining({ text: 'is not a regular file' }) },
    { kind: 'absent' },
    { kind: 'absent' },
    { kind: 'refused', why: expect.objectContaining({ text: 'cannot be read (ERR_INVALID_ARG_VALUE)' }) },
  ])
})

test('rules are found below their directory, through links, and links in a circle end', async () => {
  await using tmp = tmpDir()
  const at = (name: string): string => join(tmp.path, name)
  mkdirSync(at('rules/deep'), { recursive: true })
  mkdirSync(at('elsewhere'))
  for (const name of ['rules/b.md', 'rules/a.md', 'rules/deep/c.md', 'rules/no.txt', 'elsewhere/d.md'])
    writeFileSync(at(name), name)
  symlinkSync(at('elsewhere'), at('rules/shared'))
  for (let index = 0; index < 9; index += 1) symlinkSync(at('rules'), at(`rules/deep/circle${index}`))
  expect(listRules(at('rules'), diskReader)).toEqual({
    files: ['rules/a.md', 'rules/b.md', 'rules/deep/c.md', 'rules/shared/d.md'].map(at),
    cut: false,
  })
  expect(listRules(at('missing'), diskReader)).toEqual({ files: [], cut: false })
})

test('more rules than are read are not read', async () => {
  await using tmp = tmpDir()
  for (let index = 0; index < 501; index += 1) writeFileSync(join(tmp.path, `${index}.md`), '')
  const { files, cut } = listRules(tmp.path, diskReader)
  expect({ count: files.length, cut }).toEqual({ count: 500, cut: true })
})
