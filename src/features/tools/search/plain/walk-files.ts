import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pinPath } from '../../../../lib/files/pinned-path.ts'
import { modelTexts } from '../../../../protocol/messages/model-texts.ts'
import { SOME_UNSEARCHED, VCS_NAMES } from '../query.ts'
import type { Budget } from './budget.ts'
import { type IgnoreRules, ignoreRulesAt, NO_RULES } from './ignore-rules.ts'
import { createLeash, type Leash } from './leash.ts'

const says = modelTexts('walk_files', {
  slowIgnores: {
    en: 'The ignore files here take too long to follow: ignored files were searched too.',
    zh: '这里的忽略文件解析耗时过长：也搜索了被忽略的文件。',
  },
})
const SLOW_IGNORES = says('slowIgnores')

interface Stop {
  readonly directory: string
  /** Its path below the beginning, with a slash at its end where it is not empty. */
  readonly below: string
  readonly rules: IgnoreRules
}

/** Long enough for any rules a person wrote. */
const RULES_MS = 2000
/** So many entries are judged at a time; others run in between. */
const BATCH = 200

/**
 * Paths of the regular files below a directory that are not ignored. Hidden ones too; links are not followed, nor what
 * takes the place of a directory meanwhile. Takes a real path.
 */
export async function* walkFiles(
  root: string,
  budget: Budget,
  rulesMs = RULES_MS,
): AsyncGenerator<string, void> {
  const follow = followRules(await createLeash(rulesMs), budget)
  const pending: Stop[] = [
    {
      directory: root,
      below: '',
      rules: follow(
        () => ignoreRulesAt(root),
        () => NO_RULES,
      ),
    },
  ]
  for (let stop = pending.pop(); stop; stop = pending.pop()) {
    const entries = entriesOf(stop.directory, budget)
    for (let at = 0; at === 0 || at < entries.length; at += BATCH) {
      if (budget.isSpent()) return
      await budget.breathe()
      const batch = entries.slice(at, at + BATCH).filter(isWalked)
      const { rules } = stop
      const wanted = follow(
        () => choose(batch, rules),
        () => choose(batch, NO_RULES),
      )
      for (const { entry, inside } of wanted) {
        const path = `${stop.below}${entry.name}`
        if (!inside) yield path
        else pending.push({ directory: join(stop.directory, entry.name), below: `${path}/`, rules: inside })
      }
    }
  }
}

/** An entry to go on with; a directory with the rules inside it. */
interface Wanted {
  readonly entry: Dirent
  readonly inside: IgnoreRules | undefined
}

const choose = (entries: readonly Dirent[], rules: IgnoreRules): readonly Wanted[] =>
  entries
    .filter(entry => !rules.ignores(entry.name, entry.isDirectory()))
    .map(entry => ({ entry, inside: entry.isDirectory() ? rules.enter(entry.name) : undefined }))

const isWalked = (entry: Dirent): boolean =>
  (entry.isDirectory() || entry.isFile()) && !VCS_NAMES.includes(entry.name)

/**
 * Asks rules that somebody may have written so that they never come to an answer. The first time they do not, all
 * rules are left aside for the rest of the walk, and the search says so.
 */
const followRules = (leash: Leash, budget: Budget) => {
  let isFollowing = true
  return <T>(ask: () => T, otherwise: () => T): T => {
    let answer: { readonly value: T } | undefined
    if (isFollowing)
      isFollowing = leash.run(() => {
        answer = { value: ask() }
      })
    if (answer) return answer.value
    budget.note(SLOW_IGNORES)
    return otherwise()
  }
}

const entriesOf = (directory: string, budget: Budget): readonly Dirent[] => {
  try {
    using held = pinPath(directory)
    return readdirSync(held.path, { withFileTypes: true })
  } catch {
    // Not ours to read, gone or moved meanwhile: the others can still be searched.
    budget.note(SOME_UNSEARCHED)
    return []
  }
}
