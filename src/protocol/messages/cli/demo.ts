import { area } from '../area.ts'

/** What `capstan demo` says around the conversation. */
export const demoText = area('cli_demo', {
  title: { en: 'Capstan demo', zh: 'Capstan 演示' },
  opening: {
    en: '{title}: a small shop with a bug, in {directory}',
    zh: '{title}：一家小店的代码有个错误，位于 {directory}',
  },
  about: {
    en: 'A script plays the model. The tools, permission prompts, diff and tests are real. No account, no network.',
    zh: '模型由脚本扮演；工具、权限询问、差异和测试都是真的。无需账号，也不联网。',
  },
  how_to_answer: {
    en: 'At each question: 1 or just Enter to approve, 2 to decline, Ctrl-C to leave.',
    zh: '遇到询问时：按 1 或直接按 Enter 批准，按 2 拒绝，Ctrl-C 退出。',
  },
  left: { en: 'You left the demo.', zh: '已退出演示。' },
  kept: { en: 'The project is in {directory}', zh: '项目位于 {directory}' },
  green: {
    en: "✔ The project's tests pass (checked again outside the session).",
    zh: '✔ 项目测试已通过（在会话之外又验证了一次）。',
  },
  red: {
    en: "✖ The project's tests still fail: the bug is still there.",
    zh: '✖ 项目测试仍未通过：错误还在。',
  },
  your_turn: { en: 'Your turn: go to one of your projects and run', zh: '轮到你了：进入你的一个项目，运行' },
  no_key_yet: {
    en: 'If you have no API key yet, it helps you get started. For everything else:',
    zh: '还没有 API 密钥也没关系，它会引导你开始。其他用法见：',
  },
  cost: { en: '$0.00 (scripted model)', zh: '$0.00（脚本模型）' },
})
