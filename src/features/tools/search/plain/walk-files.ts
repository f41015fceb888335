import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { VCS_NAMES } from '../query.ts'
import type { Budget } from './budget.ts'
import { type IgnoreRules, ignoreRulesAt } from './ignore-rules.ts'

interface Stop {
  readonly directory: string
  /** Its path below the beginning, with a slash at its end where it is not empty. */
  readonly below: string
  readonly rules: IgnoreRules
}

/** Paths of the regular files below a directory that are not ignored. Hidden ones too; links are not followed. */
export async function* walkFiles(root: string, budget: Budget): AsyncGenerator<string, void> {
  const pending: Stop[] = [{ directory: root, below: '', rules: ignoreRulesAt(root) }]
  for (let stop = pending.pop(); stop; stop = pending.pop()) {
    if (budget.isSpent()) return
    await budget.breathe()
    for (const entry of entriesOf(stop.directory, budget)) {
      const isDirectory = entry.isDirectory()
      if (!isDirectory && !entry.isFile()) continue
      if (VCS_NAMES.includes(entry.name) || stop.rules.ignores(entry.name, isDirectory)) continue
      if (isDirectory)
        pending.push({
          directory: join(stop.directory, entry.name),
          below: `${stop.below}${entry.name}/`,
          rules: stop.rules.enter(entry.name),
        })
      else yield stop.below + entry.name
    }
  }
}

const entriesOf = (directory: string, budget: Budget): readonly Dirent[] => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    // Not ours to read, or gone meanwhile: the others can still be searched.
    budget.note('Some files could not be searched.')
    return []
  }
}
