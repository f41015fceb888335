import type { ToolSpec } from '../../protocol/tool.ts'

export const SKILL_TOOL = 'Skill'

/** Sent only when there are skills that the model may call. */
export const SKILL_SPEC: ToolSpec = {
  name: SKILL_TOOL,
  description:
    'Loads a skill: instructions for one kind of task. Available skills are listed in reminders. When one fits the task, or the user names it ("/name"), call it before anything else. Do not call one whose text is already there for this task.',
  input_schema: {
    type: 'object',
    properties: {
      skill: { type: 'string', description: 'Name as listed' },
      args: { type: 'string', description: 'What to give it' },
    },
    required: ['skill'],
    additionalProperties: false,
  },
}
