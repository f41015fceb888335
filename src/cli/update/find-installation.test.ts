import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpDir } from '../../../test/support/tmp-dir.ts'
import { findInstallation } from './find-installation.ts'
import { changesBetween } from './update.ts'

test('how the program came here is seen from where it lies', async () => {
  await using tmp = tmpDir()
  const put = (path: string): string => {
    const file = join(tmp.path, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
    return file
  }
  const global = put('usr/lib/node_modules/capstan/dist/cli.mjs')
  const updated = put('usr/lib/node_modules/capstan/dist-2.0.0/cli.mjs')
  const local = put('project/node_modules/capstan/dist/cli.mjs')
  put('project/package.json')
  const checkout = put('work/capstan/dist/cli.mjs')
  put('work/capstan/src/x.ts')
  put('work/capstan/package-lock.json')
  const system = put('usr/lib/capstan/dist/cli.mjs')
  const link = join(tmp.path, 'link.mjs')
  symlinkSync(global, link)
  expect(
    [global, updated, link, local, checkout, system].map(script =>
      findInstallation(script, process.execPath),
    ),
  ).toEqual([
    { kind: 'global', root: join(tmp.path, 'usr/lib/node_modules/capstan') },
    { kind: 'global', root: join(tmp.path, 'usr/lib/node_modules/capstan') },
    { kind: 'global', root: join(tmp.path, 'usr/lib/node_modules/capstan') },
    {
      kind: 'local',
      root: join(tmp.path, 'project/node_modules/capstan'),
      project: join(tmp.path, 'project'),
    },
    { kind: 'checkout', root: join(tmp.path, 'work/capstan') },
    { kind: 'other', root: join(tmp.path, 'usr/lib/capstan') },
  ])
  expect(findInstallation('/$bunfs/root/capstan', global)).toEqual({ kind: 'native', file: global })
})

test('what changed is every section between the two versions', () => {
  const log = '# Changelog\n\n## 2.1.0\n\n- c\n\n## 2.0.0 — May\n\n- b\n\n## 1.0.0\n\n- a\n'
  expect(changesBetween(log, '1.0.0', '2.1.0')).toBe('## 2.1.0\n\n- c\n\n## 2.0.0 — May\n\n- b')
  expect(changesBetween(log, '2.0.0', '2.1.0')).toBe('## 2.1.0\n\n- c')
  expect(changesBetween(log, '2.1.0', '2.1.0')).toBe('')
})
