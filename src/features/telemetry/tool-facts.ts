import { extname } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { RULE_NAMES } from '../../protocol/tools/rule-names.ts'

/** What is told of the input of a call, when details are wanted: by tool the names it is told under. */
const DETAILS: Readonly<Record<string, readonly (readonly [as: string, field: string])[]>> = {
  Bash: [
    ['full_command', 'command'],
    ['timeout', 'timeout'],
    ['description', 'description'],
    ['dangerouslyDisableSandbox', 'dangerouslyDisableSandbox'],
  ],
  Skill: [['skill_name', 'skill']],
  Agent: [['subagent_type', 'subagent_type']],
  Task: [['subagent_type', 'subagent_type']],
}

const MAX_VALUE = 512
const MAX_INPUT = 4_096

const fieldsOf = (input: unknown): Readonly<Record<string, unknown>> => (isObject(input) ? input : {})

const textField = (input: unknown, name: string): string | undefined => {
  const value = fieldsOf(input)[name]
  return typeof value === 'string' ? value : undefined
}

/** The name of a tool of somebody's server tells what they work with, and one that a model made up may say anything. */
export const reportedToolName = (name: string, details: boolean): string => {
  if (details) return name
  if (name.startsWith('mcp__')) return 'mcp_tool'
  return /^[A-Z][A-Za-z]{0,39}$/.test(name) ? name : 'unknown'
}

const ABOUT_TOOLS = /^(?:PreToolUse|PostToolUse|PostToolUseFailure|PermissionRequest|PermissionDenied)$/

/** Of `event:subject` what may be told: which tool it was about, and only with details which file, agent … */
export const reportedHookName = (event: string, name: string, details: boolean): string => {
  const about = name.startsWith(`${event}:`) ? name.slice(event.length + 1) : ''
  if (about === '') return event
  if (ABOUT_TOOLS.test(event)) return `${event}:${reportedToolName(about, details)}`
  return details ? name : event
}

/** `tool_parameters`, as JSON. */
export const toolParameters = (name: string, input: unknown): string => {
  const fields = fieldsOf(input)
  const told: Record<string, unknown> = {}
  for (const [as, field] of DETAILS[name] ?? []) if (fields[field] !== undefined) told[as] = fields[field]
  if (name === RULE_NAMES.shell) told['bash_command'] = textField(input, 'command')?.trim().split(/\s+/, 1)[0]
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  if (server !== undefined) Object.assign(told, { mcp_server_name: server, mcp_tool_name: tool })
  return JSON.stringify(told)
}

/** `tool_input`, as JSON with long values cut. */
export const toolInput = (input: unknown): string =>
  JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'string' && value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value,
  )?.slice(0, MAX_INPUT) ?? ''

/** What the span of a call tells of its input. */
export const spanDetails = (name: string, input: unknown): Readonly<Record<string, string | undefined>> => ({
  file_path: textField(input, 'file_path') ?? textField(input, 'notebook_path'),
  full_command: name === RULE_NAMES.shell ? textField(input, 'command') : undefined,
  skill_name: name === RULE_NAMES.skill ? textField(input, 'skill') : undefined,
  subagent_type: textField(input, 'subagent_type'),
})

/** Fields of what a call puts into a file. */
const WRITTEN = ['content', 'new_string', 'edits', 'new_source', 'edit_mode']

/** The language of the file that an editing tool changes; undefined for another tool. */
export const editedLanguage = (name: string, input: unknown): string | undefined => {
  const path = textField(input, 'file_path') ?? textField(input, 'notebook_path')
  const isEdit = !name.startsWith('mcp__') && WRITTEN.some(field => field in fieldsOf(input))
  if (path === undefined || !isEdit) return undefined
  return LANGUAGES[extname(path).toLowerCase()] ?? 'unknown'
}

/** A commit or a pull request that a successful call made. */
export const madeByCall = (name: string, input: unknown): 'commit' | 'pull_request' | undefined => {
  if (/^mcp__.+__create_(?:pull|merge)_request$/.test(name)) return 'pull_request'
  const command = name === RULE_NAMES.shell ? textField(input, 'command')?.slice(0, 10_000) : undefined
  if (command === undefined) return undefined
  // At the beginning of a command of the line: not in what it prints or looks for.
  if (/(?:^|[;&|(\n])\s*(?:gh\s+pr|glab\s+mr)\s+create\b/.test(command)) return 'pull_request'
  if (/(?:^|[;&|(\n])\s*git\s+(?:-[Cc]\s+[^\s-]\S*\s+|-\S+\s+)*commit(?=\s|$)(?!.*--dry-run)/.test(command))
    return 'commit'
  return undefined
}

const LANGUAGES: Readonly<Record<string, string>> = {
  '.bash': 'Bash',
  '.c': 'C',
  '.cc': 'C++',
  '.clj': 'Clojure',
  '.cpp': 'C++',
  '.cs': 'C#',
  '.css': 'CSS',
  '.dart': 'Dart',
  '.ex': 'Elixir',
  '.exs': 'Elixir',
  '.fs': 'F#',
  '.go': 'Go',
  '.h': 'C',
  '.hpp': 'C++',
  '.hs': 'Haskell',
  '.html': 'HTML',
  '.ipynb': 'Jupyter',
  '.java': 'Java',
  '.js': 'JavaScript',
  '.json': 'JSON',
  '.jsx': 'JavaScript',
  '.kt': 'Kotlin',
  '.lua': 'Lua',
  '.md': 'Markdown',
  '.mjs': 'JavaScript',
  '.php': 'PHP',
  '.pl': 'Perl',
  '.py': 'Python',
  '.r': 'R',
  '.rb': 'Ruby',
  '.rs': 'Rust',
  '.scala': 'Scala',
  '.scss': 'SCSS',
  '.sh': 'Shell',
  '.sql': 'SQL',
  '.swift': 'Swift',
  '.tf': 'Terraform',
  '.toml': 'TOML',
  '.ts': 'TypeScript',
  '.tsx': 'TypeScript',
  '.vue': 'Vue',
  '.xml': 'XML',
  '.yaml': 'YAML',
  '.yml': 'YAML',
  '.zig': 'Zig',
}
