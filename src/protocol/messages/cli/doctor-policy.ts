import { area } from '../area.ts'

/** What `capstan doctor --policy` says. */
export const doctorPolicyText = area('doctor-policy', {
  none: {
    en: 'No policy is set on this machine (/etc/capstan/managed-settings.json)',
    zh: '本机没有设置策略（/etc/capstan/managed-settings.json）',
  },
  key: { en: '{key}: {value} ({file})', zh: '{key}：{value}（{file}）' },
  replaced: { en: '{key} of {file} is replaced by {other}', zh: '{file} 中的 {key} 被 {other} 取代' },
})
