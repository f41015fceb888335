import { escapeLine } from '../lib/escape-text.ts'
import type { ContributionSource } from '../protocol/extensions/source.ts'
import { runningText } from '../protocol/messages/cli/running.ts'
import { knownCell } from '../protocol/messages/commands/table-cells.ts'
import type { Text } from '../protocol/messages/localized-text.ts'

/** Who brings something: the level, with the name or directory where it has one. */
export const sourceText = (source: ContributionSource): Text => {
  const level = knownCell(source.level)
  if ('name' in source) return runningText('named', { level, name: escapeLine(source.name, 40) })
  return 'directory' in source && source.directory
    ? runningText('in_directory', { level, directory: source.directory })
    : level
}
