import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { NotPrivateError, privateFolder } from './private-folder.ts'

test('a folder is made for us alone, and is the same the next time', async () => {
  await using tmp = tmpDir()
  const path = privateFolder(tmp.path, 'own')
  expect([statSync(path).mode & 0o777, privateFolder(tmp.path, 'own')]).toEqual([0o700, path])
})

test('a link, and a folder that others may write to, are refused', async () => {
  await using tmp = tmpDir()
  mkdirSync(join(tmp.path, 'elsewhere'))
  symlinkSync(join(tmp.path, 'elsewhere'), join(tmp.path, 'link'))
  mkdirSync(join(tmp.path, 'open'))
  chmodSync(join(tmp.path, 'open'), 0o777)
  for (const name of ['link', 'open']) expect(() => privateFolder(tmp.path, name)).toThrow(NotPrivateError)
})
