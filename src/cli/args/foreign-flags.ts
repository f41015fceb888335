const CLOUD = "needs a vendor's cloud; Capstan has none."
const BROWSER =
  'needs a vendor\'s browser extension; Capstan has none. An MCP server can drive a browser: "capstan mcp add".'

/** Well-known flags of other tools that mean nothing here, with the reason: whoever knows them should not search for a slip. */
export const FOREIGN_FLAGS: Readonly<Record<string, string>> = {
  advisor: 'is not a flag of Capstan. Give an agent a stronger model and let it be asked: --agents.',
  chrome: BROWSER,
  cloud: CLOUD,
  environment: CLOUD,
  'no-chrome': BROWSER,
  ref: CLOUD,
  teleport: CLOUD,
}
