import { area } from '../area.ts'

/** What /memory and /dream answer. */
export const memoryAnswer = area('commands-memory', {
  loaded_start: { en: 'from the start', zh: '启动时加载' },
  loaded_nested: { en: 'a file next to it was touched', zh: '用到了同目录的文件' },
  loaded_matched: { en: 'a matching file was touched', zh: '用到了匹配的文件' },
  loaded_import: { en: 'imported', zh: '被引入' },
  loaded_compact: { en: 'read again after a compaction', zh: '压缩后重新读取' },
  imported_by: { en: 'imported by {file}', zh: '由 {file} 引入' },
  fits_words: { en: 'fits what you said', zh: '与你说的内容相关' },
  none_loaded: {
    en: 'No instruction or memory files loaded. Add an AGENTS.md or CLAUDE.md to the project.',
    zh: '没有加载说明或记忆文件。请在项目中添加 AGENTS.md 或 CLAUDE.md。',
  },
  requests_on: {
    en: 'Background requests for memory: on. /memory requests off changes that.',
    zh: '记忆的后台请求：开启。用 /memory requests off 关闭。',
  },
  requests_off: {
    en: 'Background requests for memory: off. /memory requests on changes that.',
    zh: '记忆的后台请求：关闭。用 /memory requests on 开启。',
  },
  missing: {
    en: "{path} is missing. Its line stays in MEMORY.md, but the model isn't told: bring the file back, or delete the line.",
    zh: '{path} 不存在。它在 MEMORY.md 中的一行仍保留，但不会告诉模型：请恢复文件，或删除该行。',
  },
  left_out: {
    en: "{path} was taken out of MEMORY.md, so the model isn't told: delete the file, or put its line back.",
    zh: '{path} 已从 MEMORY.md 中移除，不会告诉模型：请删除该文件，或把那一行放回去。',
  },
  memory_takes: {
    en: '/memory takes nothing, or "requests on" or "requests off".',
    zh: '/memory 不带参数，或接受 "requests on"、"requests off"。',
  },
  requests_turned_on: {
    en: 'Background requests for memory are on from the next start on. Saved in {file}.',
    zh: '从下次启动起开启记忆的后台请求。已保存到 {file}。',
  },
  requests_turned_off: {
    en: 'Background requests for memory are off from the next start on. Saved in {file}.',
    zh: '从下次启动起关闭记忆的后台请求。已保存到 {file}。',
  },
  nothing_to_tidy: { en: 'No memories to tidy yet.', zh: '还没有可整理的记忆。' },
  being_tidied: {
    en: 'Memories are already being tidied. Nothing was changed here; check again later.',
    zh: '记忆正在整理中。此处未作更改，请稍后再看。',
  },
  not_tidied: {
    en: "Couldn't tidy the memories: {why}. They are unchanged.",
    zh: '无法整理记忆：{why}。记忆未更改。',
  },
  tidy_already: { en: 'Memories are tidy: nothing to change.', zh: '记忆无需整理。' },
  rewritten: { en: 'Rewritten: {file}', zh: '已改写：{file}' },
  removed: { en: 'Removed: {file}', zh: '已删除：{file}' },
  backup: { en: 'Backup: {directory}', zh: '备份：{directory}' },
})
