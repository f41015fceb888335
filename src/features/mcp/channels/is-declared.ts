import type { ExperimentalCapabilities } from '../../../protocol/extensions/channel.ts'

const CHANNEL = 'claude/channel'

/** Whether a server says of itself that it is a channel. */
export const isDeclared = (experimental: ExperimentalCapabilities): boolean => {
  const declared = experimental[CHANNEL]
  return declared !== undefined && declared !== null && declared !== false
}
