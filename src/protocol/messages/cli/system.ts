import { area } from '../area.ts'

/** What the system says no to, and what helps. */
export const systemText = area('system', {
  denied: { en: 'access is denied. Check owner and mode', zh: '没有访问权限。请检查所有者和权限位' },
  read_only: {
    en: 'the file system is read-only. Set CAPSTAN_CONFIG_DIR to a directory you can write to',
    zh: '文件系统是只读的。请将 CAPSTAN_CONFIG_DIR 设为可写的目录',
  },
  disk_full: { en: 'the disk is full. Free some space', zh: '磁盘已满。请清理一些空间' },
  quota: { en: 'your disk quota is used up. Free some space', zh: '磁盘配额已用完。请清理一些空间' },
  too_large: { en: 'the file is larger than the system allows', zh: '文件超过了系统允许的大小' },
  open_files: {
    en: 'too many files are open. Raise the limit with ulimit -n',
    zh: '打开的文件过多。请用 ulimit -n 提高上限',
  },
  open_files_of_all: { en: 'the system has too many open files', zh: '系统打开的文件过多' },
  memory: { en: 'there is not enough memory', zh: '内存不足' },
  processes: {
    en: 'the system has no more processes or memory to give. Raise the limit with ulimit -u',
    zh: '系统没有可用的进程或内存。请用 ulimit -u 提高上限',
  },
  not_directory: { en: 'a part of its path is not a directory', zh: '路径中有一部分不是目录' },
  in_its_place: { en: 'something else is in its place', zh: '该位置已有其他内容' },
  directory: { en: 'a directory is in its place', zh: '该位置是一个目录' },
  circle: { en: 'its links lead in a circle', zh: '符号链接形成循环' },
  long_name: { en: 'its name is too long', zh: '名称过长' },
  disk_error: { en: 'the disk reports an error', zh: '磁盘报告错误' },
  in_use: { en: 'something else is using it', zh: '正被其他程序使用' },
  lost: { en: 'the network file system has lost it', zh: '网络文件系统上已找不到该文件' },
  failed: { en: '"{call}" failed: {reason} ({code}).', zh: '“{call}”失败：{reason}（{code}）。' },
  open: { en: "Can't open {path}: {reason} ({code}).", zh: '无法打开 {path}：{reason}（{code}）。' },
  create: { en: "Can't create {path}: {reason} ({code}).", zh: '无法创建 {path}：{reason}（{code}）。' },
  read: { en: "Can't read {path}: {reason} ({code}).", zh: '无法读取 {path}：{reason}（{code}）。' },
  write: { en: "Can't write {path}: {reason} ({code}).", zh: '无法写入 {path}：{reason}（{code}）。' },
  remove: { en: "Can't remove {path}: {reason} ({code}).", zh: '无法删除 {path}：{reason}（{code}）。' },
  change: { en: "Can't change {path}: {reason} ({code}).", zh: '无法修改 {path}：{reason}（{code}）。' },
  copy: { en: "Can't copy {path}: {reason} ({code}).", zh: '无法复制 {path}：{reason}（{code}）。' },
  start: { en: "Can't start {path}: {reason} ({code}).", zh: '无法启动 {path}：{reason}（{code}）。' },
  use: { en: "Can't use {path}: {reason} ({code}).", zh: '无法使用 {path}：{reason}（{code}）。' },
  output: { en: "Can't write the output: {reason}.", zh: '无法写入输出：{reason}。' },
  output_code: { en: "Can't write the output: {reason} ({code}).", zh: '无法写入输出：{reason}（{code}）。' },
})
