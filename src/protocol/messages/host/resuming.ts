import { area } from '../area.ts'

/** Finding, reading and repairing a saved session. */
export const resumingText = area('resuming', {
  same_title: {
    en: '{count:number} sessions in this directory are called "{title}". Resume one by its id: {ids:list}.',
    zh: '此目录中有 {count} 个名为“{title}”的会话。请按 id 恢复：{ids:list}。',
  },
  same_beginning: {
    en: '{count:number} sessions have an id that begins with {start}: {ids:list}{more}. Give more of it.',
    zh: '有 {count} 个会话的 id 以 {start} 开头：{ids:list}{more}。请多输入几个字符。',
  },
  left_profile: {
    en: 'This session was last sent with the profile {before}; it now goes on with your usual account. To stay: --profile {before}.',
    zh: '此会话上次使用配置档 {before}，现在将改用默认账户。要保持不变：--profile {before}。',
  },
  other_profile: {
    en: 'This session was last sent with the profile {before}; it now goes on with the profile {profile}.',
    zh: '此会话上次使用配置档 {before}，现在将改用配置档 {profile}。',
  },
  usual_profile: {
    en: 'This session was last sent with your usual account; it now goes on with the profile {profile}.',
    zh: '此会话上次使用默认账户，现在将改用配置档 {profile}。',
  },
  no_sessions: { en: 'There are no sessions in this directory yet.', zh: '此目录还没有会话。' },
  most_recent: { en: 'Most recent here: {ids:list}.', zh: '此处最近的会话：{ids:list}。' },
  not_found: { en: 'No session "{ref}" in {where}. {advice}', zh: '{where} 中没有会话“{ref}”。{advice}' },
  no_file: {
    en: 'No session file at {path}: it is not a plain file. Check the path.',
    zh: '{path} 不是普通文件，没有会话文件。请检查路径。',
  },
  too_long: {
    en: 'The conversation in {path} takes {size:number} MB since it was last compacted; at most {most:number} MB can be resumed. Resume from an earlier message with --resume-session-at, or start a new session.',
    zh: '{path} 中的对话自上次压缩以来占 {size} MB；最多可恢复 {most} MB。请用 --resume-session-at 从更早的消息恢复，或开始新会话。',
  },
  no_message: {
    en: 'There is no message {id} in the conversation of this session.',
    zh: '本会话的对话中没有消息 {id}。',
  },
  no_message_of_yours: {
    en: 'There is no message {id} of yours in this session.',
    zh: '本会话中没有你的消息 {id}。',
  },
  unreadable_lines: {
    en: {
      one: "The session file is damaged: skipped {count:number} line that can't be read.",
      other: "The session file is damaged: skipped {count:number} lines that can't be read.",
    },
    zh: '会话文件已损坏：跳过了无法读取的 {count} 行。',
  },
  long_lines: {
    en: {
      one: 'The session file is damaged: skipped {count:number} line of excessive length.',
      other: 'The session file is damaged: skipped {count:number} lines of excessive length.',
    },
    zh: '会话文件已损坏：跳过了过长的 {count} 行。',
  },
  beginning_missing: {
    en: 'The beginning of the conversation is missing from the session file.',
    zh: '会话文件中缺少对话的开头。',
  },
  message_missing: {
    en: 'A message is missing from the conversation; the messages around it were joined.',
    zh: '对话中缺少一条消息，前后的消息已连接。',
  },
  circle: {
    en: 'Messages in the session file refer to each other in a circle; the circle was broken.',
    zh: '会话文件中的消息循环引用，已断开。',
  },
  changed_while_read: {
    en: 'The session file was changed while it was read. Close other programs that use it.',
    zh: '读取时会话文件被更改。请关闭使用它的其他程序。',
  },
  script_goes_on: {
    en: 'A script was running when the program stopped: it goes on with your next message. What it did is not done again.',
    zh: '程序停止时有脚本正在运行：发送下一条消息后继续，已完成的操作不会重复。',
  },
  calls_interrupted: {
    en: {
      one: 'A tool call was interrupted; the effect is unknown, and nothing was run again.',
      other: '{count:number} tool calls were interrupted; the effect is unknown, and nothing was run again.',
    },
    zh: '{count} 次工具调用被中断，效果未知，没有重新运行。',
  },
  results_left_out: {
    en: {
      one: 'A tool result without a call left out.',
      other: '{count:number} tool results without a call left out.',
    },
    zh: '已略去 {count} 条没有对应调用的工具结果。',
  },
  unfinished: { en: 'The last turn was not finished.', zh: '上一轮没有完成。' },
  foreign: {
    en: "This session file wasn't written by Capstan, so only its messages are used. Ignored: {ignored:list}.",
    zh: '该会话文件不是 Capstan 写的，只使用其中的消息。已忽略：{ignored:list}。',
  },
  bad_id: {
    en: "{path} can't be resumed: neither its name nor its last message has a valid session id. Use --fork-session to continue in a copy.",
    zh: '无法恢复 {path}：文件名和最后一条消息都没有有效的会话 id。用 --fork-session 在副本中继续。',
  },
  loss_refused: {
    en: 'Resume rejected by --resume-drops-turn: {reason}.',
    zh: '--resume-drops-turn 拒绝恢复：{reason}。',
  },
  cut_message_missing: {
    en: 'there is no message {id} in this conversation',
    zh: '此对话中没有消息 {id}',
  },
  other_turn: {
    en: 'what follows {id} does not belong to the turn of {turn}',
    zh: '{id} 之后的内容不属于 {turn} 的轮次',
  },
  earlier_turn: {
    en: '{id} belongs to the turn before that of {turn}',
    zh: '{id} 属于 {turn} 之前的轮次',
  },
  said_after: {
    en: '{id} was said after {turn}, and would be lost with it',
    zh: '{id} 在 {turn} 之后发送，会随之丢失',
  },
  agent_not_kept: {
    en: 'Nothing of this session is kept, so the agent cannot go on.',
    zh: '本会话没有保存任何内容，智能体无法继续。',
  },
  not_a_session: {
    en: '{path} is not a session below {home}: it is left alone.',
    zh: '{path} 不是 {home} 之下的会话，未作处理。',
  },
  too_large_to_import: {
    en: '{path} is larger than {limit:number} MB: it is not imported.',
    zh: '{path} 超过 {limit} MB，未导入。',
  },
  too_many_messages: {
    en: '{path} has more than {limit:number} messages: it is not imported.',
    zh: '{path} 的消息超过 {limit} 条，未导入。',
  },
  // What is wrong with a line of it.
  line_torn: {
    en: 'the line breaks off: its writer was stopped in the middle of it',
    zh: '该行不完整：写入时程序被中止',
  },
  line_corrupt: { en: 'the line is not JSON', zh: '该行不是 JSON' },
  line_too_long: { en: 'the line is longer than any entry may be', zh: '该行超出单条记录的最大长度' },
  result_before: { en: 'there is no call {id} before its result', zh: '结果之前没有调用 {id}' },
  already_in: { en: '{uuid} is already in line {line:number}', zh: '{uuid} 已出现在第 {line} 行' },
  no_parent: { en: 'its parent {uuid} is not in the file', zh: '文件中没有它的上级 {uuid}' },
  leads_back: {
    en: 'following the parents of {uuid} leads back to it',
    zh: '沿 {uuid} 的上级追溯会回到自身',
  },
  no_result: { en: 'the call {id} has no result', zh: '调用 {id} 没有结果' },
})
