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
  blocked_prompt: { en: 'A hook blocked this prompt: {reason}', zh: '钩子拦截了这条提示词：{reason}' },
  blocked_command: { en: 'A hook blocked /{command}: {reason}', zh: '钩子拦截了 /{command}：{reason}' },
  gave_no_reason: { en: '{event} hook {hook} gave no reason', zh: '{event} 钩子 {hook} 没有说明原因' },
  stopped_turn: { en: 'A hook stopped the turn.', zh: '钩子停止了本轮。' },
  stopped_turn_unexplained: {
    en: 'A hook stopped the turn and gave no reason.',
    zh: '钩子停止了本轮，没有说明原因。',
  },
  no_reason: { en: 'no reason given', zh: '未说明原因' },
  no_event: {
    en: 'There is no hook event {event}; its hooks never run.',
    zh: '没有钩子事件 {event}，它的钩子不会运行。',
  },
  no_event_near: {
    en: 'There is no hook event {event}; its hooks never run. Did you mean {near}?',
    zh: '没有钩子事件 {event}，它的钩子不会运行。是否指 {near}？',
  },
  matcher_invalid: {
    en: 'The {event} matcher {matcher} is not a valid regular expression: {why}',
    zh: '{event} 的匹配器 {matcher} 不是有效的正则表达式：{why}',
  },
  matcher_ignored: {
    en: '{event} has nothing to match: its matcher {matcher} is ignored.',
    zh: '{event} 没有可匹配的内容，已忽略匹配器 {matcher}。',
  },
  faulty: { en: '{event} hook {hook}: {fault}.', zh: '{event} 钩子 {hook}：{fault}。' },
  once_outside: {
    en: '{event} hook {hook}: "once" counts only in a skill.',
    zh: '{event} 钩子 {hook}："once" 只在技能中有效。',
  },
  kind_unknown: {
    en: 'hook type {kind} is not known and the hook was not run',
    zh: '未知的钩子类型 {kind}，未运行该钩子',
  },
  kind_needs: {
    en: 'a hook of type {kind} needs {fields:and} and was not run',
    zh: '{kind} 类型的钩子需要 {fields:and}，未运行该钩子',
  },
  shell_unknown: {
    en: 'hook shell {shell} is not supported and the hook was not run',
    zh: '不支持钩子的 shell {shell}，未运行该钩子',
  },
  kind_not_here: {
    en: 'hooks of type {kind} cannot be used for this event and the hook was not run',
    zh: '此事件不能使用 {kind} 类型的钩子，未运行该钩子',
  },
  kind_not_here_but: {
    en: 'hooks of type {kind} cannot be used for this event ({kinds:list} can) and the hook was not run',
    zh: '此事件不能使用 {kind} 类型的钩子（可用 {kinds:list}），未运行该钩子',
  },
  if_without_tool: {
    en: 'a hook with "if" runs only for events of tools and was not run',
    zh: '带 "if" 的钩子只对工具事件有效，未运行该钩子',
  },
})
