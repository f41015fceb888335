import { area } from '../area.ts'

export const turnText = area('turn', {
  retrying: {
    en: '{problem} Retrying in {seconds:number} s ({attempt:number} of {most:number}).',
    zh: '{problem}{seconds} 秒后重试（第 {attempt} 次，共 {most} 次）。',
  },
  no_answer_because: { en: "The model didn't answer ({reason}).", zh: '模型没有响应（{reason}）。' },
  model_silent: { en: "The model didn't answer.", zh: '模型没有响应。' },
  no_connection: { en: 'no connection', zh: '无连接' },
  compacted: {
    en: 'The conversation was compacted: about {before} tokens before. See all of it with: capstan sessions show {id}',
    zh: '对话已压缩：压缩前约 {before} 个 token。查看完整内容：capstan sessions show {id}',
  },
  compacted_to: {
    en: 'The conversation was compacted: about {before} tokens before, {after} after. See all of it with: capstan sessions show {id}',
    zh: '对话已压缩：压缩前约 {before} 个 token，压缩后 {after} 个。查看完整内容：capstan sessions show {id}',
  },
  denied: { en: '{tool} was denied: {reason}', zh: '{tool} 被拒绝：{reason}' },
  repeated: {
    en: 'The model repeated itself; its reply was cut short.',
    zh: '模型不断重复，已截断它的回答。',
  },
  switching: { en: "{model} isn't answering; switching to {next}.", zh: '{model} 没有响应，切换到 {next}。' },
  declined: { en: 'The model declined to answer.', zh: '模型拒绝回答。' },
  window_full: { en: 'The reply reached the end of the context window.', zh: '回答达到了上下文窗口的上限。' },
  output_limit: {
    en: 'The reply was cut off at the output limit, and so were {attempts:number} attempts to continue it.',
    zh: '回答在输出上限处被截断，{attempts} 次续写也被截断。',
  },
  kept_repeating: {
    en: 'The model kept repeating itself and was stopped {times:number} times. Try another model, or say the next step in other words.',
    zh: '模型不断重复，已停止 {times} 次。请换一个模型，或换一种说法给出下一步。',
  },
  tokens_used_up: {
    en: 'The token budget of {total} is used up ({used} used).',
    zh: 'token 预算 {total} 已用完（已用 {used}）。',
  },
  structured_answers_failed: {
    en: "None of the model's {count:number} answers matches the JSON schema.",
    zh: '模型的 {count} 个回答都不符合 JSON schema。',
  },
  no_progress: {
    en: '{tool} was called {times:number} times with the same input and the same result.',
    zh: '{tool} 以相同输入调用了 {times} 次，结果相同。',
  },
  no_structured_answer: {
    en: 'The model gave no answer that matches the JSON schema.',
    zh: '模型没有给出符合 JSON schema 的回答。',
  },
  no_answer: { en: 'The model ended without an answer.', zh: '模型没有回答就结束了。' },
  discarded: {
    en: 'This attempt was discarded and the request repeated.',
    zh: '这次回答已丢弃，已重新请求。',
  },
  not_queued: {
    en: 'That message is no longer queued: it was sent or withdrawn.',
    zh: '该消息已不在队列中：已发送或已撤回。',
  },
  unknown_command: {
    en: 'Unknown command /{name}. /help lists the commands.',
    zh: '未知命令 /{name}。用 /help 查看命令。',
  },
  unknown_command_near: {
    en: 'Unknown command /{name}. Did you mean /{near}? /help lists the commands.',
    zh: '未知命令 /{name}。是否为 /{near}？用 /help 查看命令。',
  },
  no_prompt: {
    en: 'No prompt, and no deferred tool call to resume. Give a prompt after -p, or pipe one in.',
    zh: '没有提示词，也没有待继续的工具调用。请在 -p 后给出提示词，或通过管道传入。',
  },
  closed: { en: 'The conversation is closed.', zh: '对话已关闭。' },
  busy_clear: {
    en: "Can't clear the conversation while a turn is running. Interrupt it, or wait for it to end.",
    zh: '当前轮次进行中，无法清空对话。请先中断，或等待结束。',
  },
  busy_compact: {
    en: "Can't compact while a turn is running. Interrupt it, or wait for it to end.",
    zh: '当前轮次进行中，无法压缩。请先中断，或等待结束。',
  },
  busy_branch: {
    en: "Can't switch branches while a turn is running. Interrupt it, or wait for it to end.",
    zh: '当前轮次进行中，无法切换分支。请先中断，或等待结束。',
  },
  busy_revert: {
    en: "Can't revert an edit while a turn is running. Interrupt it, or wait for it to end.",
    zh: '当前轮次进行中，无法还原修改。请先中断，或等待结束。',
  },
  busy_shell: {
    en: "Can't run your command while a turn or another command is running. Interrupt it, or wait for it to end.",
    zh: '当前轮次或另一条命令正在运行，无法运行你的命令。请先中断，或等待结束。',
  },
  no_command: { en: 'There is no command to run.', zh: '没有要运行的命令。' },
  no_terminal: {
    en: 'This session isn’t shown on the terminal it runs in, so no program can have that. Use one "!" instead.',
    zh: '此会话没有显示在它所运行的终端上，无法把终端交给程序。请只用一个 "!"。',
  },
  no_query: { en: 'There is no query {query}.', zh: '没有查询 {query}。' },
})

/** What cannot be done while a turn is running. */
export type BusyRow = Extract<keyof typeof turnText.rows, `busy_${string}`>
