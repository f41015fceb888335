import { area } from '../area.ts'

export const planText = area('plan', {
  kept: { en: 'The plan that was there is kept in {path}.', zh: '原来的计划保存在 {path}。' },
  none: { en: 'There is no plan to approve.', zh: '没有可批准的计划。' },
  bad_directory: {
    en: '"plansDirectory" {wanted} cannot be used: {reason}. This session\'s plan is in {path}.',
    zh: '无法使用 "plansDirectory" {wanted}：{reason}。本会话的计划在 {path}。',
  },
})
