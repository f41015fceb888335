import type { cloudEn } from '../en/cloud.ts'

export const cloudZh: typeof cloudEn = {
  title: cloud => `设置 ${cloud}`,
  file: '服务账号文件：',
  project: '项目：',
  region: '区域：',
  newest: '由各版本 Capstan 决定“opus”“sonnet”“haiku”指哪个模型',
  known: '固定为这些',
  own: '自行指定',
  ownLabel: '模型：',
  ownPlaceholder: 'opus=… sonnet=… haiku=…',
  fieldHint: 'Enter 继续 · Esc 返回',
  write: '将以上内容写入你的设置？',
}
