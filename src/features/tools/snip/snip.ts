import type * as z from 'zod'
import { lines, sentences } from '../../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields, listOf, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { SNIP_NAME } from './name.ts'

const says = modelTexts('snip', {
  nothing: { en: 'There is nothing yet that could be left out.', zh: '还没有可以省略的内容。' },
  item: { en: '{id}  {tokens:number} tokens  {text}', zh: '{id}  {tokens:number} 个 token  {text}' },
  done: {
    en: {
      one: 'From the next request on 1 reply is left out, about {tokens:number} tokens.',
      other: 'From the next request on {count:number} replies are left out, about {tokens:number} tokens.',
    },
    zh: '从下一个请求起省略 {count:number} 条回复，约 {tokens:number} 个 token。',
  },
  kept: { en: 'Not left out: {ids}.', zh: '未省略：{ids}。' },
  refused: {
    en: 'Nothing was left out: {ids} cannot be. Call Snip without ranges for the ids; the last reply and what the user said always stay.',
    zh: '没有省略任何内容：{ids} 不能省略。不带 ranges 调用 Snip 可查看 id；最后一次回复和用户说的话始终保留。',
  },
  none: { en: 'Nothing can be left out of this conversation.', zh: '无法从本对话中移出任何内容。' },
})

const range = fields({
  from: someText({ en: 'Id of the first one, from the list', zh: '第一条的 id，取自列表' }),
  to: someText({
    en: 'Id of the last one; the same when absent',
    zh: '最后一条的 id；不填则同 from',
  }).optional(),
})
const input = fields({ ranges: listOf(range).optional() })

type SnipOutput =
  | { readonly items: readonly { readonly id: string; readonly tokens: number; readonly text: string }[] }
  | { readonly left: number; readonly tokens: number; readonly refused: readonly string[] }

export const snipTool: Tool<z.infer<typeof input>, SnipOutput> = {
  name: SNIP_NAME,
  present: presentInput,
  description: {
    en: `Leaves earlier replies and their results out of this conversation, to make room. Without ranges it lists them with ids and sizes; with ranges they are not sent any more from the next request on. Leave out what you will not need; Recall still finds it. What the user said and what changed something always stays.`,
    zh: '把早先的回复及其结果移出本对话以腾出空间。不带 ranges 时列出 id 和大小；带 ranges 时，从下次请求起不再发送。去掉不再需要的；Recall 仍能找到。用户说过的话和改动过内容的调用始终保留。',
  },
  deferred: {
    hint: { en: 'drop old results', zh: '移出旧结果，腾出空间' },
  },
  input,
  leavesTrace: true,
  noAccess: 'Only leaves parts of the conversation out of later requests.',
  access: () => [],
  run: withoutProgress(async ({ ranges }, { conversation }) => {
    if (!conversation) throw new ToolError(says('none'))
    if (!ranges?.length) return { items: conversation.outline() }
    const { items, tokens, refused } = conversation.snip(ranges, 'model')
    if (items === 0) throw new ToolError(says('refused', { ids: refused.join(', ') }))
    return { left: items, tokens, refused }
  }),
  show: (output, language) =>
    textBlocks('items' in output ? listText(output.items) : doneText(output), language),
}

const listText = (items: Extract<SnipOutput, { items: unknown }>['items']): LocalizedText =>
  items.length === 0 ? says('nothing') : lines(items.map(item => says('item', item)))

const doneText = ({ left, tokens, refused }: Extract<SnipOutput, { left: number }>): LocalizedText => {
  const done = says('done', { count: left, tokens })
  return refused.length === 0 ? done : sentences([done, says('kept', { ids: refused.join(', ') })])
}
