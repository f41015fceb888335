import { area } from '../area.ts'

/** Sessions packed into one file. */
export const packText = area('pack', {
  no_pack: { en: 'This is not a packed session.', zh: '这不是打包的会话。' },
  wrong_passphrase: { en: 'Wrong passphrase. Nothing was written.', zh: '口令错误。没有写入任何内容。' },
  damaged: {
    en: 'The file is damaged or was changed. Nothing was written.',
    zh: '文件已损坏或被改动。没有写入任何内容。',
  },
  newer: {
    en: 'This file was packed by a newer version of Capstan. Nothing was written.',
    zh: '此文件由更新版本的 Capstan 打包。没有写入任何内容。',
  },
  too_large: {
    en: 'The session and the copies of its files are {mb:number} MB, more than can be packed.',
    zh: '会话及其文件副本共 {mb:number} MB，超过可打包的大小。',
  },
  present: {
    en: 'Session {id} is already here: {path}. Nothing was written.',
    zh: '会话 {id} 已存在：{path}。没有写入任何内容。',
  },
  packed: { en: 'Packed {id} ({size}) into {path}.', zh: '已将 {id} 打包（{size}）到 {path}。' },
  unpacked: { en: 'Unpacked {id} for {directory}.', zh: '已将 {id} 解包到 {directory}。' },
  continue: { en: 'Continue: {command}', zh: '继续：{command}' },
  patch: {
    en: 'Uncommitted changes of the other checkout: {path} (apply them with "git apply"; they are based on {head}).',
    zh: '另一处检出中未提交的改动：{path}（用 "git apply" 应用；基于 {head}）。',
  },
  ask: { en: 'Passphrase: ', zh: '口令：' },
  ask_again: { en: 'Again: ', zh: '再输一次：' },
  differ: { en: 'The two are not the same.', zh: '两次输入不一致。' },
  short: { en: 'A passphrase has at least 8 characters.', zh: '口令至少 8 个字符。' },
  no_passphrase: {
    en: 'Nobody can be asked for the passphrase here: use --passphrase-file.',
    zh: '此处无法询问口令：请使用 --passphrase-file。',
  },
  exists: { en: '{path} exists already.', zh: '{path} 已存在。' },
  no_file: { en: 'There is no file {path}.', zh: '没有文件 {path}。' },
  unreadable: { en: '{path} cannot be read: {why}', zh: '无法读取 {path}：{why}' },
})
