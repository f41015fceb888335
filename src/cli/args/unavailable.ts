/**
 * Flags of the convention that are not built. They are refused by name: to take one and ignore it would mislead
 * whoever relies on it.
 */
export const UNAVAILABLE_FLAGS: readonly string[] = (
  'advisor autocompact await-initialize ax-screen-reader background ' +
  'bg channels chrome cloud environment exclude-dynamic-system-prompt-sections exec ' +
  'forward-subagent-text from-pr ide managed-settings no-chrome ' +
  'permission-prompts project-config-root prompt-suggestions ref ' +
  'resume-drops-turn safe-mode session-mirror ' +
  'teammate-mode teleport thinking-display tmux'
).split(' ')

/** Planned commands: refused by name, because sending one word to a model instead would cost money and puzzle. */
export const UNAVAILABLE_SUBCOMMANDS: readonly string[] = 'acp auth completion update'.split(' ')
