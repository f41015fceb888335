import { area } from '../area.ts'

/** Files of sessions: who has one open, and what keeps it from being written. Read at every start. */
export const sessionText = area('sessions', {
  bad_id: {
    en: '"{id}" is not a session id: a UUID is expected, e.g. from `uuidgen`.',
    zh: '"{id}" 不是会话 id：应为 UUID，例如由 `uuidgen` 生成。',
  },
  file_problem: {
    en: 'Cannot {action} the session file {path}: {cause}. {advice}',
    zh: '无法{action}会话文件 {path}：{cause}。{advice}',
  },
  with_code: { en: '{cause} ({code})', zh: '{cause}（{code}）' },
  read: { en: 'read', zh: '读取' },
  write: { en: 'write', zh: '写入' },
  open: { en: 'open', zh: '打开' },
  save: { en: 'save', zh: '保存' },
  remove: { en: 'remove', zh: '删除' },
  lock: { en: 'lock', zh: '锁定' },
  copy: { en: 'copy', zh: '复制' },
  look_at: { en: 'look at', zh: '查看' },
  look_at_lock: { en: 'look at the lock of', zh: '查看其锁：' },
  look_for: { en: 'look for', zh: '查找' },
  access_denied: { en: 'access is denied', zh: '没有访问权限' },
  disk_full: { en: 'the disk or quota is full', zh: '磁盘或配额已满' },
  not_plain: {
    en: 'it is not a plain file (a link, directory or device is in its place)',
    zh: '它不是普通文件（该位置是链接、目录或设备）',
  },
  read_only: { en: 'the file system is read-only', zh: '文件系统只读' },
  not_directory: { en: 'a part of its path is not a directory', zh: '路径中有一部分不是目录' },
  missing: { en: 'it does not exist', zh: '文件不存在' },
  check_owner: {
    en: 'Check owner and mode of the file and its directory.',
    zh: '请检查文件及其目录的所有者和权限。',
  },
  free_space: { en: 'Free some space, then try again.', zh: '请腾出空间后重试。' },
  remove_it: { en: 'Remove or rename what is there.', zh: '请删除或重命名那里的内容。' },
  other_directory: {
    en: 'Choose another configuration directory, or run without saving the session.',
    zh: '请选择其他配置目录，或不保存会话运行。',
  },
  check_path: { en: 'Check the path.', zh: '请检查路径。' },
  check_disk: { en: 'Check the disk.', zh: '请检查磁盘。' },
  closed: {
    en: 'The session file {path} is closed: nothing can be added to it.',
    zh: '会话文件 {path} 已关闭：无法再添加内容。',
  },
  entry_too_large: {
    en: 'An entry of type {type} for the session file {path} is over {limit:number} MB. Shorten or split its content.',
    zh: '会话文件 {path} 的一条 {type} 记录超过 {limit} MB。请缩短或拆分其内容。',
  },
  terminal: { en: 'a terminal', zh: '一个终端' },
  print_run: { en: 'a -p run', zh: '一次 -p 运行' },
  server: { en: 'capstan serve', zh: ' capstan serve ' },
  background: { en: 'a background session', zh: '后台会话' },
  editor: { en: 'an editor', zh: '一个编辑器' },
  program: { en: 'a program', zh: '其他程序' },
  another_process: { en: 'another process', zh: '另一个进程' },
  owner: { en: '{program} (process {pid} on {host})', zh: '{program}（{host} 上的进程 {pid}）' },
  owner_since: {
    en: '{program} (process {pid} on {host} since {since})',
    zh: '{program}（{host} 上的进程 {pid}，自 {since} 起）',
  },
  busy: { en: 'Session {id} is open in {owner}.', zh: '会话 {id} 已在{owner}中打开。' },
  held_on: {
    en: "Session {id} is open in {owner}, which didn't let go of it within {seconds:number} s.",
    zh: '会话 {id} 已在{owner}中打开，对方在 {seconds} 秒内没有释放。',
  },
  not_replicated: {
    en: 'The session is not kept in its second place any more: {why}',
    zh: '会话无法继续保存到第二个位置：{why}',
  },
  restored: {
    en: 'The session file was deleted or replaced during the session, so it was written again.',
    zh: '会话文件在会话期间被删除或替换，已重新写入。',
  },
  continued_in_copy: {
    en: 'This session is open in another process. Continuing in a copy: {id}.',
    zh: '该会话正在另一个进程中打开，将在副本中继续：{id}。',
  },
  taken_over: {
    en: 'This session was taken over by {program} (process {pid}) and continues there.',
    zh: '该会话已被{program}（进程 {pid}）接管，在那边继续。',
  },
  ways_on: {
    en: '{problem} Use --fork-session to continue in a copy, or --take-over to close it there and continue here. A session in the background or in a server can be joined: {attach}.',
    zh: '{problem}用 --fork-session 在副本中继续，或用 --take-over 在那边关闭后在此继续。后台或服务器中的会话可以加入：{attach}。',
  },
  too_large_to_download: {
    en: 'This session is too large to download. Run "capstan sessions export" on its machine.',
    zh: '此会话过大，无法下载。请在其所在机器上运行 "capstan sessions export"。',
  },
})
