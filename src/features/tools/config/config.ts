import * as z from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import { asText } from '../../../protocol/messages/layout.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { OpError } from '../../../protocol/op.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { fieldMeta, fields, givenOf, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'

const says = modelTexts('config', {
  none: { en: 'This session has no settings.', zh: '本会话没有设置。' },
})

const input = fields({
  setting: someText(),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .meta(fieldMeta({ en: 'Absent: only read it', zh: '不填：只读取' }))
    .optional(),
  scope: z
    .enum(['user', 'project', 'local'])
    .meta(fieldMeta({ en: 'Which file; default user', zh: '哪个文件；默认 user' }))
    .optional(),
})
type Input = z.output<typeof input>

type ConfigOutput =
  | {
      readonly setting: string
      readonly value?: unknown
      readonly isDefault: boolean
      /** Keys that are set to something that may be a secret. */
      readonly hidden?: readonly string[]
    }
  | { readonly setting: string; readonly written: unknown; readonly file: string; readonly counts: string }

export const configTool: Tool<Input, ConfigOutput> = {
  name: 'Config',
  present: presentInput,
  groups: ['conversation'],
  description: {
    en: 'Reads a setting of Capstan, or sets it, with a yes of the person. Only when they want a setting known or changed. Keys as in settings.json, dotted: `theme`, `sandbox.enabled`.',
    zh: '读取 Capstan 的一项设置，或在用户同意后修改它。仅在用户想查看或更改设置时使用。键名同 settings.json，用点分隔：`theme`、`sandbox.enabled`。',
  },
  deferred: { hint: { en: 'read or change a setting of Capstan', zh: '读取或更改 Capstan 的设置' } },
  leavesTrace: true,
  input,
  unused: given => (given.value === undefined ? givenOf(given, ['scope']) : []),
  noAccess: 'Reading shows no value that may hold a secret; writing asks the person.',
  access: ({ setting, value, scope = 'user' }) =>
    value === undefined
      ? []
      : [
          {
            kind: 'person',
            changes: 'settings',
            question: {
              title: toolQuestion('set_title', {
                setting: escapeLine(setting, 100),
                value: escapeLine(JSON.stringify(value), 200),
              }),
              why: toolQuestion('set', { scope }),
            },
          },
        ],
  unanswered: 'Tell the person in your answer which setting to change, and to what.',
  declined: 'Leave the setting as it is.',
  run: withoutProgress(async (given, call) => {
    try {
      return given.value === undefined ? await look(given, call) : await set(given, given.value, call)
    } catch (error) {
      if (error instanceof OpError) throw new ToolError(asText(error))
      throw error
    }
  }),
  show: output => [{ type: 'text', text: describe(output) }],
}

const settingsOf = ({ settings }: ToolCall): NonNullable<ToolCall['settings']> => {
  if (settings) return settings
  throw new ToolError(says('none'))
}

const look = async ({ setting }: Input, call: ToolCall): Promise<ConfigOutput> => {
  const settings = settingsOf(call)
  const found = (await settings.list()).filter(
    each =>
      each.key === setting ||
      each.key.startsWith(`${setting}.`) ||
      ('hidden' in each && setting.startsWith(`${each.key}.`)),
  )
  const hidden = found.flatMap(each => ('hidden' in each ? [each.key] : []))
  const values = found.flatMap(each => ('hidden' in each ? [] : [each]))
  const [only] = values
  const more = hidden.length === 0 ? {} : { hidden }
  if (hidden.length === 0 && values.length === 1 && only?.key === setting)
    return { setting, value: only.value, isDefault: false }
  if (found.length > 0)
    return {
      setting,
      ...(values.length > 0
        ? { value: Object.fromEntries(values.map(({ key, value }) => [key, value])) }
        : {}),
      isDefault: false,
      ...more,
    }
  return { setting, value: (await settings.about(setting)).default, isDefault: true }
}

const set = async (
  { setting, scope }: Input,
  value: string | number | boolean,
  call: ToolCall,
): Promise<ConfigOutput> => {
  const { file, counts } = await settingsOf(call).write(setting, value, scope ?? 'user')
  return { setting, written: value, file, counts }
}

const describe = (output: ConfigOutput): string => {
  if ('file' in output)
    return `${output.setting} is ${JSON.stringify(output.written)} in ${output.file}${output.counts === 'now' ? '' : ', from the next start on'}.`
  const { hidden = [] } = output
  const unseen = hidden.map(key => `${key} is set; its value is not shown because it may hold a secret.`)
  if (output.value === undefined)
    return hidden.length > 0 ? unseen.join('\n') : `${output.setting} is not set.`
  const seen = `${output.setting} is ${JSON.stringify(output.value)}${output.isDefault ? ' (the default; it is not set)' : ''}.`
  return [seen, ...unseen].join('\n')
}
