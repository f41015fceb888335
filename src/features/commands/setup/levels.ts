import { escapeLine } from '../../../lib/escape-text.ts'
import type { ContributionSource } from '../../../protocol/extensions/source.ts'
import { cellText } from '../../../protocol/messages/commands/table-cells.ts'
import { usageAnswer } from '../../../protocol/messages/commands/usage.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'

/** Who brought something, as its level is called in settings. */
export const levelOf = (source: ContributionSource): Text => {
  if (source.level === 'plugin') return usageAnswer('of_plugin', { name: source.name })
  if (source.level === 'server') return usageAnswer('of_server', { name: source.name })
  const level = cellText(source.level === 'built-in' ? 'built_in' : source.level)
  return 'directory' in source && source.directory
    ? usageAnswer('level_directory', { level, directory: source.directory })
    : level
}

/** The same for people who do not know the levels. */
export const originOf = (source: ContributionSource): Text => {
  switch (source.level) {
    case 'built-in':
      return 'Capstan'
    case 'plugin':
      return usageAnswer('of_plugin', { name: escapeLine(source.name) })
    case 'server':
      return usageAnswer('of_server', { name: escapeLine(source.name) })
    case 'flag':
      return cellText('command_line')
    case 'managed':
      return cellText('organization')
    default:
      return levelOf(source)
  }
}
