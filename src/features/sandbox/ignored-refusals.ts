import { matchesHost } from '../../lib/network/match-host.ts'
import type { SandboxSettings } from '../../protocol/settings.ts'

/** Lists under these names count for every command. */
const FOR_ALL = ['*', 'file', 'network']

/** Paths and hosts about which nothing is told after this command. */
export const ignoredOf = (
  settings: SandboxSettings['ignoreViolations'],
  command: string,
): readonly string[] =>
  Object.entries(settings ?? {}).flatMap(([part, entries]) =>
    FOR_ALL.includes(part) || command.includes(part) ? entries : [],
  )

/** The output without the lines that speak of an ignored path or host. */
export const withoutIgnored = (output: string, ignored: readonly string[]): string =>
  ignored.length === 0
    ? output
    : output
        .split('\n')
        .filter(line => !ignored.some(entry => line.includes(entry)))
        .join('\n')

export const isIgnoredHost = (host: string, ignored: readonly string[]): boolean =>
  ignored.some(entry => matchesHost(entry, host))
