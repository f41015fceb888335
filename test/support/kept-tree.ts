import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TriedChange } from '../../src/features/sandbox/try-first/read-changes.ts'
import { seeFile } from '../../src/features/sandbox/try-first/seen-file.ts'

const OLD = new Date('2024-01-02T03:04:05Z')
const NEW = new Date('2024-02-03T04:05:06Z')

/** A tree, and changes of every kind to it, as they are read from a copy. */
export const treeToChange = (project: string, copies: string): readonly TriedChange[] => {
  const at = (name: string): string => join(project, name)
  const copy = (name: string): string => join(copies, name)
  for (const path of ['d/deep', 'was-dir', 'shut']) mkdirSync(at(path), { recursive: true })
  const files = ['a.txt', 'd/x', 'd/deep/y', 'was-dir/inner', 'was-file', 'rights.sh', 'time.txt', 'shut/in']
  for (const name of files) {
    writeFileSync(at(name), `old ${name}\n`, { mode: 0o640 })
    utimesSync(at(name), OLD, OLD)
  }
  symlinkSync('a.txt', at('link'))
  chmodSync(at('shut'), 0o500)
  for (const path of ['new/deeper', 'was-file', 'shut']) mkdirSync(copy(path), { recursive: true })
  for (const name of ['a.txt', 'new/deeper/n', 'was-dir', 'was-file/f', 'rights.sh', 'time.txt', 'shut/in']) {
    writeFileSync(copy(name), name === 'rights.sh' || name === 'time.txt' ? `old ${name}\n` : `new ${name}\n`)
    utimesSync(copy(name), NEW, NEW)
  }
  utimesSync(copy('rights.sh'), OLD, OLD)
  chmodSync(copy('rights.sh'), 0o755)
  chmodSync(copy('shut'), 0o500)
  symlinkSync('d', copy('link'))
  const removed = (name: string): TriedChange => ({
    path: at(name),
    before: seeFile(at(name)),
    after: null,
    kind: 'removed',
  })
  const other = (kind: TriedChange['kind'], name: string, before = seeFile(at(name))): TriedChange => ({
    ...{ path: at(name), copy: copy(name), before, after: seeFile(copy(name)), kind },
  })
  return [
    ...['d/deep/y', 'd/deep', 'd/x', 'd', 'was-dir/inner', 'was-dir', 'was-file'].map(removed),
    ...['a.txt', 'link', 'shut/in'].map(name => other('changed', name)),
    ...['new', 'new/deeper', 'new/deeper/n'].map(name => other('made', name)),
    ...['was-dir', 'was-file', 'was-file/f'].map(name => other('made', name, null)),
    other('closed', 'rights.sh'),
    other('touched', 'time.txt'),
  ]
}
