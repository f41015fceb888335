import type { UnrestoredFile } from '../../session/file-history.ts'
import { area } from '../area.ts'
import type { LocalizedText } from '../localized-text.ts'

/** What /rewind says of files that it leaves alone or knows nothing of. */
export const fileHistoryText = area('file-history', {
  elsewhere: { en: 'a link on its path leads elsewhere', zh: '路径上的链接指向别处' },
  changed_meanwhile: { en: 'it changed while this was going on', zh: '操作期间它已改变' },
  cannot_change: { en: 'it cannot be changed ({code})', zh: '无法更改（{code}）' },
  copy_missing: { en: 'the copy of its old content is missing', zh: '缺少旧内容的副本' },
  cannot_read: { en: 'it cannot be read', zh: '无法读取' },
  cannot_read_because: { en: 'it cannot be read ({code})', zh: '无法读取（{code}）' },
  directory: { en: 'a directory is in its place', zh: '该位置是一个目录' },
  not_regular: { en: 'not a regular file', zh: '不是普通文件' },
  too_large: { en: 'larger than {bytes:number} bytes', zh: '超过 {bytes} 字节' },
  not_ours: {
    en: 'it is outside the working directories, or belongs to git or to Capstan',
    zh: '在工作目录之外，或属于 git 或 Capstan',
  },
  special: {
    en: 'a pipe, socket or device, which Capstan leaves alone',
    zh: '管道、套接字或设备，Capstan 不作处理',
  },
  deleted_by_others: { en: 'somebody else has deleted it since', zh: '此后被他人删除' },
  changed_by_others: { en: 'somebody else has changed it since', zh: '此后被他人修改' },
  changed_between: {
    en: 'somebody else changed it between two changes of this session',
    zh: '在本会话的两次修改之间被他人修改',
  },
  shared: {
    en: 'it changed while work ran in the background, or after Capstan was killed: that may have been somebody else',
    zh: '它在后台工作期间或 Capstan 被终止后发生改变，可能是他人所为',
  },
  not_empty: { en: 'something else is in this directory', zh: '此目录中还有其他内容' },
  in_its_place: { en: 'something else is in its place', zh: '该位置已有其他内容' },
  forgotten: {
    en: 'Message {uuid} is too old: only the last 100 messages with changes are kept.',
    zh: '消息 {uuid} 太早：只保留最近 100 条有改动的消息。',
  },
  unknown: {
    en: 'There is no message {uuid} of yours in this session.',
    zh: '本会话中没有你的消息 {uuid}。',
  },
  no_copy: {
    en: '{path}: changed, but there is no copy of how it was',
    zh: '{path}：已更改，但没有原内容的副本',
  },
  more_without_copy: {
    en: {
      one: '{count:number} more file that changed without a copy',
      other: '{count:number} more files that changed without a copy',
    },
    zh: '另有 {count} 个文件已更改而没有副本',
  },
  unseen: {
    en: 'what "{command}" may have changed: Capstan was ended while it ran',
    zh: '“{command}”可能更改的内容：运行期间 Capstan 被终止',
  },
  ignored: { en: 'files that git ignores', zh: 'git 忽略的文件' },
  beyond: { en: "/rewind won't restore {what}.", zh: '/rewind 不会恢复：{what}。' },
  and_also: { en: '{first}; {more}', zh: '{first}；{more}' },
  untracked_slow: {
    en: 'files in {directory} that git does not track: it took too long to name them',
    zh: '{directory} 中未被 git 跟踪的文件：列出它们耗时过长',
  },
  git_slow: {
    en: 'files in {directory}: git took too long to name them',
    zh: '{directory} 中的文件：git 列出它们耗时过长',
  },
  odd_rules: {
    en: 'files in {directory} that git does not track: {path} is no ordinary file of rules',
    zh: '{directory} 中未被 git 跟踪的文件：{path} 不是普通的规则文件',
  },
  root_too_large: {
    en: 'what commands change in {root} outside the other working directories: it is too large to look through (add the directories you work in instead)',
    zh: '命令在 {root} 中、其他工作目录之外所做的更改：目录过大，无法逐一查看（请改为添加实际工作的目录）',
  },
  beyond_first: {
    en: 'files in {directory} beyond the first {most:number}',
    zh: '{directory} 中前 {most} 个之后的文件',
  },
  no_room_for: {
    en: { one: '{count:number} file for which {why}', other: '{count:number} files for which {why}' },
    zh: '{count} 个文件（{why}）',
  },
  no_room: { en: 'there was no room', zh: '空间不足' },
  no_room_beyond: { en: 'there is no room beyond {size}', zh: '超出 {size} 的空间上限' },
  time_up: { en: 'the time was up after {seconds:number} s', zh: '{seconds} 秒后超时' },
  size_over: { en: 'the size is over {size}', zh: '大小超过 {size}' },
  store_full: { en: 'the session has copied {size} already', zh: '本会话已复制 {size}' },
  search: { en: 'the search for changes: {why}', zh: '查找改动：{why}' },
  not_recorded: {
    en: "File changes aren't recorded for /rewind: {reason}",
    zh: '文件改动未为 /rewind 记录：{reason}',
  },
})

/** A file that stays as it is. */
export const unrestored = (path: string, text: LocalizedText): UnrestoredFile => ({
  path,
  why: text.text,
  localized: text,
})
