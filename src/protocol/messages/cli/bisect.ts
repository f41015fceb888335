import { area } from '../area.ts'

/** `capstan bisect`. */
export const bisectText = area('cli_bisect', {
  no_command: { en: 'what is to be run? Put it behind "--".', zh: '要运行什么命令？请写在 "--" 之后。' },
  no_line: {
    en: 'What is to be run? For example: /bisect npm test',
    zh: '要运行什么命令？例如：/bisect npm test',
  },
  no_changes: { en: 'No turn of this session changed files.', zh: '此会话没有任何一轮改动过文件。' },
  passes: {
    en: 'after turn {turn:number}: passes ({command})',
    zh: '第 {turn:number} 轮之后：通过（{command}）',
  },
  fails: {
    en: 'after turn {turn:number}: fails, exit code {code} ({command})',
    zh: '第 {turn:number} 轮之后：失败，退出码 {code}（{command}）',
  },
  begin_passes: { en: 'before the first change: passes ({command})', zh: '首次改动之前：通过（{command}）' },
  begin_fails: {
    en: 'before the first change: fails, exit code {code} ({command})',
    zh: '首次改动之前：失败，退出码 {code}（{command}）',
  },
  holds: {
    en: 'It still passes after the last turn: none of {turns:number} turns broke it.',
    zh: '最后一轮之后仍然通过：{turns:number} 轮中没有哪一轮弄坏它。',
  },
  before: {
    en: 'It failed before the first change of this session: no turn broke it.',
    zh: '在此会话首次改动之前就已失败：不是哪一轮弄坏的。',
  },
  found: {
    en: {
      one: 'Turn {turn:number} broke it (found in {count:number} run).',
      other: 'Turn {turn:number} broke it (found in {count:number} runs).',
    },
    zh: '是第 {turn:number} 轮弄坏的（运行 {count:number} 次后找到）。',
  },
  missing: {
    en: 'No copy of {path} was kept: that state cannot be restored.',
    zh: '没有保留 {path} 的副本：无法还原那个状态。',
  },
  binary: { en: '{path}: not text', zh: '{path}：不是文本' },
  timed_out: {
    en: 'The command took longer than {seconds:number} s.',
    zh: '命令运行超过 {seconds:number} 秒。',
  },
  gone: { en: 'The directory of the session is gone: {path}', zh: '会话所在的目录已不存在：{path}' },
})
