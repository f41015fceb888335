import type { Environment } from '../../lib/process/harden-environment.ts'
import { withoutProxyUser } from '../../lib/process/proxy-variable.ts'

/** The tool's own credentials, by name; children never get them. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
  'MCP_CLIENT_SECRET',
  // Where a gateway takes its token.
  'ANTHROPIC_CUSTOM_HEADERS',
])
const SECRET_PATTERN = /^CAPSTAN_\w*(?:KEY|TOKEN|PASSWORD)$/
/** Inputs of a CI step arrive as variables, some with a dash or a blank in the name: the key of the model is one. */
const CI_INPUT_PATTERN = /^INPUT_.*(?:KEY|TOKEN|PASSWORD|SECRET)$/i
/** Set by the launcher for this program alone. */
const OWN_NAMES: ReadonlySet<string> = new Set(['NODE_COMPILE_CACHE'])
/** Where telemetry of this program goes and with what key: none of a child's business. */
const TELEMETRY_PREFIX = 'OTEL_'

const isOwn = (name: string): boolean => OWN_NAMES.has(name) || name.startsWith(TELEMETRY_PREFIX)

/** Opens the way to a model, whatever provider is in use. */
export const isCredential = (name: string): boolean =>
  SECRET_NAMES.has(name) || SECRET_PATTERN.test(name) || CI_INPUT_PATTERN.test(name)

/**
 * The environment for any child: without the tool's credentials and those of a proxy, with the marks every child carries.
 */
export const childEnvironment = (
  env: Environment,
  options: { readonly secretNames: readonly string[]; readonly projectDir: string },
): Record<string, string> => {
  const child: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || isCredential(name) || isOwn(name)) continue
    if (options.secretNames.includes(name)) continue
    child[name] = withoutProxyUser(name, value)
  }
  child['CLAUDECODE'] = '1'
  child['CAPSTAN'] = '1'
  child['CLAUDE_PROJECT_DIR'] = options.projectDir
  child['CAPSTAN_PROJECT_DIR'] = options.projectDir
  return child
}
