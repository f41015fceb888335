import type { PullRequestAddress } from '../../features/pull-requests/address.ts'
import { runProgram } from '../../features/shell/run-program.ts'
import { findProgram, searchPath } from '../../lib/find-program.ts'
import type { ForgeKind } from '../../protocol/agents/pull-requests.ts'
import type { Env } from '../../protocol/host.ts'

interface Where {
  readonly env: Env
  readonly directory: string
  readonly signal: AbortSignal
}

/** Variables with a token, and the host it is for: a token goes to no other. */
const VARIABLES: readonly {
  readonly kind: ForgeKind
  readonly names: readonly string[]
  /** The variable that names another host than the usual one. */
  readonly hostIn?: string
  readonly host?: string
}[] = [
  { kind: 'github', names: ['GH_TOKEN', 'GITHUB_TOKEN'], host: 'github.com' },
  { kind: 'github', names: ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'], hostIn: 'GH_HOST' },
  { kind: 'gitlab', names: ['GITLAB_TOKEN'], hostIn: 'GITLAB_HOST', host: 'gitlab.com' },
  { kind: 'gitea', names: ['CODEBERG_TOKEN'], host: 'codeberg.org' },
  { kind: 'gitea', names: ['GITEA_TOKEN'], hostIn: 'GITEA_SERVER_URL' },
  { kind: 'gitea', names: ['FORGEJO_TOKEN'], hostIn: 'FORGEJO_SERVER_URL' },
]

/** The person's token for a forge: as their settings say, from the environment, or as the forge's own program has it. */
export const forgeToken = async (
  { kind, host, settings }: Pick<PullRequestAddress, 'kind' | 'host' | 'settings'>,
  where: Where,
): Promise<string | undefined> => {
  const { env } = where
  if (settings?.tokenEnv !== undefined) return filled(env[settings.tokenEnv])
  if (settings?.tokenCommand !== undefined) return await printed(settings.tokenCommand, where)
  const found = VARIABLES.filter(row => row.kind === kind && hostOf(row, env) === host.toLowerCase())
    .flatMap(({ names }) => names.map(name => filled(env[name])))
    .find(value => value !== undefined)
  if (found !== undefined) return found
  if (kind === 'github') return await printed(['gh', 'auth', 'token', '--hostname', host], where)
  return kind === 'gitlab'
    ? await printed(['glab', 'config', 'get', 'token', '--host', host], where)
    : undefined
}

const filled = (value: string | undefined): string | undefined => (value?.trim() ? value.trim() : undefined)

const hostOf = ({ hostIn, host }: (typeof VARIABLES)[number], env: Env): string | undefined => {
  const said = hostIn === undefined ? undefined : filled(env[hostIn])
  if (said === undefined) return host
  return (URL.canParse(said) ? new URL(said).host : said).toLowerCase()
}

const TIMEOUT_MS = 10_000

/** The first line of what a program prints; nothing where it is not there, fails, or asks. */
const printed = async (
  [name = '', ...args]: readonly string[],
  { env, directory, signal }: Where,
): Promise<string | undefined> => {
  const file = name.startsWith('/') ? name : findProgram(name, searchPath(env))
  if (file === undefined) return undefined
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const limits = { signal, timeoutMs: TIMEOUT_MS, maxBytes: 16_000 }
  try {
    const { code, stdout } = await runProgram({
      file,
      args,
      cwd: directory,
      env: Object.fromEntries(given),
      ...limits,
    })
    const [line = ''] = new TextDecoder().decode(stdout).trim().split('\n')
    return code === 0 && /^[\x21-\x7e]{8,4000}$/.test(line) ? line : undefined
  } catch {
    // It cannot be started: the forge is asked without.
    return undefined
  }
}
