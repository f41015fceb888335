import { escapeInvisible, escapeLine } from '../../lib/escape-text.ts'
import { FieldReader } from '../../lib/field-reader.ts'
import type { Fields } from '../../lib/frontmatter.ts'
import { splitList } from '../../lib/split-list.ts'
import type { AgentDefinition } from '../../protocol/extensions/agent-definition.ts'
import type { HookSettings } from '../../protocol/hook.ts'
import { EFFORTS, type Effort } from '../../protocol/model.ts'
import { modeNamed, PERMISSION_MODES } from '../../protocol/permission.ts'

export interface ParsedAgent {
  readonly agent?: AgentDefinition
  readonly problems: readonly string[]
}

const COLORS = ['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan'] as const
const MAX_DESCRIPTION = 4_000
/** It is sent again and again. */
const MAX_REMINDER = 2_000
/** What a plugin's agents may not say: it would loosen what the person decided about the plugin. */
const NOT_OF_PLUGINS = ['permissionMode', 'hooks', 'mcpServers'] as const
/** An agent without them could do more than its author wrote. */
const RESTRICTIONS = ['tools', 'disallowedTools', 'disallowed-tools', 'permissionMode']
const NOT_LOADED = 'Without it the agent could do more, so it is not loaded.'
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
  } = {},
): ParsedAgent => {
  const read = new FieldReader(fields)
  const own = read.text('name')
  // Others show such a name as a title and go by the file.
  const name = own !== undefined && /\s/.test(own) ? from.name : own
  const description = read.text('description')
  if (name === undefined || !isName(name))
    return { problems: ['"name" is missing, or holds spaces, ":" or "/". Add a name such as code-reviewer.'] }
  if (name === RESERVED_NAME)
    return { problems: ['"none" means no agent, as in --agent none. Choose another name.'] }
  if (description === undefined)
    return { problems: ['"description" is missing. Say in it when the agent should be used.'] }
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
  const isRestriction = (problem: string): boolean =>
    RESTRICTIONS.some(key => problem.startsWith(`"${key}" `) && !kept.some(one => one === key))
  if (read.problems.some(isRestriction))
    return {
      problems: read.problems
        .filter(isRestriction)
        .map(text => escapeLine(text.replace('It is ignored.', NOT_LOADED), 300)),
    }
  const refused = kept.map(key => `"${key}" does not count for agents of plugins.`)
  const renamed =
    own === name ? [] : [`"${own}" cannot be a name, so the agent is called ${name}, like its file.`]
  return { agent, problems: [...renamed, ...read.problems, ...refused].map(text => escapeLine(text, 300)) }
}

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
