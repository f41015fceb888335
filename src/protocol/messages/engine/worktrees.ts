import { area } from '../area.ts'

export const worktreeText = area('worktrees', {
  not_run: {
    en: 'The worktree {name} was made without running {programs}.',
    zh: '工作树 {name} 已创建，但没有运行：{programs}。',
  },
  name_in_use: {
    en: 'The worktree {name} is in use in this session. Choose another name.',
    zh: '工作树 {name} 正在本会话中使用，请换一个名称。',
  },
  in_use: { en: '{path} is in use in this session.', zh: '{path} 正在本会话中使用。' },
  hook_made_none: {
    en: 'The WorktreeCreate hook made no worktree: {reason}',
    zh: 'WorktreeCreate 钩子没有创建工作树：{reason}',
  },
  hook_no_reason: { en: 'it gave no reason.', zh: '未说明原因。' },
  hook_no_path: {
    en: 'The WorktreeCreate hook printed no absolute path as its last line.',
    zh: 'WorktreeCreate 钩子的最后一行不是绝对路径。',
  },
  hook_no_directory: {
    en: 'The WorktreeCreate hook names {path}, and that is not a directory.',
    zh: 'WorktreeCreate 钩子给出的 {path} 不是目录。',
  },
  already_in: {
    en: 'You are in the worktree {name} already: leave it first with ExitWorktree.',
    zh: '已在工作树 {name} 中：请先用 ExitWorktree 离开。',
  },
  not_in: { en: 'You are not in a worktree.', zh: '当前不在工作树中。' },
  not_made: { en: 'The worktree could not be made: {reason}', zh: '无法创建工作树：{reason}' },
})
