import { area } from '../area.ts'

/** Sessions that are recorded, or answered from a recording. */
export const recordingText = area('recordings', {
  no_such_request: {
    en: 'The recording has no such request. Compared with its next one (number {index:number}): {difference}.',
    zh: '录制中没有这样的请求。与下一个请求（第 {index} 个）相比：{difference}。',
  },
  used_up: {
    en: 'The recording has no more replies: all {total:number} are used.',
    zh: '录制中已没有回答：全部 {total} 个都已使用。',
  },
  other_model: { en: 'model was {recorded}, now {now}', zh: '模型原为 {recorded}，现为 {now}' },
  other_message: {
    en: 'messages[{index:number}] was {recorded}, now {now}',
    zh: 'messages[{index}] 原为 {recorded}，现为 {now}',
  },
  missing: { en: 'missing', zh: '缺失' },
  none: { en: 'none', zh: '无' },
  new_message: { en: 'messages[{index:number}] is new: {now}', zh: 'messages[{index}] 是新的：{now}' },
  other_tools: {
    en: 'tools differ: {recorded} was recorded, now {now}',
    zh: '工具不同：录制时为 {recorded}，现为 {now}',
  },
  other_prompt: { en: 'the system prompt differs', zh: '系统提示词不同' },
  line_not_json: {
    en: '{file} line {line:number} is not JSON: the recording is damaged.',
    zh: '{file} 第 {line} 行不是 JSON：录制已损坏。',
  },
  not_an_exchange: {
    en: '{file} line {line:number} is not an exchange of this format: the recording is damaged.',
    zh: '{file} 第 {line} 行不是此格式的请求与回答：录制已损坏。',
  },
  not_a_recording: {
    en: '{file} is not a recording: its first line is not a {format} header.',
    zh: '{file} 不是录制文件：第一行不是 {format} 文件头。',
  },
  other_version: {
    en: '{file} has version {version} of the format, this program reads {known}: record it again.',
    zh: '{file} 的格式版本为 {version}，本程序读取 {known}：请重新录制。',
  },
  cannot_replay: { en: 'Cannot replay: {reason}', zh: '无法回放：{reason}' },
  cannot_replay_file: { en: 'Cannot replay {file}: {reason}', zh: '无法回放 {file}：{reason}' },
  cannot_record: {
    en: '--record: cannot write {file} ({reason}).',
    zh: '--record：无法写入 {file}（{reason}）。',
  },
  not_plain_file: { en: '{file} is not a plain file', zh: '{file} 不是普通文件' },
  too_large: {
    en: '{file} is larger than a recording may be (512 MiB)',
    zh: '{file} 超过了录制文件的大小上限（512 MiB）',
  },
})
