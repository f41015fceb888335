import { area } from '../area.ts'

/** Why a turn ends in which too many calls were denied. */
export const denialText = area('denials', {
  turn_ended: { en: 'The turn was ended because {why}.', zh: '本轮已结束，因为{why}。' },
  same_call_denied: {
    en: 'the same call was denied {count:number} times in a row',
    zh: '同一调用连续 {count} 次被拒绝',
  },
  calls_denied: {
    en: '{count:number} calls were denied in this turn',
    zh: '本轮有 {count} 次调用被拒绝',
  },
})
