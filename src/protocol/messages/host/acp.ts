import { area } from '../area.ts'

/** What an editor that drives sessions is told. */
export const acpText = area('acp', {
  no_option: { en: 'There is no option {id} with the value {value}.', zh: '选项 {id} 没有值 {value}。' },
  no_effort: { en: 'There is no effort {effort}.', zh: '没有思考强度 {effort}。' },
  no_mode: { en: 'There is no mode {mode}.', zh: '没有权限模式 {mode}。' },
})
