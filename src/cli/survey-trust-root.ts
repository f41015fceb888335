import { basename } from 'node:path'
import { parseJsonc } from '../features/settings/jsonc.ts'
import { neverCounts } from '../features/settings/limit-project.ts'
import { isOwnLocalFile } from '../features/settings/own-local-file.ts'
import { readBounded } from '../features/settings/read-bounded.ts'
import type { TrustRoot } from '../features/trust/find-trust-root.ts'
import { type Survey, surveyFolder } from '../features/trust/survey/survey.ts'
import { findCheckout } from '../lib/find-checkout.ts'

/** Of a worktree both sides count: trust is for all checkouts of the repository. */
export const surveyTrustRoot = async (start: string, root: TrustRoot): Promise<Survey> => {
  const means = {
    readText: readBounded,
    parse: (text: string): unknown => parseJsonc(text).value,
    never: neverCounts,
    isOwn: (path: string): boolean =>
      basename(path) === 'settings.local.json' && isOwnLocalFile(root.path, path),
  }
  const own = root.repository ? (findCheckout(start)?.root ?? root.path) : root.path
  const folders = own === root.path ? [own] : [own, root.path]
  const surveys = await Promise.all(
    folders.map(folder => surveyFolder(folder, { deep: root.repository }, means)),
  )
  return { wishes: surveys.flatMap(({ wishes }) => wishes), cut: surveys.some(({ cut }) => cut) }
}
