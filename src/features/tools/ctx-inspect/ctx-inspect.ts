import type * as z from 'zod'
import type { ContextUsage } from '../../../protocol/context.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { presentInput } from '../../../protocol/messages/presentation.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { fields } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'

const says = modelTexts('ctxInspect', {
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
  show: usage => [{ type: 'text', text: describe(usage) }],
}

const describe = ({ tokens, window, compactAt, items }: ContextUsage): string => {
  const left =
    compactAt === undefined
      ? 'There is no automatic compaction.'
      : tokens >= compactAt
        ? 'The next request is compacted first.'
        : `Compaction begins at ${compactAt}: room for ${compactAt - tokens} more.`
  const largest = items.toSorted((a, b) => b.tokens - a.tokens)
  const lines = largest.slice(0, MAX_ITEMS).map(({ kind, name, count, tokens: size }) => {
    const times = count > 1 ? ` ×${count}` : ''
    return `${size}  ${kind}${name === '' ? '' : ` ${name}`}${times}`
  })
  const rest = largest.slice(MAX_ITEMS).reduce((sum, item) => sum + item.tokens, 0)
  return [
    `About ${tokens} of ${window} tokens. ${left}`,
    ...lines,
    ...(rest > 0 ? [`${rest}  the rest`] : []),
  ].join('\n')
}
