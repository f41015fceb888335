/** What every provider takes as the name of a tool. */
const MAX_NAME = 64

/** Only what a tool name may consist of. */
export const normalName = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_')

/** `mcp__server__tool`; one that is too long ends with a hash of the whole. */
export const toolName = (server: string, tool: string): string => {
  const whole = `${serverPrefix(server)}${normalName(tool)}`
  if (whole.length <= MAX_NAME) return whole
  const hash = shortHash(`${server}\0${tool}`)
  return `${whole.slice(0, MAX_NAME - hash.length - 1)}_${hash}`
}

export const serverPrefix = (server: string): string => `mcp__${normalName(server)}__`

/** Tells names apart; guards nothing. */
const shortHash = (text: string): string => {
  let hash = 0x811c9dc5
  for (const unit of Buffer.from(text)) hash = Math.imul(hash ^ unit, 0x01000193) >>> 0
  return hash.toString(16).padStart(8, '0')
}
