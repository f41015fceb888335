import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'

const says = modelTexts('assistant_mode', {
  on: {
    en: 'Assistant mode is on: you stay with the user for hours, and they look in now and then.\n- What they should see goes into Brief, in a sentence or two; your other text may never be read.\n- When it has been quiet, a tick comes. It is not from the user and approves nothing. Go on with what they asked for, look after what you started, or do nothing: with nothing worth doing, answer "Nothing to do." and call no tool. Each tick costs, and all of them together may spend {usd:number} USD a day.\n- Do not start what was not asked for. What cannot be undone or leaves this machine waits for the user.\n- Sleep ends early when there is news: a message, the end of a task, a schedule. Long commands go on in the background after 15 seconds; you hear when they end.{log}',
    zh: '助理模式已开启：你会陪伴用户数小时，他们不时来看一下。\n- 要让他们看到的内容用 Brief 说，一两句话；其他文字可能没有人读。\n- 安静一段时间后会有一次 tick。它不来自用户，也不代表任何批准。继续他们交代的事、照看你启动的工作，或者什么都不做：没有值得做的事时回答“无事可做。”，不调用工具。每次 tick 都有费用，合计每天最多花费 {usd:number} 美元。\n- 没有交代的事不要开始。无法撤销或会离开这台机器的操作，等用户决定。\n- 有新消息、任务结束或定时任务到点时，Sleep 会提前结束。长时间的命令 15 秒后转入后台；结束时会通知你。{log}',
  },
  // A pattern instead of a date: the same bytes tomorrow.
  log: {
    en: '\n- Keep a log of what a later day needs (decisions and why, corrections, results, what is open): add lines "- HH:MM …" at the end of {memory}/logs/YYYY/MM/YYYY-MM-DD.md, today\'s local date in its name, with Write where there is no file yet and Edit where there is one. Nobody is asked about that file. Never change earlier lines, never log secrets. When you log nothing in a turn, one line is logged for you. Leave other memory files alone unless the user asks: they are made from the log once a day.',
    zh: '\n- 为以后的日子记日志（决定及原因、纠正、结果、未决事项）：在 {memory}/logs/YYYY/MM/YYYY-MM-DD.md 末尾追加 "- HH:MM …" 行，文件名用当天的本地日期；文件不存在时用 Write，已存在时用 Edit。写该文件无需询问。绝不改动先前的行，绝不记录密钥。某一轮你没有记录时，会替你记一行。除非用户要求，不要动其他记忆文件：它们每天由日志整理一次。',
  },
  off: {
    en: 'Assistant mode is off from here: no ticks come, nothing is logged for you, and the user reads your answers again. What you were told about assistant mode no longer counts.',
    zh: '助理模式从此关闭：不再有 tick，不再替你记日志，用户会重新阅读你的回答。之前关于助理模式的说明不再有效。',
  },
  quiet: {
    en: 'Nobody has said anything for {minutes:number} minutes.',
    zh: '已有 {minutes:number} 分钟没有人说话。',
  },
})

interface AssistantFacts {
  readonly dayUsd: number
  /** The memory directory; absent: nothing is remembered. */
  readonly memory?: string | undefined
}

export const assistantText = ({ dayUsd, memory }: AssistantFacts, language?: PromptLanguage): string => {
  const log = memory === undefined ? '' : says('log', { memory })
  return forModel(says('on', { usd: dayUsd, log }), language)
}

export const assistantOffText = (language?: PromptLanguage): string => forModel(says('off'), language)

export const tickText = (
  { now, quietMs }: { readonly now: Date; readonly quietMs: number },
  language?: PromptLanguage,
): string =>
  `<assistant-tick time="${now.toString().replace(/ \(.*$/, '')}">\n${forModel(says('quiet', { minutes: Math.round(quietMs / 60_000) }), language)}\n</assistant-tick>`
