import { area } from '../area.ts'

/** How a reply that streamed broke off. */
export const streamText = area('model-streams', {
  broke_off: { en: 'The reply of the model broke off: the stream {how}.', zh: '模型的回答中断：{how}。' },
  cut_off: { en: 'was cut off', zh: '连接被断开' },
  cut_off_because: { en: 'was cut off ({reason})', zh: '连接被断开（{reason}）' },
  silent: { en: 'was silent for {seconds:number} s', zh: '{seconds} 秒内没有收到任何数据' },
  only_signs_of_life: {
    en: 'brought nothing but signs of life for {seconds:number} s',
    zh: '{seconds} 秒内只收到保活信号，没有内容',
  },
  no_answer: { en: 'ended without an answer', zh: '数据流结束，没有回答' },
  not_whole: { en: 'ended before the reply was whole', zh: '回答尚未完整，数据流就结束了' },
  began_with: { en: 'began with {event}', zh: '数据流以 {event} 开头' },
  open_block: { en: 'ended inside a content block', zh: '数据流在内容块中途结束' },
  block_without_type: { en: 'carried a block without a type', zh: '内容块没有类型' },
  call_without_name: { en: 'carried a tool call without a name', zh: '工具调用没有名称' },
  not_json: { en: 'carried data that is not JSON', zh: '数据不是 JSON' },
  not_object: { en: 'carried data that is not an object', zh: '数据不是对象' },
  event_without_type: { en: 'carried an event without a type', zh: '事件没有类型' },
  event_without_index: { en: 'carried a {event} without an index', zh: '{event} 没有序号' },
  no_such_block: { en: 'carried a {event} for a block that is not open', zh: '{event} 对应的内容块不存在' },
  complete_call: { en: 'went back to a tool call that was complete', zh: '已完成的工具调用又出现了新内容' },
  malformed_call: {
    en: 'ended with a tool call that the model could not write',
    zh: '模型写出的工具调用无效',
  },
})
