import { area } from '../area.ts'

/** The model said something of its work that the ledger does not show. */
export const claimText = area('claims', {
  never: {
    en: 'Not checked: “{claim}” — nothing of the kind was run.',
    zh: '未经验证：“{claim}”——没有运行过相应的检查。',
  },
  failed: {
    en: 'Not so: “{claim}” — the last run of {command} failed.',
    zh: '与记录不符：“{claim}”——{command} 最近一次运行失败。',
  },
  running: {
    en: 'Not known yet: “{claim}” — {command} is still running.',
    zh: '尚不确定：“{claim}”——{command} 仍在运行。',
  },
  unclear: {
    en: 'Not shown: “{claim}” — {command} does not tell how it went.',
    zh: '无法确认：“{claim}”——{command} 看不出结果。',
  },
  stale: {
    en: 'Out of date: “{claim}” — {path} changed after the last run of {command}.',
    zh: '已过期：“{claim}”——{path} 在 {command} 最近一次运行之后又有改动。',
  },
  partial: {
    en: 'In part: “{claim}” — {command} runs only some of it.',
    zh: '仅为部分：“{claim}”——{command} 只运行了其中一部分。',
  },
})
