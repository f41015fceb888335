import { area } from '../area.ts'

/** What the engine adds to a decision, or decides in the place of the rules. Loaded when it does. */
export const decisionText = area('decisions', {
  agent_tools: { en: 'This agent may only use {tools:list}', zh: '该智能体只能使用 {tools:list}' },
  without_sandbox: {
    en: "{reason}. The sandbox is on but isn't available: {why}",
    zh: '{reason}。沙箱已开启，但不可用：{why}',
  },
  run_without_sandbox: {
    en: "The sandbox is on but isn't available: {why}. Run it without?",
    zh: '沙箱已开启，但不可用：{why}。不用沙箱运行吗？',
  },
  planned: { en: 'It is of a kind that was approved with the plan', zh: '已随计划一并批准' },
  not_reviewed: { en: '{reason}, and {why}', zh: '{reason}，而且{why}' },
  review_refused: {
    en: 'The reviewer of auto mode refused it: {reason}',
    zh: '自动模式的审查未放行：{reason}',
  },
})
