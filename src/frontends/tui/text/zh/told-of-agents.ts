/** As TOLD_ZH: what agents, worktrees and other work beside the conversation have to say. */
export const TOLD_OF_AGENTS_ZH: Readonly<Record<string, string>> = {
  'There is no agent {}.': '没有智能体 {1}。',
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
}
