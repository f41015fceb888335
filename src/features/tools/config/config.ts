import * as z from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import { asText } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { toolQuestion } from '../../../protocol/messages/permissions/tool-questions.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { OpError } from '../../../protocol/op.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { fieldMeta, fields, givenOf, someText } from '../input-fields.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'

const says = modelTexts('config', {
  written: { en: '{setting} is {value} in {file}.', zh: '{setting} 在 {file} 中为 {value}。' },
  writtenForNext: {
    en: '{setting} is {value} in {file}, from the next start on.',
    zh: '{setting} 在 {file} 中为 {value}，下次启动起生效。',
  },
  hidden: {
    en: '{key} is set; its value is not shown because it may hold a secret.',
    zh: '{key} 已设置；其值可能含密钥，不显示。',
  },
  unset: { en: '{setting} is not set.', zh: '{setting} 未设置。' },
  is: { en: '{setting} is {value}.', zh: '{setting} 为 {value}。' },
  isDefault: {
    en: '{setting} is {value} (the default; it is not set).',
    zh: '{setting} 为 {value}（默认值；未设置）。',
  },
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
  groups: ['conversation', 'unrestricted', 'direct'],
  description: {
    en: 'Reads a setting of Capstan, or sets it, with a yes of the person. Only when they want a setting known or changed. Keys as in settings.json, dotted: `theme`, `sandbox.enabled`.',
    zh: '读取 Capstan 的一项设置，或在用户同意后修改它。仅在用户想查看或更改设置时使用。键名同 settings.json，用点分隔：`theme`、`sandbox.enabled`。',
  },
  deferred: { hint: { en: 'settings of Capstan', zh: '读取或更改 Capstan 的设置' } },
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
  unanswered: {
    en: 'Tell the person in your answer which setting to change, and to what.',
    zh: '请在回答中告诉用户改哪个设置、改成什么。',
  },
  declined: { en: 'Leave the setting as it is.', zh: '保持该设置不变。' },
  run: withoutProgress(async (given, call) => {
    try {
      return given.value === undefined ? await look(given, call) : await set(given, given.value, call)
    } catch (error) {
      if (error instanceof OpError) throw new ToolError(asText(error))
      throw error
    }
  }),
  show: (output, language) => lineBlocks(describe(output), language),
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

const describe = (output: ConfigOutput): readonly LocalizedText[] => {
  if ('file' in output)
    return [
      says(output.counts === 'now' ? 'written' : 'writtenForNext', {
        setting: output.setting,
        value: JSON.stringify(output.written),
        file: output.file,
      }),
    ]
  const { hidden = [] } = output
  const unseen = hidden.map(key => says('hidden', { key }))
  if (output.value === undefined)
    return hidden.length > 0 ? unseen : [says('unset', { setting: output.setting })]
  const seen = says(output.isDefault ? 'isDefault' : 'is', {
    setting: output.setting,
    value: JSON.stringify(output.value),
  })
  return [seen, ...unseen]
}
