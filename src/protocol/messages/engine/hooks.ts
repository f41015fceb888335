import { area } from '../area.ts'

export const hookText = area('hooks', {
  still_running: {
    en: 'The {event} hook {hook} is still running after {seconds:number} s.',
    zh: '{event} 钩子 {hook} 运行 {seconds} 秒后仍未结束。',
  },
  timed_out: {
    en: '{event} hook {hook} timed out and was ended; it decided nothing',
    zh: '{event} 钩子 {hook} 超时，已停止，没有作出决定',
  },
  timed_out_blocks: {
    en: '{event} hook {hook} timed out and was ended, which blocks',
    zh: '{event} 钩子 {hook} 超时，已停止，因此阻止',
  },
  not_started: {
    en: '{event} hook {hook} could not be started: {reason}',
    zh: '{event} 钩子 {hook} 无法启动：{reason}',
  },
  killed: {
    en: '{event} hook {hook} was ended by {signal}: {message}',
    zh: '{event} 钩子 {hook} 被 {signal} 终止：{message}',
  },
  killed_allows_nothing: {
    en: '{event} hook {hook} was ended by {signal} and therefore allows nothing: {message}',
    zh: '{event} 钩子 {hook} 被 {signal} 终止，因此不允许任何操作：{message}',
  },
  failed: {
    en: '{event} hook {hook} failed with exit code {code:number}: {message}',
    zh: '{event} 钩子 {hook} 失败，退出码 {code}：{message}',
  },
  failed_allows_nothing: {
    en: '{event} hook {hook} failed with exit code {code:number} and therefore allows nothing: {message}',
    zh: '{event} 钩子 {hook} 失败，退出码 {code}，因此不允许任何操作：{message}',
  },
  no_message: { en: 'no message', zh: '没有输出信息' },
  invalid_output: {
    en: '{event} hook {hook} printed invalid output: {faults}',
    zh: '{event} 钩子 {hook} 的输出无效：{faults}',
  },
  no_effect: {
    en: '{event} hook {hook} printed what has no effect for this event: {fields:list}',
    zh: '{event} 钩子 {hook} 输出了对此事件无效的字段：{fields:list}',
  },
  several_inputs: {
    en: 'Several hooks rewrote the input of this call; only the last rewrite is used.',
    zh: '多个钩子改写了此调用的输入，只采用最后一个。',
  },
  several_outputs: {
    en: 'Several hooks rewrote the output of this call; only the last rewrite is used.',
    zh: '多个钩子改写了此调用的输出，只采用最后一个。',
  },
  bad_matcher: {
    en: 'The {event} hook matcher {matcher} is not a valid regular expression and matches nothing: {reason}',
    zh: '{event} 钩子的匹配器 {matcher} 不是有效的正则表达式，不匹配任何内容：{reason}',
  },
  fault: { en: '{event}: {problem}', zh: '{event}：{problem}' },
  output_ignored: {
    en: "A hook's {field} for {tool} was ignored: {reason}. The tool's own result is used.",
    zh: '钩子为 {tool} 返回的 {field} 已忽略：{reason}。仍使用工具自己的结果。',
  },
  not_mcp_tool: { en: '{tool} is not an MCP tool', zh: '{tool} 不是 MCP 工具' },
  not_shown: { en: 'it cannot be shown ({reason})', zh: '无法显示（{reason}）' },
  woke_often: {
    en: 'A background {event} hook has woken the model {times:number} times in a row. What else it reports waits for your next message.',
    zh: '后台 {event} 钩子已连续唤醒模型 {times} 次。它之后的报告会等到你的下一条消息。',
  },
  blocked_prompt: { en: 'A hook blocked this prompt: {reason}', zh: '钩子拦截了这条提示：{reason}' },
  blocked_command: { en: 'A hook blocked /{command}: {reason}', zh: '钩子拦截了 /{command}：{reason}' },
  gave_no_reason: { en: '{event} hook {hook} gave no reason', zh: '{event} 钩子 {hook} 没有说明原因' },
  stopped_turn: { en: 'A hook stopped the turn.', zh: '钩子停止了本轮。' },
  stopped_turn_unexplained: {
    en: 'A hook stopped the turn and gave no reason.',
    zh: '钩子停止了本轮，没有说明原因。',
  },
  no_reason: { en: 'no reason given', zh: '未说明原因' },
})
