import { type Fields, isFields, textIn } from '../read-foreign.ts'

/** A server of ours in the words of a program; undefined: it has no form that means the same. */
export type WriteServer = (config: Fields) => Fields | undefined

interface Stdio {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const textsIn = (value: unknown): Readonly<Record<string, string>> =>
  isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)])) : {}

const stdioOf = (config: Fields): Stdio | undefined => {
  const command = textIn(config, 'command')
  return command === undefined
    ? undefined
    : {
        command,
        args: Array.isArray(config['args']) ? config['args'].map(String) : [],
        env: textsIn(config['env']),
      }
}

const filled = (key: string, fields: Fields): Fields =>
  Object.keys(fields).length > 0 ? { [key]: fields } : {}

/** Variables as `write` spells them; a default value (`${X:-y}`) is nobody else's. */
const renamed = (value: unknown, write: (name: string) => string): unknown => {
  if (typeof value === 'string')
    return value.replace(/\$\{([A-Za-z_]\w*)\}/g, (_, name: string) => write(name))
  if (Array.isArray(value)) return value.map(each => renamed(each, write))
  return isFields(value)
    ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, renamed(each, write)]))
    : value
}

const hasDefault = (config: Fields): boolean => /\$\{\w+:-/.test(JSON.stringify(config))

/** Programs tell the two kinds of remote servers apart by the address, or not at all. */
const isPlainRemote = (config: Fields, url: string): boolean =>
  config['type'] === (/\/sse\/?(?:$|\?)/.test(url) ? 'sse' : 'http')

const timeoutOf = ({ timeout }: Fields): Fields => (typeof timeout === 'number' ? { timeout } : {})

const remoteOf = (config: Fields): { readonly url: string; readonly headers: Fields } | undefined => {
  const url = textIn(config, 'url')
  const isRead = config['headersHelper'] === undefined && config['oauth'] === undefined
  return url !== undefined && isRead && isPlainRemote(config, url)
    ? { url, headers: textsIn(config['headers']) }
    : undefined
}

export const forGemini: WriteServer = config => {
  if (hasDefault(config)) return undefined
  const stdio = stdioOf(config)
  if (stdio) {
    const { env, ...rest } = stdio
    return { ...rest, ...filled('env', env), ...timeoutOf(config) }
  }
  const remote = remoteOf(config)
  if (!remote) return undefined
  const key = config['type'] === 'http' ? 'httpUrl' : 'url'
  return { [key]: remote.url, ...filled('headers', remote.headers), ...timeoutOf(config) }
}

export const forCursor: WriteServer = config => {
  const written = forGemini(config)
  if (!written) return undefined
  const { httpUrl, ...rest } = written
  const whole = httpUrl === undefined ? rest : { url: httpUrl, ...rest }
  return renamed(whole, name => `\${env:${name}}`) as Fields
}

export const forOpencode: WriteServer = config => {
  if (hasDefault(config)) return undefined
  const stdio = stdioOf(config)
  const remote = remoteOf(config)
  const written = stdio
    ? { type: 'local', command: [stdio.command, ...stdio.args], ...filled('environment', stdio.env) }
    : remote && { type: 'remote', url: remote.url, ...filled('headers', remote.headers) }
  return written && (renamed({ ...written, ...timeoutOf(config) }, name => `{env:${name}}`) as Fields)
}

/** There, variables are only passed on, by lists of their names. */
export const forCodex: WriteServer = config => {
  const stdio = stdioOf(config)
  if (stdio) {
    const passed = Object.entries(stdio.env).filter(([name, text]) => text === `\${${name}}`)
    const env = Object.fromEntries(Object.entries(stdio.env).filter(([name]) => !isIn(passed, name)))
    const written = { command: stdio.command, args: stdio.args, ...filled('env', env) }
    if (JSON.stringify(written).includes('${')) return undefined
    return {
      ...written,
      ...(passed.length === 0 ? {} : { env_vars: passed.map(([name]) => name) }),
      ...secondsOf(config),
    }
  }
  const remote = remoteOf(config)
  if (!remote || config['type'] !== 'http') return undefined
  const headers = Object.entries(remote.headers).map(([name, text]) => [name, String(text)] as const)
  const [, bearer] = /^Bearer \$\{(\w+)\}$/.exec(String(remote.headers['Authorization'] ?? '')) ?? []
  const named = headers.flatMap(([name, text]) => {
    const [, variable] = /^\$\{(\w+)\}$/.exec(text) ?? []
    return variable === undefined ? [] : [[name, variable] as const]
  })
  const plain = headers.filter(
    ([name]) => !isIn(named, name) && !(bearer !== undefined && name === 'Authorization'),
  )
  const written = { url: remote.url, ...filled('http_headers', Object.fromEntries(plain)) }
  if (JSON.stringify(written).includes('${')) return undefined
  return {
    ...written,
    ...filled('env_http_headers', Object.fromEntries(named)),
    ...(bearer === undefined ? {} : { bearer_token_env_var: bearer }),
    ...secondsOf(config),
  }
}

const isIn = (pairs: readonly (readonly [string, string])[], name: string): boolean =>
  pairs.some(([each]) => each === name)

const secondsOf = ({ timeout }: Fields): Fields =>
  typeof timeout === 'number' ? { tool_timeout_sec: timeout / 1_000 } : {}
