import { importText } from '../../protocol/messages/commands/imports.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { type Fields, isFields, textIn } from './read-foreign.ts'

export interface ConvertedServer {
  readonly config: Readonly<Record<string, unknown>>
  readonly notes: readonly Text[]
}

/** A server as other programs write it, as ours; undefined: it is none. */
export const convertServer = (
  name: string,
  written: unknown,
  { secrets }: { readonly secrets: boolean },
): ConvertedServer | undefined => {
  if (!isFields(written)) return undefined
  const notes: Text[] = []
  const values = (key: string, found: unknown): Fields =>
    withoutSecrets({ server: name, key, secrets, notes }, found)
  const remote = textIn(written, 'httpUrl') ?? textIn(written, 'serverUrl') ?? textIn(written, 'url')
  const seconds = written['tool_timeout_sec']
  const timeout = typeof seconds === 'number' ? Math.round(seconds * 1_000) : written['timeout']
  const common = typeof timeout === 'number' && timeout >= 1000 ? { timeout } : {}
  if (remote !== undefined) {
    const token = textIn(written, 'bearer_token_env_var')
    const headers = {
      ...values('headers', written['headers'] ?? written['http_headers']),
      ...variablesOf(written['env_http_headers']),
      ...(token === undefined ? {} : { Authorization: `Bearer \${${token}}` }),
    }
    return {
      config: {
        type: remoteType(written, remote),
        url: rename(remote),
        ...filled('headers', headers),
        ...common,
      },
      notes,
    }
  }
  const command = written['command']
  const [program, ...first] = Array.isArray(command) ? command.map(String) : [command]
  if (typeof program !== 'string' || program === '') return undefined
  const args = [...first, ...(Array.isArray(written['args']) ? written['args'] : [])].map(each =>
    rename(String(each)),
  )
  const env = { ...values('env', written['env'] ?? written['environment']), ...passedOn(written['env_vars']) }
  if (written['cwd'] !== undefined) notes.push(importText('no_cwd'))
  return { config: { command: rename(program), args, ...filled('env', env), ...common }, notes }
}

/** Headers whose values are the names of variables. */
const variablesOf = (written: unknown): Fields =>
  isFields(written)
    ? Object.fromEntries(Object.entries(written).map(([name, variable]) => [name, `\${${String(variable)}}`]))
    : {}

/** Names of variables that the server gets as they are. */
const passedOn = (written: unknown): Fields =>
  Array.isArray(written) ? Object.fromEntries(written.map(name => [String(name), `\${${String(name)}}`])) : {}

const filled = (key: string, fields: Fields): Fields =>
  Object.keys(fields).length > 0 ? { [key]: fields } : {}

/** By what it says, or by which of its names the address has. */
const remoteType = (written: Fields, url: string): string => {
  const type = textIn(written, 'type') ?? textIn(written, 'transport')
  if (type === 'sse' || type === 'http' || type === 'ws') return type
  if (type === 'streamable-http' || textIn(written, 'httpUrl') !== undefined) return 'http'
  return /\/sse\/?(?:$|\?)/.test(url) ? 'sse' : 'http'
}

/** `${env:NAME}`, `{env:NAME}` and `${input:NAME}` are `${NAME}` here. */
const rename = (text: string): string =>
  text
    .replace(/\$?\{env:([A-Za-z_]\w*)\}/g, (_, name: string) => `\${${name}}`)
    .replace(/\$\{input:([\w-]+)\}/g, (_, input: string) => `\${${variableOf(input)}}`)

const variableOf = (text: string): string => text.replace(/\W+/g, '_').toUpperCase()

const SECRET_NAME = /key|token|secret|passw|credential|auth|cookie/i
const SECRET_VALUE = /^(?:sk-|ghp_|gho_|github_pat_|xox[abp]-|glpat-|AKIA)|^(?:Bearer|Basic) (?!\$)/

/** Values that look like secrets stay where they are: ours names a variable in their place, and says so. */
const withoutSecrets = (
  at: { readonly server: string; readonly key: string; readonly secrets: boolean; readonly notes: Text[] },
  found: unknown,
): Fields => {
  if (!isFields(found)) return {}
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => {
      const text = rename(String(value))
      const isSecret = !text.includes('${') && (SECRET_NAME.test(name) || SECRET_VALUE.test(text))
      if (!isSecret || text === '') return [name, text]
      if (at.secrets) {
        at.notes.push(importText('secret_copied', { name }))
        return [name, text]
      }
      const variable = at.key === 'env' ? name : variableOf(`${at.server}_${name}`)
      at.notes.push(importText('secret_not_copied', { name, variable }))
      return [name, `\${${variable}}`]
    }),
  )
}
