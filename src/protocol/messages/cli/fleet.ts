import { area } from '../area.ts'

/** What a fleet says: its workers, and the commands about jobs. */
export const fleetText = area('fleet', {
  given_up: {
    en: 'Job {job} is given to another worker: {why}',
    zh: '任务 {job} 交给其他工作机：{why}',
  },
  cannot_open: { en: 'Job {job} was not started: {why}', zh: '任务 {job} 未开始：{why}' },
  no_order: {
    en: 'it has no order signed by an owner this worker knows ({field})',
    zh: '没有由此工作机认识的所有者签名的任务书（{field}）',
  },
  not_for_us: { en: 'it is encrypted for other workers ({field})', zh: '它是为其他工作机加密的（{field}）' },
  damaged: { en: 'it was changed on the way ({field})', zh: '它在途中被改动（{field}）' },
  invalid: { en: '"{field}" in it is not valid', zh: '其中的“{field}”无效' },
  other_version: {
    en: 'Job {job} was made by Capstan {theirs}; this worker has {ours} and leaves it to others.',
    zh: '任务 {job} 由 Capstan {theirs} 提交；此工作机的版本是 {ours}，留给其他工作机。',
  },
  no_secret: {
    en: 'Job {job} needs {names:and} from the environment, which this worker does not give out (--secrets).',
    zh: '任务 {job} 需要环境变量 {names:and}，此工作机没有提供（--secrets）。',
  },
  stopped_by_owner: { en: 'Job {job} was stopped by its owner.', zh: '任务 {job} 已被所有者停止。' },
  fenced: {
    en: 'Job {job} is no longer held by this worker; another one continues it.',
    zh: '此工作机不再持有任务 {job}；由另一台继续。',
  },
  aside: {
    en: 'Job {job} was set aside: {workers:and} were lost while running it. Start it again with: capstan jobs retry {job}',
    zh: '任务 {job} 已搁置：运行它时先后失去了 {workers:and}。重新开始：capstan jobs retry {job}',
  },
  no_member: {
    en: 'This machine belongs to no fleet: {path} is missing. "capstan fleet init" makes a fleet; on other machines, put their member file there.',
    zh: '本机不属于任何机群：缺少 {path}。用 "capstan fleet init" 建立机群；其他机器请把各自的成员文件放在那里。',
  },
  bad_member: { en: '{path} is not the member file of a fleet.', zh: '{path} 不是机群的成员文件。' },
  wrong_role: {
    en: 'This machine is a {role} of its fleet ({path}); it cannot do that.',
    zh: '本机在机群中的角色是 {role}（{path}）；不能执行此操作。',
  },
  needs_tls: {
    en: '{url} has no TLS. Only nats://127.0.0.1 goes without; use tls:// for other machines.',
    zh: '{url} 未使用 TLS。只有 nats://127.0.0.1 可以不用；其他机器请使用 tls://。',
  },
  unreachable: {
    en: "The fleet's server ({url}) cannot be reached: {why}",
    zh: '连接不上机群的服务器（{url}）：{why}',
  },
  made: {
    en: { one: 'The fleet has {count:number} member.', other: 'The fleet has {count:number} members.' },
    zh: '机群有 {count:number} 个成员。',
  },
  server_file: { en: 'Server configuration: {path}', zh: '服务器配置：{path}' },
  member_file: {
    en: 'Keys of {name}: {path}  (secret: only for that machine)',
    zh: '{name} 的密钥：{path}（机密：仅供该机器）',
  },
  start: {
    en: 'Start the server in the folder of {path}: nats-server -c nats-server.conf',
    zh: '在 {path} 所在文件夹启动服务器：nats-server -c nats-server.conf',
  },
  reload: {
    en: 'Copy {path} to the server and reload it: nats-server --signal reload',
    zh: '把 {path} 复制到服务器并重新加载：nats-server --signal reload',
  },
  bad_name: {
    en: '"{name}" cannot be a name: lower-case letters, digits and "-", at most 32.',
    zh: '“{name}”不能用作名称：请用小写字母、数字和“-”，最多 32 个。',
  },
  name_twice: { en: '"{name}" is named twice.', zh: '“{name}”出现了两次。' },
  bad_url: {
    en: '"{url}" is not the address of a server: tls://host:port',
    zh: '“{url}”不是服务器地址：tls://<host>:<port>',
  },
  worker_runs: { en: 'Worker {name} runs on this machine already.', zh: '工作机 {name} 已在本机运行。' },
  working: {
    en: 'Worker {name} takes jobs: {slots} at a time, labels {labels}.',
    zh: '工作机 {name} 开始领取任务：同时 {slots} 个，标签 {labels}。',
  },
  no_sandbox: {
    en: 'Without a sandbox, jobs can do whatever this user can. Use that only where the machine or container is for them alone.',
    zh: '没有沙箱时，任务可以做此用户能做的一切。仅在专供任务使用的机器或容器中这样做。',
  },
  slot_ended: {
    en: 'A slot ended with exit code {code}; it is started again.',
    zh: '一个槽位以退出码 {code} 结束；将重新启动。',
  },
  follow: { en: 'Follow with: {program} jobs logs -f {id}', zh: '跟随：{program} jobs logs -f {id}' },
  no_file: { en: '{path} cannot be read: {why}', zh: '无法读取 {path}：{why}' },
  no_lines: { en: '{path} has no lines.', zh: '{path} 中没有内容。' },
  nobody_there: {
    en: 'No worker with these labels is there now ({labels}); the jobs wait for one.',
    zh: '目前没有具备这些标签的工作机（{labels}）；任务会等待。',
  },
  other_versions: {
    en: 'These workers have another version than {ours} and will not take the jobs: {workers:and}.',
    zh: '以下工作机的版本不是 {ours}，不会领取这些任务：{workers:and}。',
  },
  estimate: {
    en: { one: '{count:number} job, at most {usd}.', other: '{count:number} jobs, together at most {usd}.' },
    zh: '{count:number} 个任务，合计最多 {usd}。',
  },
  no_estimate: {
    en: {
      one: '{count:number} job, without a limit for its cost (--usd, --budget-usd).',
      other: '{count:number} jobs, without a limit for their cost (--usd, --budget-usd).',
    },
    zh: '{count:number} 个任务，没有费用上限（--usd、--budget-usd）。',
  },
  needs_budget: {
    en: 'Nobody can be asked here: say what they may cost with --budget-usd, or -y.',
    zh: '此处无法询问：请用 --budget-usd 指定费用上限，或使用 -y。',
  },
  question: { en: 'Submit them?', zh: '提交吗？' },
  too_large: {
    en: 'The repository has {mb:number} MB; at most 512 MB are sent. Name an address with --repo.',
    zh: '仓库有 {mb:number} MB；最多发送 512 MB。请用 --repo 指定地址。',
  },
  uncommitted: {
    en: "Changes that aren't committed are not sent with the jobs.",
    zh: '未提交的改动不会随任务发送。',
  },
  no_git: { en: 'no git repository', zh: '不是 git 仓库' },
  no_repository: {
    en: '{directory} cannot be sent: {why}. Commit first, or use --repo or --no-repo.',
    zh: '无法发送 {directory}：{why}。请先提交，或使用 --repo 或 --no-repo。',
  },
  bad_job: { en: 'The job is not valid: {field}', zh: '任务无效：{field}' },
  bad_job_id: { en: '"{id}" is not a job.', zh: '“{id}”不是任务。' },
  no_job: { en: 'There is no job {id} by an owner you know.', zh: '没有您认识的所有者提交的任务 {id}。' },
  cannot_read: { en: 'Job {job} cannot be read: {why}', zh: '无法读取任务 {job}：{why}' },
  not_brought: {
    en: 'The changes of job {job} were not brought here: {why}. They are with the job: capstan jobs results {job} --patch <directory>',
    zh: '任务 {job} 的改动没有取回到此处：{why}。它们随任务保存：capstan jobs results {job} --patch <目录>',
  },
  foreign_piece: {
    en: 'The result names a file of somebody else; it is not fetched.',
    zh: '结果指向他人的文件；不予获取。',
  },
  no_branch: { en: 'Branch {branch} was not made: {why}', zh: '未能创建分支 {branch}：{why}' },
  branch_made: {
    en: 'Branch {branch} has the changes. Look at them before you merge.',
    zh: '分支 {branch} 包含这些改动。合并前请先查看。',
  },
  exists: { en: '{path} exists already.', zh: '{path} 已存在。' },
  stopped: { en: 'Job {job} is stopped.', zh: '任务 {job} 已停止。' },
  not_running: { en: 'Job {job} has ended already.', zh: '任务 {job} 已经结束。' },
  queued_again: { en: 'Job {job} is queued again.', zh: '任务 {job} 已重新排队。' },
  not_ended: { en: 'Job {job} has not ended yet.', zh: '任务 {job} 尚未结束。' },
  one_answer: {
    en: 'it takes a job, a question, and --allow or --deny.',
    zh: '需要一个任务、一个问题，以及 --allow 或 --deny。',
  },
  answered: { en: 'Answer sent to job {job}.', zh: '已把回答发给任务 {job}。' },
  no_workers: { en: 'No worker is there.', zh: '没有在线的工作机。' },
  counts: { en: 'Jobs: {counts}. Spent: {usd}.', zh: '任务：{counts}。已用：{usd}。' },
  budget_line: {
    en: 'Budget {key}: {spent} of {limit} spent, {running} running',
    zh: '预算 {key}：已用 {spent} / {limit}，{running} 个正在运行',
  },
  job_line: { en: '{job}  {state}  {title}', zh: '{job}  {state}  {title}' },
  lost_line: {
    en: 'Workers lost while running it: {workers:and}',
    zh: '运行期间失去的工作机：{workers:and}',
  },
  ignored_line: {
    en: {
      one: '{count:number} message about it does not count ({why})',
      other: '{count:number} messages about it do not count ({why})',
    },
    zh: '有 {count:number} 条关于它的消息不算数（{why}）',
  },
  result_line: {
    en: 'Worker {worker} · {usd} · {seconds} s · patch {bytes} bytes',
    zh: '工作机 {worker} · {usd} · {seconds} 秒 · 补丁 {bytes} 字节',
  },
  why_line: { en: 'Why: {why}', zh: '原因：{why}' },
  taken_by: { en: '— {worker} takes it', zh: '— {worker} 领取' },
  released_by: { en: '— {worker} gives it back ({note})', zh: '— {worker} 交还（{note}）' },
  ended_by: { en: '— {worker}: {outcome}', zh: '— {worker}：{outcome}' },
  asks: {
    en: '? {tool}: {title}  — answer with: capstan jobs answer {job} {id} --allow',
    zh: '? {tool}：{title}  — 回答：capstan jobs answer {job} {id} --allow',
  },
  allow: { en: 'Allow {tool}: {title}?', zh: '允许 {tool}：{title}？' },
})
