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
  // What could be lost with one: part of a sentence.
  some: { en: '{what:and}', zh: '{what:list}' },
  commits: { en: { one: '{count:number} commit', other: '{count:number} commits' }, zh: '{count} 个提交' },
  lost_commits: {
    en: {
      one: '{count:number} commit that no branch has',
      other: '{count:number} commits that no branch has',
    },
    zh: '{count} 个不在任何分支上的提交',
  },
  changed_files: {
    en: { one: '{count:number} changed file', other: '{count:number} changed files' },
    zh: '{count} 个已修改的文件',
  },
  new_files: {
    en: { one: '{count:number} new file', other: '{count:number} new files' },
    zh: '{count} 个新文件',
  },
  ignored_file: { en: '1 ignored file', zh: '1 个被忽略的文件' },
  ignored_files: {
    en: '{count:number} ignored files ({names})',
    zh: '{count} 个被忽略的文件（{names}）',
  },
  stashes: { en: { one: '{count:number} stash', other: '{count:number} stashes' }, zh: '{count} 条 stash' },
  unfinished_rebase: { en: 'an unfinished rebase', zh: '未完成的变基' },
  unfinished_merge: { en: 'an unfinished merge', zh: '未完成的合并' },
  unfinished_pick: { en: 'an unfinished cherry-pick', zh: '未完成的 cherry-pick' },
  unfinished_revert: { en: 'an unfinished revert', zh: '未完成的 revert' },
  unfinished_bisect: { en: 'an unfinished bisect', zh: '未完成的 bisect' },
  unfinished_sequence: { en: 'an unfinished sequence of commits', zh: '未完成的一系列提交' },
  nested: { en: 'a repository within it ({name})', zh: '其中的嵌套仓库（{name}）' },
  overlooked: {
    en: {
      one: '{count:number} file that git was told to overlook',
      other: '{count:number} files that git was told to overlook',
    },
    zh: '{count} 个已让 git 忽略改动的文件',
  },
  process: { en: 'a running process ({name}, {pid})', zh: '正在运行的进程（{name}，{pid}）' },
  held_by: { en: 'process {pid} works there', zh: '进程 {pid} 正在其中工作' },
  locked: { en: 'it is locked', zh: '它已被锁定' },
  locked_because: { en: 'it is locked: {reason}', zh: '它已被锁定：{reason}' },
})
