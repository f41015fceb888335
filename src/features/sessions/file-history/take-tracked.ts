import type { KnownFiles } from './known-files.ts'
import type { ListOrder, TreeList, TreeLister } from './list-tree.ts'
import { InIndex } from './path-content.ts'
import { type GitDeps, mayConvert } from './repository.ts'
import type { ScanBudget } from './scan-budget.ts'
import { look } from './stamp.ts'
import type { Tracked } from './tracked-files.ts'

export interface TakeTrackedDeps {
  readonly lister: TreeLister
  readonly known: KnownFiles
  readonly budget: ScanBudget
}

/**
 * Takes the files that are as git noted them, for git has their content, while it is still being asked what else there
 * is. Answers whose they are: {@link areAsListed} says whether that was right.
 */
export const takeTracked = async (
  order: ListOrder,
  { lister, known, budget }: TakeTrackedDeps,
): Promise<readonly Tracked[]> => {
  const lists: Tracked[] = []
  for (const root of order.roots) {
    const tracked = lister.tracked(root, order, budget)
    if (!tracked || tracked.files.length > budget.maxFiles) continue
    lists.push(tracked)
    const { index, writtenSeconds } = tracked.noted
    const source = { index, area: root }
    let at = 0
    for (const path of tracked.files) {
      const isTime = budget.goOn()
      if (isTime !== true && !(await isTime)) break
      const entry = tracked.entries[at++] ?? 0
      const stats = look(path)
      if (!stats || !index.isAsNoted(entry, stats, writtenSeconds)) continue
      known.remember(path, { held: new InIndex(source, entry, stats), stats, started: order.started })
    }
  }
  return lists
}

/** Each of the lists is a part of what is covered, and git changes nothing on the way from file to blob. */
export const areAsListed = async (
  lists: readonly Tracked[],
  { areas }: TreeList,
  { attributeFiles }: Pick<GitDeps, 'attributeFiles'>,
): Promise<boolean> => {
  for (const tracked of lists) {
    const area = areas.find(each => each.tracked === tracked)
    if (!area || (await mayConvert(tracked.notes, area.paths, attributeFiles))) return false
  }
  return true
}
