import { area } from '../area.ts'
import type { LocalizedText } from '../localized-text.ts'

/** What subcommands print about agents, what runs in the background, worktrees and workflows. */
export const runningText = area('cli_running', {
  named: { en: '{level} {name}', zh: '{level} {name}' },
  in_directory: { en: '{level} ({directory})', zh: '{level}（{directory}）' },
  columns: { en: '{first}  {second}', zh: '{first}  {second}' },
  for_general: { en: 'Any task of several steps, with all tools', zh: '任何多步骤任务，可用全部工具' },
  for_explore: { en: 'Finds things in code; only reads, fast', zh: '在代码中查找，只读，速度快' },
  for_plan: { en: 'Works out how something should be built; only reads', zh: '设计实现方案，只读' },
  for_verification: {
    en: 'Tries to break a change by running it; PASS, FAIL or PARTIAL for every check, with the command',
    zh: '通过实际运行来检验改动；每项检查给出 PASS、FAIL 或 PARTIAL 及所用命令',
  },
  for_guide: {
    en: 'Answers questions about Capstan itself: commands, settings, hooks, agents',
    zh: '回答关于 Capstan 的问题：命令、设置、钩子、智能体',
  },
  for_status_line: { en: "Sets up Capstan's status line", zh: '设置状态栏' },
  in_background: { en: 'In the background:', zh: '后台：' },
  no_task: { en: '(no task yet)', zh: '（尚无任务）' },
  failed_with: { en: 'failed (exit code {code})', zh: '失败（退出码 {code}）' },
  state_working: { en: 'working', zh: '工作中' },
  state_needs_input: { en: 'needs input', zh: '等待输入' },
  state_idle: { en: 'idle', zh: '空闲' },
  state_done: { en: 'done', zh: '完成' },
  state_failed: { en: 'failed', zh: '失败' },
  state_stopped: { en: 'stopped', zh: '已停止' },
  state_crashed: { en: 'crashed', zh: '已崩溃' },
  kind: { en: 'kind', zh: '类型' },
  kind_session: { en: 'session', zh: '会话' },
  kind_shell: { en: 'shell', zh: '命令' },
  status: { en: 'status', zh: '状态' },
  task: { en: 'task', zh: '任务' },
  inputs: { en: 'inputs', zh: '输入' },
  seconds: { en: '{count:number} s', zh: '{count:number} 秒' },
  minutes: { en: '{count:number} min', zh: '{count:number} 分钟' },
  hours: { en: '{count:number} h', zh: '{count:number} 小时' },
  agent_files: {
    en: { one: '{count:number} agent file, no problems.', other: '{count:number} agent files, no problems.' },
    zh: '{count:number} 个智能体文件，没有问题。',
  },
  replaces: { en: '{source} (replaces: {over:list})', zh: '{source}（覆盖：{over:list}）' },
  same: { en: 'same', zh: '与会话相同' },
  all: { en: 'all', zh: '全部' },
  no_session: { en: 'No session is open.', zh: '没有打开的会话。' },
  no_agents: { en: 'No agents in the sessions that are open.', zh: '打开的会话中没有智能体。' },
  stopped: { en: 'Stopped {name}.', zh: '已停止 {name}。' },
  resume: {
    en: 'Resume with: {command} --resume {session}',
    zh: '恢复会话：{command} --resume {session}',
  },
  removed: { en: 'Removed {name}.', zh: '已移除 {name}。' },
  started: { en: 'Running in the background: {id}', zh: '正在后台运行：{id}' },
  to_join: { en: 'join the session', zh: '加入会话' },
  to_follow: { en: 'follow the output', zh: '持续查看输出' },
  to_stop: { en: 'stop it', zh: '停止' },
  no_worktrees: { en: 'There are no worktrees in this repository.', zh: '此仓库没有工作树。' },
  no_branch: { en: 'not on a branch', zh: '不在任何分支上' },
  copies: {
    en: '\nCopies of removed worktrees (restore with "git branch <name> <ref>"):',
    zh: '\n已删除工作树的副本（用 "git branch <名称> <引用>" 恢复）：',
  },
  directory_deleted: { en: 'directory deleted', zh: '目录已删除' },
  used_by: { en: 'in use by process {pid}', zh: '进程 {pid} 正在使用' },
  locked: { en: 'locked', zh: '已锁定' },
  locked_because: { en: 'locked: {reason}', zh: '已锁定：{reason}' },
  nothing_to_lose: { en: 'nothing to lose', zh: '没有会丢失的内容' },
  nothing_to_merge: {
    en: '{into} already has everything from {name}.',
    zh: '{into} 已包含 {name} 的全部内容。',
  },
  merged: {
    en: {
      one: 'Merged {count:number} commit from {name} into {into}. "{command} worktrees clean {name}" removes the worktree.',
      other:
        'Merged {count:number} commits from {name} into {into}. "{command} worktrees clean {name}" removes the worktree.',
    },
    zh: '已将 {name} 的 {count:number} 个提交合并到 {into}。"{command} worktrees clean {name}" 可删除该工作树。',
  },
  conflict: {
    en: '{name} conflicts with {into}, so nothing was changed. Files in conflict:\n{files:lines}\nMerge {into} into the worktree and resolve them there, then merge again.',
    zh: '{name} 与 {into} 有冲突，未做任何更改。冲突的文件：\n{files:lines}\n请先把 {into} 合并到该工作树并解决冲突，再重新合并。',
  },
  kept: { en: 'Kept {name}: {reason}.', zh: '已保留 {name}：{reason}。' },
  copy: { en: 'Copy: {ref}', zh: '副本：{ref}' },
  no_workflows: {
    en: 'No workflows here. Put one into .capstan/workflows/<name>.yaml',
    zh: '此处没有工作流。可在 .capstan/workflows/<名称>.yaml 中添加。',
  },
  workflows_sound: {
    en: { one: '{count:number} workflow, no problems.', other: '{count:number} workflows, no problems.' },
    zh: '{count:number} 个工作流，没有问题。',
  },
  agents: {
    en: { one: '{count:number} agent', other: '{count:number} agents' },
    zh: '{count:number} 个智能体',
  },
  at_least: { en: 'at least {what}', zh: '至少 {what}' },
  would_start: { en: 'It would start {agents}. Nothing was run.', zh: '将启动 {agents}。未运行任何内容。' },
  would_start_for: {
    en: 'It would start {agents}, for about {usd} ({basis}). Nothing was run.',
    zh: '将启动 {agents}，费用约 {usd}（{basis}）。未运行任何内容。',
  },
  rough_guess: { en: 'a rough guess', zh: '粗略估计' },
  from_runs: {
    en: { one: 'from {count:number} earlier run', other: 'from {count:number} earlier runs' },
    zh: '根据以往 {count:number} 次运行',
  },
  for_each: {
    en: 'once for each item, at most {most:number} at once',
    zh: '每项运行一次，最多 {most:number} 个并行',
  },
  for_items: {
    en: {
      one: '{count:number} item: {items}, at most {most:number} at once',
      other: '{count:number} items: {items}, at most {most:number} at once',
    },
    zh: '{count:number} 项：{items}，最多 {most:number} 个并行',
  },
  for_none: { en: '0 items, at most {most:number} at once', zh: '0 项，最多 {most:number} 个并行' },
  side_by_side: { en: 'side by side', zh: '并行' },
  a_command: { en: 'command', zh: '命令' },
  own_worktree: { en: 'in its own worktree', zh: '在独立的工作树中' },
  retries: {
    en: { one: '{count:number} retry', other: '{count:number} retries' },
    zh: '重试 {count:number} 次',
  },
  skipped: { en: 'skipped', zh: '跳过' },
  conditional: { en: 'if its condition holds', zh: '条件满足时' },
  step: { en: '{id} ({facts:list})', zh: '{id}（{facts:list}）' },
})

const PURPOSES = {
  'general-purpose': 'for_general',
  Explore: 'for_explore',
  Plan: 'for_plan',
  verification: 'for_verification',
  guide: 'for_guide',
  'statusline-setup': 'for_status_line',
} as const

/** When to use an agent that is always there. */
export const ownPurpose = (name: string, source: { readonly level: string }): LocalizedText | undefined =>
  source.level === 'built-in' && Object.hasOwn(PURPOSES, name)
    ? runningText(PURPOSES[name as keyof typeof PURPOSES])
    : undefined
