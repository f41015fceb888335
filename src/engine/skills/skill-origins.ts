import type { Sourced } from '../../features/extensions/merge.ts'
import { serverPrefix } from '../../features/mcp/names.ts'
import { restrictsServerTool } from '../../protocol/extensions/server-tool-name.ts'
import type { Skill } from '../../protocol/extensions/skill.ts'
import type { Rule } from '../../protocol/permission.ts'

/** A skill as the model is told of it. */
export interface ModelSkill extends Pick<Skill, 'name' | 'description' | 'whenToUse'> {
  readonly rank: number
  readonly nameOnly: boolean
  /** Who brings it, where that is neither the person nor a plugin of theirs. */
  readonly origin?: 'bundled' | 'server'
}

/** How long a prompt of ours is shows when it is written. */
export const measured = async (skill: Sourced<Skill>): Promise<Sourced<Skill>> => {
  if (skill.source.level !== 'built-in' || !skill.byModel) return skill
  const text = await skill.render?.('it', new AbortController().signal)
  return { ...skill, chars: text?.length ?? 0 }
}

export const originOf = ({ source }: Sourced<Skill>): Pick<ModelSkill, 'origin'> => {
  if (source.level === 'server') return { origin: 'server' }
  return source.level === 'built-in' ? { origin: 'bundled' } : {}
}

export const isForModel = ({ byModel }: Skill): boolean => byModel

export const isFromServer = ({ source }: Sourced<Skill>): boolean => source.level === 'server'

/** A rule that takes a server out of the session, or what it calls so, takes its skills with it. */
export const isDeniedServer = ({ source, name }: Sourced<Skill>, rules: readonly Rule[]): boolean => {
  if (source.level !== 'server') return false
  const tool = { server: source.name, tool: name.slice(serverPrefix(source.name).length) }
  return rules.some(
    ({ behavior, text }) => behavior === 'deny' && restrictsServerTool(text.replace(/\(\*\)$/, ''), tool),
  )
}
