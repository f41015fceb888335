import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  type FetchLike,
  type OAuthClientProvider,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import type { ProgramStart } from '../../../lib/git/start-git.ts'
import { isObject } from '../../../lib/is-object.ts'
import { createProxiedFetch } from '../../../lib/network/proxied-fetch.ts'
import { proxyFromEnv } from '../../../lib/network/proxy.ts'
import { parseBoundedJson } from '../../../lib/values/parse-bounded-json.ts'
import type { RemoteServer, ServerConfig, StdioServer } from '../../../protocol/extensions/server.ts'
import type { Env } from '../../../protocol/host.ts'
import { LocalizedError } from '../../../protocol/messages/localized-text.ts'
import { sandboxText } from '../../../protocol/messages/permissions/sandbox.ts'
import { serverEnvironment } from './server-environment.ts'
import { StdioTransport } from './stdio-transport.ts'
import { WebSocketTransport } from './websocket-transport.ts'

export interface TransportDeps {
  /** Of the person's, without what opens the way to a model. */
  readonly env: Env
  /** Where a server that is a program starts. */
  readonly cwd: string
  readonly logFile?: string
  /** Absent: whoever needs a sign-in is not let in. */
  readonly auth?: OAuthClientProvider
  /** Its authorization server, at its own address, calls itself by another name than the standard wants. */
  readonly otherIssuer?: boolean
  /** Hears whether its last answer was that nobody is let in without a sign-in. */
  onAnswered?(facts: { readonly unauthorized: boolean }): void
  /** Makes the start of a program one in the sandbox. Throws, in words, where there is none; absent: so it is. */
  sandbox?(start: ProgramStart): Promise<ProgramStart>
  /** Reaches a server in the process of the program that drives this one; absent: there is none. */
  sdk?(): Transport
}

const HELPER_MS = 10_000

/** The way to a server, not yet taken. */
export const openTransport = async (config: ServerConfig, deps: TransportDeps): Promise<Transport> => {
  switch (config.type) {
    case 'stdio': {
      const { file, ...start } = await startOf(config, deps)
      return new StdioTransport({
        command: file,
        ...start,
        ...(deps.logFile === undefined ? {} : { logFile: deps.logFile }),
      })
    }
    case 'sdk':
      if (!deps.sdk) throw new Error('only a program that drives Capstan can have a server of this type')
      return deps.sdk()
    case 'ws':
      return new WebSocketTransport({
        url: config.url,
        headers: await headersOf(config, deps),
        proxy: proxyFromEnv(deps.env),
      })
    case 'http':
    case 'sse': {
      const options = {
        fetch: watched(createProxiedFetch(proxyFromEnv(deps.env)), config, deps),
        requestInit: { headers: await headersOf(config, deps) },
        ...(deps.auth ? { authProvider: deps.auth } : {}),
        ...(deps.otherIssuer ? { skipIssuerMetadataValidation: true } : {}),
      }
      const url = new URL(config.url)
      return config.type === 'http'
        ? new StreamableHTTPClientTransport(url, options)
        : new SSEClientTransport(url, options)
    }
  }
}

/** As it is written, or in the sandbox if it says so: never without it then. */
const startOf = async (
  { command, args, env, sandbox }: StdioServer,
  deps: TransportDeps,
): Promise<ProgramStart> => {
  const start = { file: command, args, cwd: deps.cwd, env: serverEnvironment(deps.env, env) }
  if (!sandbox) return start
  if (!deps.sandbox) throw new LocalizedError(sandboxText('server_has_none'))
  return await deps.sandbox(start)
}

/** What an authorization server answers is another matter: only the server itself says that a sign-in is needed. */
const watched =
  (fetch: FetchLike, { url }: Pick<RemoteServer, 'url'>, { onAnswered }: TransportDeps): FetchLike =>
  async (input, init) => {
    const answer = await fetch(input, init)
    if (new URL(input).href === new URL(url).href) onAnswered?.({ unauthorized: answer.status === 401 })
    return answer
  }

/** Its own, and what its helper prints. */
const headersOf = async (
  { headers, headersHelper }: RemoteServer,
  { env, cwd }: TransportDeps,
): Promise<Readonly<Record<string, string>>> => {
  if (headersHelper === undefined) return headers
  const run = promisify(execFile)
  const { stdout } = await run('/bin/sh', ['-c', headersHelper], {
    cwd,
    env: serverEnvironment(env, {}),
    timeout: HELPER_MS,
    maxBuffer: 1024 * 1024,
  })
  const printed: unknown = parseBoundedJson(stdout)
  if (!isObject(printed)) throw new Error('its headersHelper did not print a JSON object')
  return {
    ...headers,
    ...Object.fromEntries(Object.entries(printed).map(([name, value]) => [name, String(value)])),
  }
}
