import { chmodSync, lchownSync, lstatSync, lutimesSync } from 'node:fs'
import type { SeenFile } from './seen-file.ts'

/** Its rights, its owner and, but of a directory, its time. */
export const setFacts = (path: string, { type, mode, uid, gid, modified }: SeenFile): void => {
  const stat = lstatSync(path)
  if (stat.uid !== uid || stat.gid !== gid) lchownSync(path, uid, gid)
  if (type !== 'link') chmodSync(path, mode)
  if (type !== 'directory') lutimesSync(path, Number(modified) / 1e9, Number(modified) / 1e9)
}
