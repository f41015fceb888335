import type * as z from 'zod'
import type { ContextUsage } from '../../../protocol/context.ts'
import type { Text } from '../../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { lineBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'

const says = modelTexts('ctxInspect', {
  noCompaction: { en: 'There is no automatic compaction.', zh: '没有自动压缩。' },
  next: { en: 'The next request is compacted first.', zh: '下一个请求会先压缩。' },
  room: {
    en: 'Compaction begins at {at:number}: room for {room:number} more.',
    zh: '到 {at:number} 时开始压缩：还可用 {room:number}。',
  },
  about: {
    en: 'About {tokens:number} of {window:number} tokens. {left}',
    zh: '约 {tokens:number} / {window:number} 个 token。{left}',
  },
  rest: { en: '{tokens:number}  the rest', zh: '{tokens:number}  其余' },
  unknown: { en: 'What fills the context is not known here.', zh: '这里无法得知上下文的占用情况。' },
})

const input = fields({})
const MAX_ITEMS = 30

export const ctxInspectTool: Tool<z.infer<typeof input>, ContextUsage> = {
  name: 'CtxInspect',
  present: presentInput,
  description: {
    en: 'Tells how full the context window is, what fills it, and when it will be compacted. Before a long read, or to decide what to leave out with Snip.',
    zh: '显示上下文窗口的占用情况、由什么占用、何时压缩。用于读取大量内容之前，或决定用 Snip 去掉什么。',
  },
  deferred: { hint: { en: 'how full the context is', zh: '上下文占用情况' } },
  input,
  noAccess: 'Only counts what is in the conversation already.',
  access: () => [],
  parallel: () => true,
  run: withoutProgress(async (_, { usage }) => {
    if (!usage) throw new ToolError(says('unknown'))
    return await usage()
  }),
  show: (usage, language) => lineBlocks(describe(usage), language),
}

const describe = ({ tokens, window, compactAt, items }: ContextUsage): readonly Text[] => {
  const left =
    compactAt === undefined
      ? says('noCompaction')
      : tokens >= compactAt
        ? says('next')
        : says('room', { at: compactAt, room: compactAt - tokens })
  const largest = items.toSorted((a, b) => b.tokens - a.tokens)
  const lines = largest.slice(0, MAX_ITEMS).map(({ kind, name, count, tokens: size }) => {
    const times = count > 1 ? ` ×${count}` : ''
    return `${size}  ${kind}${name === '' ? '' : ` ${name}`}${times}`
  })
  const rest = largest.slice(MAX_ITEMS).reduce((sum, item) => sum + item.tokens, 0)
  return [
    says('about', { tokens, window, left }),
    ...lines,
    ...(rest > 0 ? [says('rest', { tokens: rest })] : []),
  ]
}
