import { area } from '../area.ts'

export const editText = area('edits', {
  unknown: {
    en: 'That edit is no longer known. Use /rewind to restore files.',
    zh: '找不到该修改。请用 /rewind 恢复文件。',
  },
  moved: { en: '{path} was moved. Nothing was changed.', zh: '{path} 已移动。未作更改。' },
  no_text: {
    en: "{path} is gone or isn't a text file. Nothing was changed.",
    zh: '{path} 已不存在或不是文本文件。未作更改。',
  },
  stuck: { en: '{path}: {reason} Nothing was changed.', zh: '{path}：{reason}未作更改。' },
  not_encodable: {
    en: "{path} can't hold its previous text. Nothing was changed.",
    zh: '{path} 无法写回之前的文本。未作更改。',
  },
  reverted: { en: 'Reverted the edit in {path}.', zh: '已还原 {path} 中的修改。' },
  changed_since: {
    en: '{path} was changed after it was created. Nothing was changed.',
    zh: '{path} 创建后又被修改。未作更改。',
  },
  removed: { en: 'Removed the new file {path}.', zh: '已删除新文件 {path}。' },
  file_gone: { en: "The file is gone or isn't a text file.", zh: '文件已不存在或不是文本文件。' },
  new_file_changed: { en: 'The new file was changed since then.', zh: '新文件此后被修改过。' },
  text_gone: {
    en: 'The file no longer contains what this edit wrote.',
    zh: '文件中已没有这次修改写入的内容。',
  },
  text_repeats: {
    en: 'What this edit wrote occurs more than once in the file.',
    zh: '这次修改写入的内容在文件中出现多次。',
  },
})
