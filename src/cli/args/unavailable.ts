/**
 * Flags of the convention that are not built. They are refused by name: to take one and ignore it would mislead
 * whoever relies on it.
 */
export const UNAVAILABLE_FLAGS: readonly string[] = (
  'advisor background bg channels chrome cloud environment exec ' + 'from-pr no-chrome ref teleport tmux'
).split(' ')
