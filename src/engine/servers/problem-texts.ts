import { nameClashes } from '../../features/mcp/pool/name-clashes.ts'
import { serverText } from '../../protocol/messages/engine/servers.ts'
import type { LocalizedText, Text } from '../../protocol/messages/localized-text.ts'
import type { McpOptions } from './part-options.ts'

/** What is wrong, or waits for the person, in words for them. */
export const problemTexts = ({ contributions, config }: McpOptions): readonly Text[] => {
  const waiting = contributions
    .all()
    .servers.filter(({ approval, disabled }) => approval?.given === 'not asked' && !disabled)
    .map(({ name }) => name)
  const clashes = nameClashes(contributions.all().servers)
  return [
    ...[...clashes].map(([name, other]) => serverText('names_clash', { name, other })),
    // Whoever opened the session was told of those that are written in files.
    ...contributions
      .problems()
      .filter(({ source }) => source.level === 'plugin')
      .map(({ file, message, localized = message }) =>
        file === undefined ? localized : serverText('in_file', { file, problem: localized }),
      ),
    ...(waiting.length > 0 && !(config.wake && config.permissions.canAsk) ? [notApproved(waiting)] : []),
  ]
}

const notApproved = (names: readonly string[]): LocalizedText => {
  const [name, ...others] = names
  return name !== undefined && others.length === 0
    ? serverText('not_approved', { name })
    : serverText('several_not_approved', { names })
}
