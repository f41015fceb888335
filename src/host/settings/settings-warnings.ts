import { relative } from 'node:path'
import type { SettingsProblem } from '../../features/settings/problem.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import { counted } from '../../lib/text/counted.ts'

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
): readonly string[] => {
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
    ...(over > 0 ? [`… and ${over} more about settings files.`] : []),
    ...(untrusted ? [untrustedBlock(wishes, folder)] : []),
  ]
}

const ignoredLines = (wishes: readonly SettingsProblem[]): readonly string[] =>
  [...Map.groupBy(wishes, ({ file, why }) => JSON.stringify([file, why])).values()].flatMap(same => {
    const [first] = same
    if (!first) return []
    if (same.length === 1 || first.why === undefined) return same.map(({ message }) => message)
    return [`${escapeLine(first.file, MOST_PATH)}: ${keysOf(same)} are ignored: ${first.why}`]
  })

const untrustedBlock = (
  wishes: readonly SettingsProblem[],
  { root, cwd }: { readonly root: string; readonly cwd: string },
): string => {
  const files = Map.groupBy(wishes, ({ file }) => file)
  const shown = [...files]
    .slice(0, MOST_FILES)
    .map(([file, problems]) => `  ${escapeLine(relative(cwd, file), MOST_PATH)}: ${keysOf(problems)}`)
  const more = files.size - shown.length
  return [
    `This folder is not trusted (${escapeLine(root, MOST_PATH)}), so these settings are ignored:`,
    ...shown,
    ...(more > 0 ? [`  and ${counted(more, 'more file')}`] : []),
    'Its deny and ask rules still apply. Run "capstan trust" to review and trust it; --trust or CAPSTAN_TRUST_WORKSPACE=1 trusts it for one run.',
  ].join('\n')
}

const keysOf = (problems: readonly SettingsProblem[]): string => {
  const keys = problems.map(({ key }) => key ?? 'everything')
  const more = keys.length - MOST_KEYS
  return `${keys.slice(0, MOST_KEYS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
