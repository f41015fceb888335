import { area } from '../area.ts'

/** What `capstan eval` says. */
export const evalText = area('evals', {
  no_tasks: {
    en: 'No tasks to run. Name a task folder or a folder of tasks, or put them into evals/.',
    zh: '没有可运行的任务。请指定任务文件夹或包含任务的文件夹，或把任务放进 evals/。',
  },
  problem: { en: '{source}: {message}', zh: '{source}：{message}' },
  wrong_tasks: {
    en: "Some tasks can't be read:\n{problems:lines}",
    zh: '部分任务无法读取：\n{problems:lines}',
  },
  no_sandbox: {
    en: 'Tasks run in a sandbox, and it does not work here: {why} {hint} --no-sandbox runs them without one.',
    zh: '任务在沙箱中运行，但沙箱在此不可用：{why}{hint}加 --no-sandbox 可不使用沙箱。',
  },
  several_containers: {
    en: 'It has containers of its own beside the one of the task ({names}): run it with Harbor itself',
    zh: '除任务容器外它还有其他容器（{names}）：请用 Harbor 本身运行',
  },
  not_private: {
    en: '{path} belongs to somebody else or can be changed by others. Remove it, or set TMPDIR to a folder of your own.',
    zh: '{path} 属于他人或可被他人更改。请将其删除，或把 TMPDIR 设为你自己的文件夹。',
  },
  init_open_changes: {
    en: 'There are open changes that the session did not make: look whether the task should begin with {ref}, or with them.',
    zh: '有并非该会话所做的未提交改动：请确认任务应从 {ref} 开始，还是应包含这些改动。',
  },
  axis: {
    en: '--matrix takes {axes:or} and values: --matrix models=a,b. Given: {given}',
    zh: '--matrix 的格式是 {axes:or} 加取值，例如 --matrix models=a,b。当前：{given}',
  },
  no_file: { en: 'There is no file {path}.', zh: '没有文件 {path}。' },
  no_run: {
    en: 'There is no run {name} in {directory}. "capstan eval list --runs" shows them.',
    zh: '{directory} 中没有运行记录 {name}。可用 "capstan eval list --runs" 查看。',
  },
  no_runs: { en: 'No runs yet.', zh: '还没有运行记录。' },
  no_variant: {
    en: '{run} has no variant {name}. It has: {names:list}',
    zh: '{run} 没有变体 {name}。可选：{names:list}',
  },
  which_variant: {
    en: '{run} has several variants; name one as {run}/<variant>: {names:list}',
    zh: '{run} 有多个变体；请写成 {run}/<变体> 来指定：{names:list}',
  },
  changed_tasks: {
    en: "These tasks changed since the run began, so their results can't be put together: {names:list}. Start a new run.",
    zh: '运行开始后这些任务有改动，结果无法合并：{names:list}。请开始新的运行。',
  },
  no_room: {
    en: 'The disk is full ({why}). What is finished is kept. Make room, then resume with: {command}',
    zh: '磁盘已满（{why}）。已完成的部分会保留。请腾出空间，然后恢复：{command}',
  },
  damaged_run: {
    en: '{path} is damaged, or not the plan of a run.',
    zh: '{path} 已损坏，或不是一次运行的计划。',
  },
  busy: {
    en: 'Run {id} is under way in another process.',
    zh: '运行 {id} 正在另一个进程中进行。',
  },
  begun: {
    en: 'Run {id}: {count} sessions. Resume with: {command}',
    zh: '运行 {id}：{count} 个会话。恢复命令：{command}',
  },
  stopped: {
    en: 'Stopped. Finished sessions are kept; resume with: {command}',
    zh: '已停止。已完成的会话会保留；恢复命令：{command}',
  },
  budget: {
    en: 'The budget of {usd} is used up: {left} of {total} sessions were not held. Resume with a larger one: {command}',
    zh: '预算 {usd} 已用完：{total} 个会话中还有 {left} 个未进行。可提高预算后恢复：{command}',
  },
  progress: {
    en: '{done}/{total} done · {passed} passed · {failed} failed · {running} running · {usd}',
    zh: '已完成 {done}/{total} · 通过 {passed} · 失败 {failed} · 进行中 {running} · {usd}',
  },
  one_done: {
    en: '{mark} {task}  {variant}  #{repeat}  {about}',
    zh: '{mark} {task}  {variant}  #{repeat}  {about}',
  },
  passed: { en: 'passed', zh: '通过' },
  failed: { en: 'failed', zh: '失败' },
  error: { en: 'error', zh: '出错' },
  skipped: { en: 'skipped', zh: '跳过' },
  columns_variant: { en: 'variant', zh: '变体' },
  columns_rate: { en: 'passed', zh: '通过' },
  columns_interval: { en: '95% interval', zh: '95% 区间' },
  columns_cost: { en: 'cost/run', zh: '每次费用' },
  columns_time: { en: 'time', zh: '时间' },
  columns_tokens: { en: 'tokens', zh: 'token' },
  columns_requests: { en: 'requests', zh: '请求' },
  columns_tool_errors: { en: 'tool errors', zh: '工具错误' },
  columns_questions: { en: 'denied', zh: '被拒绝' },
  columns_task: { en: 'task', zh: '任务' },
  title: { en: 'Evaluation {id}', zh: '评测 {id}' },
  failures: { en: 'Why they failed', zh: '失败原因' },
  comparisons: { en: 'Compared', zh: '比较' },
  compared_head: { en: 'Compared:', zh: '比较：' },
  transcripts: { en: 'Transcript', zh: '会话记录' },
  total_spent: { en: 'Total: {usd} in {count} sessions', zh: '合计：{count} 个会话，{usd}' },
  unpriced: {
    en: 'Some models have no known price: the cost is a lower bound.',
    zh: '部分模型价格未知：费用为下限。',
  },
  errors_left_out: {
    en: '{count} sessions ended in an error and {skipped} were skipped; neither counts in the rates.',
    zh: '{count} 个会话出错，{skipped} 个被跳过；都不计入通过率。',
  },
  kind_limit: { en: 'stopped by a limit', zh: '触及限制' },
  kind_nothing_done: { en: 'changed and ran nothing', zh: '没有改动也没有运行' },
  kind_failed_step: { en: 'this failed and was never made good', zh: '此步失败且未补救' },
  kind_never_run: { en: 'nothing was run after this change', zh: '此改动之后没有运行任何命令' },
  kind_check: { en: 'the check failed', zh: '检查未通过' },
  kind_set_up: { en: "the task couldn't be set up", zh: '任务无法准备' },
  kind_not_here: { en: 'needed and not here', zh: '缺少所需程序' },
  kind_session: { en: 'the session failed', zh: '会话失败' },
  at_step: { en: '{kind} (step {step}): {what}', zh: '{kind}（第 {step} 步）：{what}' },
  without_step: { en: '{kind}: {what}', zh: '{kind}：{what}' },
  compared: {
    en: '{b} against {a}: {difference} points over {pairs} tasks, p = {p} ({test}). {verdict}',
    zh: '{b} 对比 {a}：{pairs} 个任务上相差 {difference} 个百分点，p = {p}（{test}）。{verdict}',
  },
  test_mcnemar: { en: "McNemar's exact test", zh: 'McNemar 精确检验' },
  test_sign_flip: { en: 'exact permutation test by task', zh: '按任务的精确置换检验' },
  test_sign_flip_sampled: {
    en: 'permutation test by task, 100,000 samples',
    zh: '按任务的置换检验，10 万次抽样',
  },
  verdict_more: { en: 'More than chance.', zh: '超出偶然。' },
  verdict_chance: { en: 'Chance explains it as well.', zh: '也可能只是偶然。' },
  verdict_nothing: { en: 'They have no tasks in common.', zh: '没有共同的任务。' },
  corrected: {
    en: 'p is corrected for {count} comparisons (Holm).',
    zh: 'p 值已按 {count} 次比较校正（Holm）。',
  },
  cost_compared: {
    en: 'Cost per task {usd} (p = {pUsd}), time {time} (p = {pMs}).',
    zh: '每个任务的费用 {usd}（p = {pUsd}），时间 {time}（p = {pMs}）。',
  },
  now_pass: { en: 'Now pass: {names:list}', zh: '现在通过：{names:list}' },
  now_fail: { en: 'Now fail: {names:list}', zh: '现在失败：{names:list}' },
  only_in: { en: 'Only in {name}: {names:list}', zh: '仅在 {name} 中：{names:list}' },
  written: { en: 'Written: {path}', zh: '已写入：{path}' },
  check_start: { en: 'fails at the start', zh: '起始状态不通过' },
  check_start_bad: { en: 'already passes at the start', zh: '起始状态就已通过' },
  check_solution: { en: 'passes with the solution', zh: '用参考答案通过' },
  check_solution_bad: { en: 'fails with the solution: {why}', zh: '用参考答案不通过：{why}' },
  check_no_solution: { en: 'has no solution', zh: '没有参考答案' },
  check_line: { en: '{mark} {task}: {about:list}', zh: '{mark} {task}：{about:list}' },
  init_done: {
    en: 'Task {name} written to {path}. Read task.yaml, then try it with: {command}',
    zh: '任务 {name} 已写入 {path}。请先阅读 task.yaml，再试一下：{command}',
  },
  init_no_prompt: { en: 'The session has no prompt of yours.', zh: '会话中没有你的提示词。' },
  init_no_commit: {
    en: '{directory} has no commit from before {time}: the start can not be had from git. Copy it into {path}/start.',
    zh: '{directory} 中没有 {time} 之前的提交，无法从 git 取得起始状态。请把它复制到 {path}/start。',
  },
  init_no_check: {
    en: 'No test command that went green was found in the session. Put one into "check" of task.yaml.',
    zh: '会话中没有找到变绿的测试命令。请在 task.yaml 的 "check" 中填写。',
  },
  exists: { en: '{path} is there already.', zh: '{path} 已存在。' },
  no_container: {
    en: '{name} is not running or not installed here ({why}). Tasks of this format run in a container.',
    zh: '此处没有安装或没有运行 {name}（{why}）。此格式的任务在容器中运行。',
  },
  not_with_fleet: {
    en: '{what} does not go together with --fleet.',
    zh: '{what} 不能与 --fleet 一起使用。',
  },
})
