import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readBaseline } from './baseline-file.ts'
import { ContentPack } from './content-pack.ts'
import { WorkTree, type WorkTreeDeps } from './work-tree.ts'

/**
 * What an earlier process of this session had last seen before it was killed: nobody else writes the session, so all that
 * is there is left behind. Undefined when there is nothing to be had.
 */
export const openLeftBaseline = (deps: WorkTreeDeps): WorkTree | undefined => {
  const [newest] = leftIn(deps.directory)
  if (newest === undefined) return undefined
  try {
    const pack = ContentPack.reopen(join(deps.directory, `.pack-${newest}`))
    const baseline = readBaseline(join(deps.directory, `.baseline-${newest}`), pack)
    if (baseline) return new WorkTree(deps, { baseline, pack })
    pack[Symbol.dispose]()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // Damaged or not readable: what the command changed stays unknown, and is named as such.
  }
  return undefined
}

/** When there is nothing more to learn from them. */
export const removeLeftBaselines = (directory: string): void => {
  for (const id of leftIn(directory))
    for (const name of [`.baseline-${id}`, `.pack-${id}`]) rmSync(join(directory, name), { force: true })
}

/** The newest first. */
const leftIn = (directory: string): readonly string[] =>
  namesIn(directory)
    .flatMap(name => /^\.(?:baseline|pack)-(\d+)$/.exec(name)?.[1] ?? [])
    .filter((id, at, all) => all.indexOf(id) === at)
    .sort((a, b) => changedAt(directory, b) - changedAt(directory, a))

const changedAt = (directory: string, id: string): number =>
  statSync(join(directory, `.baseline-${id}`), { throwIfNoEntry: false })?.mtimeMs ?? 0

const namesIn = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    // There are no copies yet.
    return []
  }
}
