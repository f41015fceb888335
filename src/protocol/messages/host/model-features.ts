import { area } from '../area.ts'

/** What a server turned out not to take, and what is done instead. */
export const featureText = area('model-features', {
  tools: {
    en: "{model} doesn't support tool calls here; Capstan asks for them as text instead.",
    zh: '{model} 在此不支持工具调用；Capstan 改为以文本方式调用。',
  },
  images: { en: "{model} can't see images; they are left out.", zh: '{model} 不支持图片，已省略。' },
  usage: {
    en: "The server of {model} doesn't report usage while streaming; token counts are estimates.",
    zh: '{model} 的服务器在流式输出时不报告用量；token 数为估计值。',
  },
  effort: {
    en: "{model} doesn't take an effort level here; it is left out.",
    zh: '{model} 在此不支持思考强度，已省略。',
  },
  sealed: {
    en: "{model} doesn't give reasoning back here; it is not asked for.",
    zh: '{model} 在此不返回推理内容，已不再请求。',
  },
  limit_name: {
    en: 'The server of {model} wants the output limit under another name; adjusted.',
    zh: '{model} 的服务器使用另一个输出上限参数名，已调整。',
  },
  temperature: {
    en: "{model} doesn't take a temperature; it is left out.",
    zh: '{model} 不接受 temperature，已省略。',
  },
  tool_choice: {
    en: "{model} can't be told which tool to use; that is left out.",
    zh: '{model} 无法指定工具，已省略。',
  },
  output_limit: {
    en: '{model} allows replies of up to {tokens:number} tokens; the limit is lowered.',
    zh: '{model} 的回答最多 {tokens} 个 token，已降低上限。',
  },
})
