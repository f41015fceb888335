import { area } from '../area.ts'

/** What the reviewer of auto mode has to say in its own words. */
export const reviewText = area('review', {
  too_long: { en: 'the call is too long to be reviewed', zh: '调用过长，无法审查' },
  nothing_against: { en: 'The reviewer saw nothing against it', zh: '自动审查没有发现问题' },
  makes_no_sense: { en: 'the answer of the reviewer makes no sense', zh: '自动审查的回答无法理解' },
  broke_off: { en: 'the answer of the reviewer broke off', zh: '自动审查的回答中断' },
  timed_out: {
    en: 'the reviewer did not answer within {seconds:number} s',
    zh: '自动审查在 {seconds} 秒内没有回答',
  },
  failed: { en: 'the reviewer could not be asked ({error})', zh: '无法进行自动审查（{error}）' },
})
