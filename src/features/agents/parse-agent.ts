import { escapeInvisible, escapeLine } from '../../lib/escape-text.ts'
import { FieldReader } from '../../lib/field-reader.ts'
import type { Fields } from '../../lib/frontmatter.ts'
import { splitList } from '../../lib/split-list.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import type { FileFault } from '../../protocol/messages/engine/extension-files.ts'
import { EFFORTS, type Effort } from '../../protocol/model.ts'
import { modeNamed, PERMISSION_MODES } from '../../protocol/permission.ts'

export interface ParsedAgent {
  readonly agent?: AgentDefinition
  readonly problems: readonly FileFault[]
}

const COLORS = ['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan'] as const
const MAX_DESCRIPTION = 4_000
/** It is sent again and again. */
const MAX_REMINDER = 2_000
/** What a plugin's agents may not say: it would loosen what the person decided about the plugin. */
const NOT_OF_PLUGINS = ['permissionMode', 'hooks', 'mcpServers'] as const
/** An agent without them could do more than its author wrote. */
const RESTRICTIONS = ['tools', 'disallowedTools', 'disallowed-tools', 'permissionMode']
/** `--agent none` runs a conversation as no agent. */
const RESERVED_NAME = 'none'

/** From the keys of a file, or of the command line, to an agent. A value that cannot be used is told and left out; a restriction that cannot be used rejects the agent. */
export const parseAgent = (
  fields: Fields,
  prompt: string,
  from: {
    /** In the place of a name that cannot be one. */ readonly name?: string
    readonly file?: string
    readonly plugin?: boolean
    /** Of the prompt: stands for a description that a plugin's agent does not have. */ readonly first?: string
  } = {},
): ParsedAgent => {
  const read = new FieldReader(fields)
  const own = read.text('name')
  // Others show such a name as a title and go by the file.
  const name = (own === undefined ? from.plugin : /\s/.test(own)) ? from.name : own
  const said = read.text('description')
  const description = said ?? (from.plugin && from.first !== '' ? from.first : undefined)
  if (name === undefined || !isName(name)) return { problems: [{ row: 'no_name' }] }
  if (name === RESERVED_NAME) return { problems: [{ row: 'reserved' }] }
  if (description === undefined) return { problems: [{ row: 'no_description' }] }
  const kept = from.plugin ? NOT_OF_PLUGINS.filter(key => fields[key] !== undefined) : []
  const mine = <T>(key: (typeof NOT_OF_PLUGINS)[number], value: T | undefined): T | undefined =>
    kept.includes(key) ? undefined : value
  const agent: AgentDefinition = {
    name,
    description: escapeInvisible(description).slice(0, MAX_DESCRIPTION),
    prompt: prompt.trim(),
    ...defined({
      file: from.file,
      tools: read.list('tools'),
      disallowedTools: read.list('disallowedTools') ?? read.list('disallowed-tools'),
      model: read.text('model'),
      permissionMode: mine(
        'permissionMode',
        modeNamed(read.choice('permissionMode', [...PERMISSION_MODES, 'manual'] as const)),
      ),
      maxTurns: read.count('maxTurns'),
      effort: read.choice<Effort>('effort', EFFORTS),
      background: read.flag('background'),
      isolation: read.choice('isolation', ['worktree'] as const),
      color: read.choice('color', COLORS),
      skills: read.list('skills'),
      servers: mine('mcpServers', serversOf(fields['mcpServers'])),
      hooks: mine('hooks', read.hooks('hooks') as HookSettings | undefined),
      memory: read.choice('memory', ['user', 'project', 'local'] as const),
      initialPrompt: read.text('initialPrompt'),
      reminder: read.text('criticalSystemReminder_EXPERIMENTAL')?.slice(0, MAX_REMINDER),
      requiredServers: read.list('requiredMcpServers'),
    }),
  }
  const rejecting = read.problems.filter(
    ({ key }) => RESTRICTIONS.includes(key) && !kept.some(one => one === key),
  )
  if (rejecting.length > 0) return { problems: rejecting.map(fault => ({ ...fault, rejects: true })) }
  const refused = kept.map(key => ({ row: 'of_plugin', values: { key } }) as const)
  const renamed = own === name ? [] : [nameRemark(own, name)]
  const described = said === undefined ? [{ row: 'first_line' } as const] : []
  return { agent, problems: [...renamed, ...described, ...read.problems, ...refused] }
}

const nameRemark = (own: string | undefined, name: string): FileFault =>
  own === undefined
    ? { row: 'name_of_file', values: { name: escapeLine(name, 120) } }
    : { row: 'renamed', values: { own: escapeLine(own, 120), name: escapeLine(name, 120) } }

const isName = (text: string): boolean => /^[^\s\p{C}:/]{1,120}$/u.test(text)

const defined = <T extends object>(values: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

/** Names, or servers written out: in a list, or as a map from names. */
const serversOf = (value: unknown): AgentDefinition['servers'] | undefined => {
  if (typeof value === 'string') return splitList(value)
  if (Array.isArray(value))
    return value.filter(one => typeof one === 'string' || (typeof one === 'object' && one !== null))
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).map(([name, config]) => ({ [name]: config }))
}
