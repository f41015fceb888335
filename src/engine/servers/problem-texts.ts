import { nameClashes } from '../../features/mcp/pool/name-clashes.ts'
import type { McpOptions } from './part-options.ts'

/** What is wrong, or waits for the person, in words for them. */
export const problemTexts = ({ contributions, config }: McpOptions): readonly string[] => {
  const waiting = contributions
    .all()
    .servers.filter(({ approval, disabled }) => approval?.given === 'not asked' && !disabled)
    .map(({ name }) => name)
  const clashes = nameClashes(contributions.all().servers)
  return [
    ...[...clashes].map(
      ([name, other]) =>
        `The MCP server ${name} isn't started: its tools would have the same names as those of ${other}. Rename one of them.`,
    ),
    // Whoever opened the session was told of those that are written in files.
    ...contributions
      .problems()
      .filter(({ source }) => source.level === 'plugin')
      .map(({ file, message }) => `${file === undefined ? '' : `${file}: `}${message}`),
    ...(waiting.length > 0 && !(config.wake && config.permissions.canAsk)
      ? [
          `Not started, because you have not approved ${waiting.length === 1 ? 'it' : 'them'} yet: ${waiting.join(', ')} of this project. Run "capstan mcp approve ${waiting.length === 1 ? waiting[0] : '--all'}", or start capstan here and answer.`,
        ]
      : []),
  ]
}
