import { join } from 'node:path'
import { readAgents } from '../../features/agents/read-agents.ts'
import { readSkills } from '../../features/skills/read-skills.ts'
import { createSkillUsage, type SkillUsage } from '../../features/skills/usage.ts'
import { createMarkdownHeads, type MarkdownHeads } from '../../lib/markdown-heads.ts'
import type { Contribution } from '../../protocol/extensions/contribution.ts'
import type { ExtensionRoot } from '../../protocol/extensions/roots.ts'

export interface ReadSources {
  readonly contributions: readonly Contribution[]
  /** The same as long as no file has changed. */
  readonly signature: string
}

/** Skills, commands and agents of the places; `quick` trusts what an earlier run found, `given` are agents of the command line, as JSON. */
export const readSources = async (
  places: readonly ExtensionRoot[],
  heads: MarkdownHeads,
  { given, quick }: { readonly given: string | undefined; readonly quick: boolean },
): Promise<ReadSources> => {
  const skills = await readSkills(places, heads, { quick })
  const agents = await readAgents(places, heads, given)
  heads.save()
  return {
    contributions: [...skills.contributions, ...agents.contributions],
    signature: `${skills.signature}\n\n${agents.signature}`,
  }
}

export const createHeads = (configHome: string | undefined): MarkdownHeads =>
  createMarkdownHeads(configHome === undefined ? undefined : join(configHome, 'cache', 'markdown-heads.json'))

export const createUsage = (configHome: string | undefined, now: () => number): SkillUsage =>
  createSkillUsage(configHome === undefined ? undefined : join(configHome, 'cache', 'skill-usage.json'), now)
