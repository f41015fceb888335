import { splitGlob } from '../../features/tools/glob-pattern.ts'
import { splitPatterns } from '../../features/tools/grep/glob-filter.ts'
import { expandHome } from '../../lib/paths.ts'
import type { Access } from '../../protocol/access.ts'

interface Directories {
  readonly cwd: string
  readonly home: string
}
type Input = Readonly<Record<string, unknown>>
/** What a call would touch, or nothing when its input is malformed. */
type ReadInput = (input: Input, directories: Directories) => readonly Access[] | undefined

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
/** Missing means `otherwise`; there but not text is malformed. */
const textOr = (value: unknown, otherwise: string): string | undefined =>
  value === undefined || value === null ? otherwise : text(value)

const file =
  (kind: 'read' | 'write', key: string): ReadInput =>
  input => {
    const path = text(input[key])
    return path ? [{ kind, path }] : undefined
  }
const shell: ReadInput = input => {
  const command = text(input['command'])
  return command === undefined ? undefined : [{ kind: 'shell', command }]
}
const search: ReadInput = input => {
  const path = textOr(input['path'], '.')
  return path === undefined ? undefined : [{ kind: 'search', path: path || '.' }]
}
/** Which files are searched belongs to what is asked for. */
const grep: ReadInput = (input, directories) => {
  const names = textOr(input['glob'], '')
  const [access] = search(input, directories) ?? []
  if (names === undefined || access?.kind !== 'search') return undefined
  const picks = splitPatterns(names)
  return [picks.length === 0 ? access : { ...access, picks }]
}
const glob: ReadInput = (input, { cwd, home }) => {
  const path = textOr(input['path'], '.')
  const pattern = text(input['pattern'])
  if (path === undefined || pattern === undefined) return undefined
  if (/\0/.test(path + pattern)) return undefined
  const expanded = expandHome(path, home)
  const base = expanded.startsWith('/') ? expanded : `${cwd}/${expanded}`
  return [{ kind: 'search', path: splitGlob(expandHome(pattern, home), base).directory }]
}
const agent: ReadInput = input => {
  const name = textOr(input['subagent_type'], '')
  return name === undefined ? undefined : [{ kind: 'agent', name }]
}
const skill: ReadInput = input => {
  const name = text(input['skill'])
  const args = textOr(input['args'], '')
  return name === undefined || args === undefined ? undefined : [{ kind: 'skill', name, args }]
}

const TOOLS: Readonly<Record<string, ReadInput>> = {
  Bash: shell,
  Monitor: shell,
  Read: file('read', 'file_path'),
  NotebookRead: file('read', 'notebook_path'),
  Edit: file('write', 'file_path'),
  MultiEdit: file('write', 'file_path'),
  Write: file('write', 'file_path'),
  NotebookEdit: file('write', 'notebook_path'),
  Grep: grep,
  LS: search,
  Glob: glob,
  WebFetch: input => {
    const url = text(input['url'])
    return url === undefined ? undefined : [{ kind: 'network', url }]
  },
  WebSearch: input => [{ kind: 'web-search', query: text(input['query']) ?? '' }],
  Skill: skill,
  Agent: agent,
  Task: agent,
}
const MCP_NAME = /^mcp__(.+?)__(.+)$/

/** The effects of a call as data; `malformed` when the tool is known and its input is not what it takes. */
export const accessesOf = (
  tool: string,
  input: Input,
  directories: Directories,
): readonly Access[] | 'malformed' | 'unknown' => {
  const server = MCP_NAME.exec(tool)
  if (server) return [{ kind: 'mcp', server: server[1] ?? '', tool: server[2] ?? '' }]
  const read = Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined
  return read ? (read(input, directories) ?? 'malformed') : 'unknown'
}
