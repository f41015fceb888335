import { relative } from 'node:path'
import type { KeysOfFile } from '../../features/settings/load.ts'
import type { SettingsProblem } from '../../features/settings/problem.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { settingsText } from '../../protocol/messages/host/settings.ts'
import type { LocalizedText, Warn } from '../../protocol/messages/localized-text.ts'

const MOST_FILES = 8
const MOST_KEYS = 12
const MOST_PATH = 300
const MOST_LINES = 20

/**
 * What the person is told of the settings files: what an untrusted folder wants as one block, what a file may never say
 * as one line, the rest as it is.
 */
export const settingsWarnings = (
  problems: readonly SettingsProblem[],
  folder: { readonly root: string; readonly cwd: string },
): readonly LocalizedText[] => {
  const untrusted = problems.some(problem => problem.waits === 'trust')
  const isWish = ({ kind, source }: SettingsProblem): boolean =>
    kind === 'ignored' && (source === 'project' || source === 'local')
  const wishes = problems.filter(isWish)
  const lines = [
    ...problems.filter(problem => !isWish(problem)).map(problem => problem.message),
    ...(untrusted ? [] : ignoredLines(wishes)),
  ]
  const over = lines.length - MOST_LINES
  return [
    ...lines.slice(0, MOST_LINES),
    ...(over > 0 ? [settingsText('more_problems', { count: over })] : []),
    ...(untrusted ? [untrustedBlock(wishes, folder)] : []),
  ]
}

/** Says what is to be said of the settings at the start. What needs more than that is loaded only then. */
export const warnOfSettings = async (
  gathered: { readonly warnings: readonly LocalizedText[]; readonly withoutEffect: readonly KeysOfFile[] },
  start: { readonly configHome: string },
  warn: Warn,
): Promise<void> => {
  for (const warning of gathered.warnings) warn(warning)
  if (gathered.withoutEffect.length === 0) return
  const { sayWithoutEffect } = await import('./say-without-effect.ts')
  await sayWithoutEffect(gathered, start, warn)
}

const ignoredLines = (wishes: readonly SettingsProblem[]): readonly LocalizedText[] =>
  [...Map.groupBy(wishes, ({ file, why }) => JSON.stringify([file, why?.id])).values()].flatMap(same => {
    const [first] = same
    if (!first) return []
    if (same.length === 1 || first.why === undefined) return same.map(({ message }) => message)
    const file = escapeLine(first.file, MOST_PATH)
    return [settingsText('ignored_together', { file, keys: keysOf(same), reason: first.why })]
  })

const untrustedBlock = (
  wishes: readonly SettingsProblem[],
  { root, cwd }: { readonly root: string; readonly cwd: string },
): LocalizedText => {
  const files = Map.groupBy(wishes, ({ file }) => file)
  const shown = [...files].slice(0, MOST_FILES).map(([file, problems]) => {
    const name = escapeLine(relative(cwd, file), MOST_PATH)
    return settingsText('file_keys', { file: name, keys: keysOf(problems) })
  })
  const count = files.size - shown.length
  return settingsText('untrusted_folder', {
    root: escapeLine(root, MOST_PATH),
    files: count > 0 ? [...shown, settingsText('more_files', { count })] : shown,
  })
}

const keysOf = (problems: readonly SettingsProblem[]): LocalizedText => {
  const all = problems.map(({ key }) => key ?? settingsText('everything'))
  const count = all.length - MOST_KEYS
  const keys = all.slice(0, MOST_KEYS)
  return count > 0 ? settingsText('more_keys', { keys, count }) : settingsText('keys', { keys })
}
