import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('summary_instruction', {
  whole: { en: '{instruction}{scope}{focus}', zh: '{instruction}{scope}{focus}' },
  scope: {
    en: '\nSum up only what came from this message on; what stands before it stays: {from}',
    zh: '\n只总结从这条消息起的内容；它之前的保留不动：{from}',
  },
  focus: {
    en: '\n\nThe user asks the summary to dwell on: {focus}',
    zh: '\n\n用户要求摘要着重于：{focus}',
  },
  instruction: {
    en: 'The conversation above is about to be replaced by a summary, and you will go on from that summary alone. Write it in the language the user writes in; code, names and quotes stay as they are. Do not call tools.\n\nFirst think in <analysis>: go through the conversation in order and note what must not be lost.\nThen write <summary> with these parts:\n1. Request: what the user wants, and every later correction or constraint, in their own words.\n2. Concepts: the techniques and facts the work rests on.\n3. Decisions: what was decided and why; what was tried and rejected.\n4. Files: paths read, created or changed, and the state each is in now, with the code that matters.\n5. Commands: what was run that had an effect, and its outcome. It must not be run again by mistake.\n6. Errors: what failed, how it was mended, what must not be repeated.\n7. User messages: all of them, tool results left out.\n8. Open: what is still to do.\n9. Now: exactly what was being done last, and the next step.',
    zh: '以上对话即将由摘要代替，你之后只凭该摘要继续。用用户使用的语言写；代码、名称和引文保持原样。不要调用工具。\n\n先在 <analysis> 中思考：按顺序回顾对话，记下不能丢失的内容。\n然后写 <summary>，包含这些部分：\n1. 需求：用户想要什么，以及后来的每处更正或限制，用其原话。\n2. 概念：工作所依据的技术和事实。\n3. 决定：做了什么决定及原因；试过又放弃的做法。\n4. 文件：读过、创建或改过的路径，各自现在的状态，以及重要的代码。\n5. 命令：运行过且有效果的命令及其结果。不能误再运行。\n6. 错误：什么失败了、如何修复、什么不能重复。\n7. 用户消息：全部列出，不含工具结果。\n8. 未完成：还要做什么。\n9. 当前：最后正在做什么，下一步是什么。',
  },
})

/** What the model is asked at the end of the conversation it is to sum up. */
export const summaryInstruction = (
  wanted: {
    readonly focus?: string | undefined
    /** The summary is only of what came after the message that begins so. */
    readonly from?: string | undefined
  },
  language?: PromptLanguage,
): string => {
  const scope = wanted.from === undefined ? '' : says('scope', { from: JSON.stringify(wanted.from) })
  const focus = wanted.focus?.trim() ? says('focus', { focus: wanted.focus.trim() }) : ''
  return forModel(says('whole', { instruction: says('instruction'), scope, focus }), language)
}

/** The summary part of a reply; a reply without tags is taken whole. */
export const extractSummary = (reply: string): string => {
  const tagged = /<summary>([\s\S]*?)(?:<\/summary>|$)/.exec(reply)?.[1]
  return (tagged ?? reply.replace(/<analysis>[\s\S]*?(<\/analysis>|$)/g, '')).trim()
}
