import * as z from 'zod'
import type { CalledSkill } from '../../protocol/extensions/skill-port.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../protocol/tool.ts'
import { present } from './present-skill.ts'
import { SKILL_DESCRIPTION, SKILL_TOOL } from './skill-spec.ts'

const says = modelTexts('skill_tool', {
  none: { en: 'There are no skills in this session.', zh: '此会话没有技能。' },
})

interface SkillInput {
  readonly skill: string
  readonly args?: string | undefined
  /** Put in by the session: what rules know the skill by. */
  readonly id?: string | undefined
  /** Put in by the session: nothing of the skill lets more happen. */
  readonly safe?: boolean | undefined
}

export interface SkillOutput {
  readonly success: true
  readonly commandName: string
  readonly status: 'inline' | 'forked'
  readonly text: string
}

/** Much longer than a skill should be: it is given whole. */
const MAX_CHARS = 400_000

export const skillTool: Tool<SkillInput, SkillOutput> = {
  name: SKILL_TOOL,
  present,
  description: SKILL_DESCRIPTION,
  input: z.object({
    skill: z.string().min(1),
    args: z.string().optional(),
    id: z.string().min(1).optional(),
    safe: z.boolean().optional(),
  }),
  fromModel: ({ skill, args }) => ({ skill, ...(args === undefined ? {} : { args }) }),
  async prepare({ skill, args }, { skills }) {
    const found = await known(skills).check(skill)
    return {
      skill: found.name,
      ...(found.id === found.name ? {} : { id: found.id }),
      ...(args === undefined ? {} : { args }),
      ...(found.safe ? { safe: true } : {}),
    }
  },
  access: ({ skill, id, args, safe }) => [
    { kind: 'skill', name: id ?? skill, args: args ?? '', ...(safe ? { safe } : {}) },
  ],
  observe: ({ skill, args }) => ({ skill, ...(args === undefined ? {} : { args }) }),
  leavesTrace: true,
  maxResultChars: MAX_CHARS,
  async *run({ skill, id: decided, args, safe }, { id, signal, skills }) {
    yield { text: skill }
    const allowed = { id: decided ?? skill, safe: safe === true }
    const called: CalledSkill = await known(skills).call(allowed, args ?? '', { id, signal })
    const status = called.forked ? ('forked' as const) : ('inline' as const)
    return { success: true, commandName: called.name, status, text: called.text }
  },
  show: ({ text }) => [{ type: 'text', text }],
}

const known = <T>(skills: T | undefined): T => {
  if (!skills) throw new ToolError(says('none'))
  return skills
}
