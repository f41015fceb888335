import { area } from '../area.ts'

/** What /review answers. */
export const reviewAnswer = area('commands-reviews', {
  started: {
    en: 'Reviewing {what} in the background, for at most {money}. See /tasks; you can go on working.',
    zh: '正在后台审查 {what}，最多花费 {money}。用 /tasks 查看；你可以继续工作。',
  },
  none: {
    en: 'There is no review of this repository yet. Start one with /review.',
    zh: '此仓库还没有审查。用 /review 开始。',
  },
})
