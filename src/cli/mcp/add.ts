import { parseServer } from '../../features/mcp/config/parse-server.ts'
import { objectionTo } from '../../features/mcp/config/read-servers.ts'
import { isBundlePath } from '../../features/plugins/bundle/read-bundle.ts'
import type { ServerConfig } from '../../protocol/extensions/server.ts'
import { accountText } from '../../protocol/messages/cli/accounts.ts'
import { answerText } from '../../protocol/messages/cli/answers.ts'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'
import { inUiLanguage, sayer } from '../in-ui-language.ts'
import type { Process } from '../process.ts'
import { readOptions, wrongUsage } from '../sessions/options.ts'
import { usageOf } from '../usage.ts'
import { lockFor, serversHere } from './here.ts'
import { SCOPES, type Scope, writeServer } from './write-server.ts'

export const ADD = {
  name: 'mcp add',
  usage: usageOf(
    `Usage: capstan mcp add [options] <name> -- <command> [arguments]
       capstan mcp add --transport http|sse|ws [options] <name> <url>
       capstan mcp add [--scope local|user] [--config key=value …] [name] <file.mcpb>
  -t, --transport <kind>   stdio (default), http, sse or ws
  -s, --scope <scope>      local (default: you, this project), project (.mcp.json, shared) or user (you, everywhere)
  -e, --env KEY=value      a variable for the command; can be repeated
  -H, --header "Name: v"   a header for each request; can be repeated
      --client-id <id>     OAuth client id, for servers that do not register clients themselves
      --client-secret      asks for the secret of that client, or takes it from MCP_CLIENT_SECRET; kept apart, readable only by you
      --callback-port <n>  port the sign-in comes back to
      --config key=value   a value that a bundle (.mcpb) asks for; can be repeated. Others are asked for at a terminal`,
    `用法：capstan mcp add [选项] <名称> -- <命令> [参数]
      capstan mcp add --transport http|sse|ws [选项] <名称> <url>
      capstan mcp add [--scope local|user] [--config 键=值 …] [名称] <文件.mcpb>
  -t, --transport <类型>   stdio（默认）、http、sse 或 ws
  -s, --scope <范围>       local（默认：仅你，仅此项目）、project（.mcp.json，与他人共享）或 user（仅你，所有项目）
  -e, --env KEY=值         传给命令的环境变量；可重复
  -H, --header "Name: v"   每个请求附带的请求头；可重复
      --client-id <id>     OAuth 客户端 id，用于不支持自动注册客户端的服务器
      --client-secret      询问该客户端的密钥，或从 MCP_CLIENT_SECRET 读取；单独保存，只有你能读取
      --callback-port <n>  登录后回调的端口
      --config 键=值       捆绑包（.mcpb）要求的值；可重复。其余的值会在终端里询问`,
  ),
  flags: {
    transport: { type: 'string', short: 't' },
    scope: { type: 'string', short: 's' },
    env: { type: 'string', short: 'e', multiple: true },
    header: { type: 'string', short: 'H', multiple: true },
    'client-id': { type: 'string' },
    'client-secret': { type: 'boolean' },
    'callback-port': { type: 'string' },
    config: { type: 'string', multiple: true },
  },
} as const

export const ADD_JSON = {
  name: 'mcp add-json',
  usage: usageOf(
    'Usage: capstan mcp add-json [--scope local|project|user] [--client-secret] <name> \'{"command": …}\'',
    '用法：capstan mcp add-json [--scope local|project|user] [--client-secret] <名称> \'{"command": …}\'',
  ),
  flags: { scope: { type: 'string', short: 's' }, 'client-secret': { type: 'boolean' } },
} as const

type Spec = typeof ADD | typeof ADD_JSON

export const readScope = (
  spec: { readonly name: string; readonly usage: LocalizedText },
  text = 'local',
): Scope => {
  const scope = SCOPES.find(each => each === text)
  if (!scope)
    throw wrongUsage(
      spec,
      argumentText('takes', {
        flag: '--scope',
        choices: argumentText('all_of', { names: SCOPES }),
        given: `"${text}"`,
      }),
    )
  return scope
}

/** `capstan mcp add`. */
export const add = async (argv: readonly string[], from: Process): Promise<number> => {
  const given = readOptions(ADD, argv)
  const [name, target, ...rest] = given.words
  const file = given.words.length <= 2 ? given.words.at(-1) : undefined
  if (file !== undefined && isBundlePath(file)) {
    const { addBundle } = await import('./add-bundle.ts')
    const values = pairs('--config', given.list('config'), '=')
    const scope = readScope(ADD, given.text('scope'))
    return await addBundle({ file, values, scope, ...(target === undefined ? {} : { name }) }, from)
  }
  if (name === undefined || target === undefined) throw wrongUsage(ADD, argumentText('server_needs'))
  const transport =
    given.text('transport') ??
    (/^https?:\/\//.test(target) ? 'http' : /^wss?:\/\//.test(target) ? 'ws' : 'stdio')
  const env = pairs('--env', given.list('env'), '=')
  const headers = pairs('--header', given.list('header'), ':')
  const port = given.text('callback-port')
  const oauth = {
    ...(given.text('client-id') === undefined ? {} : { clientId: given.text('client-id') }),
    ...(port === undefined ? {} : { callbackPort: Number(port) }),
  }
  const written =
    transport === 'stdio'
      ? { type: 'stdio', command: target, args: rest, env }
      : {
          type: transport,
          url: target,
          ...(Object.keys(headers).length > 0 ? { headers } : {}),
          ...(Object.keys(oauth).length > 0 ? { oauth } : {}),
        }
  const scope = readScope(ADD, given.text('scope'))
  const secret = given.is('client-secret')
  if (secret && given.text('client-id') === undefined)
    throw new ExitError(2, accountText('secret_needs_client'))
  return await write(ADD, { name, written, scope, secret }, from)
}

/** `capstan mcp add-json`. */
export const addJson = async (argv: readonly string[], from: Process): Promise<number> => {
  const given = readOptions(ADD_JSON, argv)
  const [name, json] = given.words
  if (name === undefined || json === undefined) throw wrongUsage(ADD_JSON, argumentText('json_needed'))
  return await write(
    ADD_JSON,
    {
      name,
      written: readJson(json),
      scope: readScope(ADD_JSON, given.text('scope')),
      secret: given.is('client-secret'),
    },
    from,
  )
}

const readJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    throw wrongUsage(ADD_JSON, argumentText('not_json'))
  }
}

interface Added {
  readonly name: string
  readonly written: unknown
  readonly scope: Scope
  /** A secret of its client comes with it, which no file that is shared may hold. */
  readonly secret: boolean
}

const write = async (spec: Spec, { name, written, scope, secret }: Added, from: Process): Promise<number> => {
  const objection = objectionTo(name)
  if (objection !== undefined) throw wrongUsage(spec, argumentText('server_name', { objection }))
  // A variable may be set where it is used: here only the form counts.
  const parsed = parseServer(written, new Proxy({}, { get: () => 'x' }))
  if (!parsed.ok) throw wrongUsage(spec, argumentText('server_problem', { name, problem: parsed.problem }))
  const { places } = serversHere(from)
  const keep = secret ? await secretKeeper({ name, config: parsed.config }, from) : undefined
  const file = await writeServer(places, scope, { name, written })
  await keep?.()
  const tell = await sayer(from.env)
  tell(answerText('server_added', { name, scope, file }))
  return 0
}

/** Asks for the secret before anything is written. */
const secretKeeper = async (
  { name, config }: { readonly name: string; readonly config: ServerConfig },
  from: Process,
): Promise<() => Promise<void>> => {
  if (config.type !== 'http' && config.type !== 'sse')
    throw new ExitError(2, accountText('secret_for_remote'))
  if (config.oauth?.clientId === undefined) throw new ExitError(2, accountText('secret_needs_client'))
  const clientSecret = from.env['MCP_CLIENT_SECRET'] || (await askForSecret(from))
  const { places } = serversHere(from)
  const { createAuthStore } = await import('../../features/mcp/oauth/auth-store.ts')
  const store = createAuthStore(places.configHome, { name, url: config.url }, await lockFor(places))
  return () => store.change(kept => ({ ...kept, clientSecret }))
}

const askForSecret = async ({ env }: Process): Promise<string> => {
  if (!process.stdin.isTTY) throw new ExitError(2, accountText('secret_no_terminal'))
  const { askHidden, Cancelled } = await import('../auth/ask-line.ts')
  try {
    return (await askHidden(await inUiLanguage(answerText('client_secret'), env))).trim()
  } catch (error) {
    if (error instanceof Cancelled) throw new ExitError(130, accountText('canceled'))
    throw error
  }
}

const pairs = (flag: string, texts: readonly string[], mark: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    texts.map(text => {
      const at = text.indexOf(mark)
      if (at <= 0)
        throw wrongUsage(
          ADD,
          argumentText('takes', {
            flag,
            choices: mark === '=' ? 'KEY=value' : '"Name: value"',
            given: `"${text}"`,
          }),
        )
      return [text.slice(0, at).trim(), mark === ':' ? text.slice(at + 1).trim() : text.slice(at + 1)]
    }),
  )
