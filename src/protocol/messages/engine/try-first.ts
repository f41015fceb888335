import { area } from '../area.ts'

/** What a command did in a copy, and why there is none. */
export const tryFirstText = area('try_first', {
  no_sandbox: {
    en: 'Commands can’t be tried on a copy here: {why}. {hint}',
    zh: '此处无法先在副本中试运行命令：{why}。{hint}',
  },
  only_linux: {
    en: 'Commands can be tried on a copy on Linux only (tryFirst).',
    zh: '仅在 Linux 上可以先在副本中试运行命令（tryFirst）。',
  },
  no_overlay: {
    en: 'Commands can’t be tried on a copy here: the system allows no overlay mounts (they need the program unshare, and Linux 5.11 or root).',
    zh: '此处无法先在副本中试运行命令：系统不允许 overlay 挂载（需要 unshare 程序，以及 Linux 5.11 或 root）。',
  },
  no_place: {
    en: 'Commands can’t be tried on a copy here: the settings directory lies in the working directory.',
    zh: '此处无法先在副本中试运行命令：设置目录位于工作目录之内。',
  },
  failed: {
    en: 'The command could not be tried on a copy ({why}). It has not run.',
    zh: '命令无法在副本中试运行（{why}）。它尚未运行。',
  },
  tried: {
    en: {
      one: 'It ran on a copy of your files; yours are as they were. {count:number} path would change.',
      other: 'It ran on a copy of your files; yours are as they were. {count:number} paths would change.',
    },
    zh: '它已在文件副本中运行，你的文件没有改动。将改动 {count:number} 个路径。',
  },
  nothing: {
    en: 'It ran on a copy of your files and changed none.',
    zh: '它已在文件副本中运行，没有改动文件。',
  },
  exit: { en: 'It ended with exit code {code}.', zh: '退出码为 {code}。' },
  hosts: {
    en: 'It asked for the network, which a copy has none of: {hosts:list}.',
    zh: '它请求了网络，而副本中没有网络：{hosts:list}。',
  },
  left: {
    en: 'Not part of it, whatever you answer: {paths:list}.',
    zh: '无论如何回答都不会包含：{paths:list}。',
  },
  made: { en: '+ {path} (new)', zh: '+ {path}（新建）' },
  changed: { en: '~ {path}', zh: '~ {path}' },
  removed: { en: '- {path}', zh: '- {path}' },
  removed_tree: {
    en: '- {path}/ (with {count:number} inside)',
    zh: '- {path}/（连同其中 {count:number} 项）',
  },
  rights: { en: '~ {path} (mode or owner)', zh: '~ {path}（权限或所有者）' },
  time: { en: '~ {path} (time only)', zh: '~ {path}（仅时间）' },
  more: { en: '… and {count:number} more', zh: '…… 还有 {count:number} 个' },
  printed: { en: 'It printed:', zh: '输出：' },
  unfinished: {
    en: 'It didn’t finish on the copy, so nothing of it can be kept: a yes runs it.',
    zh: '它在副本中没有运行完，因此无法保留：选择“是”将直接运行。',
  },
  meanwhile: {
    en: 'Files changed on disk while it was tried, so nothing of it can be kept: {paths:list}. A yes runs it.',
    zh: '试运行期间磁盘上的文件有变化，因此无法保留：{paths:list}。选择“是”将直接运行。',
  },
  many: {
    en: 'It changed more than can be shown or kept: a yes runs it.',
    zh: '改动过多，无法显示或保留：选择“是”将直接运行。',
  },
  unreadable: {
    en: 'What it changed can’t be read ({why}): a yes runs it.',
    zh: '无法读取它的改动（{why}）：选择“是”将直接运行。',
  },
  taken_back: {
    en: 'The program ended while it was keeping what a tried command had changed. All of it is as it was before: {paths:list} ({count}). Run the command again.',
    zh: '程序在保留试运行命令的改动时中断。已全部恢复原状：{paths:list}（{count}）。请重新运行该命令。',
  },
  not_taken_back: {
    en: 'These have changed since and were left alone: {paths:list}. What they were lies in {stages:list}.',
    zh: '以下文件此后又有改动，未予处理：{paths:list}。其原内容在 {stages:list}。',
  },
})
