import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepChanges } from '../../src/features/sandbox/try-first/keep-changes.ts'
import { seeFile } from '../../src/features/sandbox/try-first/seen-file.ts'
import { treeOf } from './copied.ts'

// Run where the second directory is a disk with little room: what is kept does not fit.
const [, , copies = '', disk = ''] = process.argv
const made = (name: string, size: number) => {
  writeFileSync(join(copies, name), 'x'.repeat(size))
  const path = join(disk, name)
  return {
    path,
    copy: join(copies, name),
    before: seeFile(path),
    after: seeFile(join(copies, name)),
    kind: 'made' as const,
  }
}
mkdirSync(join(disk, 'gone'))
writeFileSync(join(disk, 'gone/file'), 'old')
const removed = ['gone/file', 'gone'].map(name => ({
  path: join(disk, name),
  before: seeFile(join(disk, name)),
  after: null,
  kind: 'removed' as const,
}))
const before = JSON.stringify([...treeOf(disk)])
const kept = keepChanges([...removed, made('small', 10), made('large', 400_000)])
process.stdout.write(JSON.stringify({ kept, same: JSON.stringify([...treeOf(disk)]) === before }))
