import type { McpOptions } from './mcp-options.ts'

/** Each thing that is wrong, once. */
export const tellProblems = ({ contributions, config, emit }: McpOptions, told: Set<string>): void => {
  const waiting = contributions
    .all()
    .servers.filter(({ approval, disabled }) => approval?.given === 'not asked' && !disabled)
    .map(({ name }) => name)
  const texts = [
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
  for (const text of texts.filter(each => !told.has(each))) {
    told.add(text)
    emit({ type: 'notice', level: 'warning', text })
  }
}
