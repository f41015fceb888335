import { area } from '../area.ts'

export const modelText = area('model-choice', {
  plans: { en: 'Planning with {model}', zh: '由 {model} 规划' },
  works: { en: 'Working with {model}', zh: '由 {model} 执行' },
  not_usable: {
    en: "{model} isn't one of the models you can use here: {available:list}.",
    zh: '此处不能使用 {model}，可用模型：{available:list}。',
  },
  no_long_window: {
    en: '{model}: this model has no 1M context window. Leave [1m] out, or choose another model.',
    zh: '{model}：该模型没有 1M 上下文窗口。请去掉 [1m]，或换一个模型。',
  },
  no_thinking: { en: '{model} has no extended thinking.', zh: '{model} 没有扩展思考。' },
  no_fast_mode: {
    en: '{model} has no fast mode. Switch with /model first: fast mode works with {models:list}.',
    zh: '{model} 没有快速模式。请先用 /model 切换：快速模式适用于 {models:list}。',
  },
  advisor_off: {
    en: 'There is no advisor here: CLAUDE_CODE_DISABLE_ADVISOR_TOOL is set.',
    zh: '此处没有顾问：已设置 CLAUDE_CODE_DISABLE_ADVISOR_TOOL。',
  },
  hook_refused: { en: 'A hook refused {model}: {reason}', zh: '钩子拒绝了 {model}：{reason}' },
  no_reason: { en: 'no reason given', zh: '未说明原因' },
  no_reviewer: {
    en: 'Mode auto needs a reviewer, and this session has none. Choose another mode, such as acceptEdits.',
    zh: '自动模式需要审查者，本会话没有。请选择其他模式，例如自动接受编辑。',
  },
  cd_denied: {
    en: "The rule {rule} keeps this session out of {path}. Remove it in /permissions if that isn't meant.",
    zh: '规则 {rule} 不允许本会话进入 {path}。如非本意，请在 /permissions 中删除。',
  },
  cd_unasked: {
    en: 'The rule {rule} asks before this session enters {path}, and nobody can be asked here.',
    zh: '规则 {rule} 要求进入 {path} 前先询问，但此处无人可问。',
  },
  cd_declined: { en: 'Stayed where it was: you declined {path}.', zh: '未切换目录：你拒绝了进入 {path}。' },
  not_a_directory: { en: "{path} isn't a directory.", zh: '{path} 不是目录。' },
})
