import type { NamedServer } from '../../protocol/extensions/server.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'

/** A server that comes with the project: there is no call behind it, so the name tells front ends what it is about. */
export const serverQuestion = (
  { name, config, file }: Pick<NamedServer, 'name' | 'config' | 'file'>,
  newId: () => string,
): PermissionRequest => {
  const why = 'It comes with this project, and starts only if you approve it. Changes to it ask again.'
  return {
    id: newId(),
    toolName: 'McpServer',
    toolUseId: newId(),
    needs: 'settings',
    input: { name, ...(file === undefined ? {} : { file }) },
    decision: {
      verdict: 'ask',
      because: { type: 'safetyCheck', text: why },
      offer: [],
      readOnly: false,
    },
    details: {
      title: `Start the MCP server ${name}`,
      about: { kind: 'server', name },
      why,
      subject: { text: describe(config), risky: [] },
      saves: [],
    },
  }
}

/** All that would run or be reached, secrets by name only. */
const describe = (config: NamedServer['config']): string => {
  if (config.type === 'sdk') return 'in the program that drives this session'
  if (config.type === 'stdio') {
    const variables = Object.keys(config.env)
    return [
      [config.command, ...config.args].map(quoted).join(' '),
      ...(variables.length === 0 ? [] : [`with ${variables.join(', ')}`]),
    ].join('\n')
  }
  const { url, headers, headersHelper } = config
  const names = Object.keys(headers)
  return [
    url,
    ...(names.length === 0 ? [] : [`with the headers ${names.join(', ')}`]),
    ...(headersHelper === undefined ? [] : [`runs ${headersHelper}`]),
  ].join('\n')
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word))
