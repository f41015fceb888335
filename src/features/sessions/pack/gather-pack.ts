import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { packText } from '../../../protocol/messages/host/pack.ts'
import { isHash } from '../file-history/backup-store.ts'
import { SessionError } from '../session-error.ts'
import type { PackedFile } from './pack-content.ts'
import { MAX_PACKED_BYTES } from './seal.ts'

export interface PackedFrom {
  /** The file of the session. */
  readonly path: string
  readonly historyDir: string
}

/** The session, what is kept beside it, and the old contents of its files. */
export const gatherPack = ({ path, historyDir }: PackedFrom): readonly PackedFile[] => {
  const id = basename(path, '.jsonl')
  const found = [
    { name: 'session/file.jsonl', path },
    ...below(join(dirname(path), id), 'session/beside'),
    ...below(historyDir, 'history').filter(({ path: file }) => isHash(basename(file))),
  ]
  const bytes = found.reduce((sum, file) => sum + lstatSync(file.path).size, 0)
  // What is compressed and encrypted is in memory more than once.
  if (bytes > MAX_PACKED_BYTES / 2)
    throw new SessionError('too_large', packText('too_large', { mb: Math.ceil(bytes / 1024 ** 2) }))
  return found.map(({ name, path: file }) => ({ name, data: readFileSync(file) }))
}

/** Regular files alone: where a link leads is not part of it. */
const below = (
  directory: string,
  name: string,
): readonly { readonly name: string; readonly path: string }[] => {
  if (!lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(directory, { withFileTypes: true }).flatMap(entry => {
    const at = { name: `${name}/${entry.name}`, path: join(directory, entry.name) }
    if (entry.isDirectory()) return below(at.path, at.name)
    return entry.isFile() && !entry.name.endsWith('.lock') ? [at] : []
  })
}
