import type { ToolSpec } from '../../protocol/tool.ts'
import { inPromptLanguage, type PromptLanguage } from '../../protocol/tools/both-languages.ts'

export const SKILL_TOOL = 'Skill'

export const SKILL_DESCRIPTION = {
  en: 'Loads a skill: instructions for one kind of task. Available skills are listed in reminders. When one fits the task, or the user names it ("/name"), call it before anything else. Do not call one whose text is already there for this task.',
  zh: '加载技能：针对一类任务的说明。可用技能列在提醒中。技能适合任务，或用户点名（"/name"）时，先调用它再做别的。本任务中已有其文本的，不要再次调用。',
}

/** Sent only when there are skills that the model may call. */
export const skillSpec = (language?: PromptLanguage): ToolSpec => ({
  name: SKILL_TOOL,
  description: inPromptLanguage(SKILL_DESCRIPTION, language),
  input_schema: {
    type: 'object',
    properties: {
      skill: {
        type: 'string',
        description: inPromptLanguage({ en: 'Name as listed', zh: '列表中的名称' }, language),
      },
      args: {
        type: 'string',
        description: inPromptLanguage({ en: 'What to give it', zh: '传给它的内容' }, language),
      },
    },
    required: ['skill'],
    additionalProperties: false,
  },
})
