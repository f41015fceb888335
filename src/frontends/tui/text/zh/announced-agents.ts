/** As ANNOUNCED_ZH: what agents, worktrees and other work beside the conversation have to say. */
export const ANNOUNCED_AGENTS_ZH: Readonly<Record<string, string>> = {
  'There is no agent {}.': '没有智能体 {1}。',
  'Message from session {}: {}': '来自会话 {1} 的消息：{2}',
  "Couldn't save held messages: {}": '无法保存保留的消息：{1}',
  'Held message {} from session {}: {}': '会话 {2} 的消息 {1} 已保留：{3}',
  'Held message {} from session {}: {} Let the model read it with /list-agents deliver {}, or remove it with /list-agents drop {}.':
    '会话 {2} 的消息 {1} 已保留：{3} 用 /list-agents deliver {4} 让模型读取，或用 /list-agents drop {5} 移除。',
  'Messages of other sessions that the model has not read: {}. They are held.':
    '其他会话的消息，模型尚未读取：{1} 条。已保留。',
  'Messages of other sessions that came too late for this run: {}.':
    '其他会话的消息，来得太迟、未能赶上本次运行：{1} 条。',
  'Session {} is idle.': '会话 {1} 已空闲。',
  'Session {} has ended.': '会话 {1} 已结束。',
  'No such message is held.': '没有保留这样的消息。',
  'This session cannot reach others: its directory for that is not private.':
    '本会话无法联系其他会话：所用目录并非私有。',
  'Several sessions match "{}". ListAgents has their names.': '有多个会话与“{1}”相符。',
  'A message to a session can have at most {} characters; this one has {}.':
    '发给会话的消息最多 {1} 个字符，这条有 {2} 个。',
  'This run ends with its answer, so it cannot wait for a notice. Send it without notify_when_idle.':
    '本次运行给出答复后即结束，无法等待通知。',
  '{} did not take the message: {}': '{1} 没有接收消息：{2}',
  '{} cannot be reached. {}': '无法联系 {1}。{2}',
  'The session has not begun.': '会话尚未开始。',
  'The skill {} goes on in the background.': '技能 {1} 在后台继续运行。',
  'Nothing of this session is kept, so the agent cannot go on.': '本会话不保存任何内容，智能体无法继续。',
  'You are in the worktree {} already: leave it first with ExitWorktree.':
    '已在工作树 {1} 中：请先用 ExitWorktree 离开。',
  'You are not in a worktree.': '当前不在工作树中。',
  'The worktree {} is in use in this session. Choose another name.':
    '工作树 {1} 正在本会话中使用，请换一个名称。',
  '{} is in use in this session.': '{1} 正在本会话中使用。',
  'A hook made it, so only you can tell whether it holds work.': '它由钩子创建，其中是否有成果只有你知道。',
  'The WorktreeCreate hook printed no absolute path as its last line.':
    'WorktreeCreate 钩子的最后一行不是绝对路径。',
  'The WorktreeCreate hook names {}, and that is not a directory.':
    'WorktreeCreate 钩子给出的 {1} 不是目录。',
  'This session has no teams.': '本会话没有团队。',
  'Teams are set to use NATS, but "teams.url" is not set: the person has to set it.':
    '团队设置为使用 NATS，但没有设置 "teams.url"。',
  'There is no team {}. Make it with TeamCreate first, or leave out team_name.': '没有团队 {1}。',
  'This session leads the team {}, not {}.': '本会话领导的是团队 {1}，不是 {2}。',
  'A member of a team needs a name: give it one, unlike all others.': '团队成员需要一个与众不同的名称。',
  'Teams are turned off in this session.': '本会话已关闭团队。',
  'This session leads the team {} already. Use it, or TeamDelete it first.': '本会话已在领导团队 {1}。',
  '{} {} still there. Ask them to stop first: SendMessage with {"type":"shutdown_request"}, then wait until you are told that they have.':
    '{1} 仍在运行，需先请其停止。',
  'Asked to stop and not stopped yet: {}. Wait until you are told that they have, then delete the team.':
    '已请其停止但尚未停止：{1}。',
  '{} {} still there. Ask them to stop first: SendMessage with {"type":"shutdown_request"}, then wait until you are told that they have. Asked to stop and not stopped yet: {}. Wait until you are told that they have, then delete the team.':
    '{1} 仍在运行，需先请其停止。已请其停止但尚未停止：{3}。',
  'This is {}, a member of the team {}.': '这是 {1}，团队 {2} 的成员。',
  'This is {}, a member of the team {}. Its questions also go to the leader, {}.':
    '这是 {1}，团队 {2} 的成员。它的提问也会发给领导者 {3}。',
  "Couldn't join the team {}: {}": '无法加入团队 {1}：{2}',
  'This session leads no team.': '本会话没有领导团队。',
  'Somebody in the team is called {} already. Use another name.': '团队中已有名为 {1} 的成员，请换一个名称。',
  'Only the leader of a team makes or deletes one.': '只有团队的领导者可以创建或删除团队。',
  'The run {} is going on already.': '运行 {1} 已在进行。',
  "A run can't be called {}.": '运行不能命名为 {1}。',
  'There is no run {}.': '没有运行 {1}。',
  'Say which workflow: by its name, as a file, or as text.': '请说明是哪个工作流：名称、文件或文本。',
  'The workflow has mistakes:': '工作流有错误：',
  'The workflow {} has mistakes:': '工作流 {1} 有错误：',
  "The workflow can't be used:": '无法使用该工作流：',
  'It can go on from here: Workflow with resumeFromRunId "{}".': '可以从这里继续（运行 {1}）。',
  'The command was moved to the background as {}.': '命令已作为 {1} 转到后台。',
  'Updated {} to {}. Run /reload-plugins to use it now.': '已更新 {1} 到 {2}。用 /reload-plugins 立即生效。',
  'A new version of {} asks for more permissions: capstan plugin update {}':
    '{1} 的新版本需要更多权限：capstan plugin update {2}',
  'No prompt, and no deferred tool call to resume. Give a prompt after -p, or pipe one in.':
    '没有提示词，也没有待继续的工具调用。请在 -p 后给出提示词，或通过管道传入。',
  'Agent {} wants permission mode {}, which allows more than yours. It runs in mode {}.':
    '智能体 {1} 要求权限模式 {2}，比你的更宽松；它以模式 {3} 运行。',
  "Agent {} wants the skill {}, which doesn't exist.": '智能体 {1} 需要的技能 {2} 不存在。',
}
