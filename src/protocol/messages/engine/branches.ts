import { area } from '../area.ts'

export const branchText = area('branches', {
  not_saved: {
    en: "This session isn't saved, so there is nothing to rewind to.",
    zh: '本会话未保存，无法回退。',
  },
  no_answer: {
    en: "Message {id} isn't an answer of the model in this session.",
    zh: '消息 {id} 不是本会话中模型的回答。',
  },
  nothing_left: {
    en: "This session isn't saved, so nothing is left of what was before a compaction.",
    zh: '此会话未保存，因此压缩之前的内容已不存在。',
  },
  nothing_before: {
    en: 'There is nothing before {boundary} in this session.',
    zh: '此会话中 {boundary} 之前没有内容。',
  },
  went_over: { en: 'Went over to the branch with {title}.', zh: '已切换到分支 {title}。' },
  went_back: {
    en: 'Went back to before {title}. What followed stays in the session file as a branch.',
    zh: '已回退到 {title} 之前。其后的内容保留为分支。',
  },
  no_file_history: { en: 'This session keeps no file history.', zh: '本会话不保留文件历史。' },
  turn_running: {
    en: 'Files cannot be rewound while a turn is running: interrupt it first.',
    zh: '轮次进行中无法回退文件，请先中断。',
  },
  no_copy: {
    en: '{path} was not changed: a copy of it could not be kept for a rewind ({reason}).',
    zh: '{path} 未更改：无法为回退保留副本（{reason}）。',
  },
})
