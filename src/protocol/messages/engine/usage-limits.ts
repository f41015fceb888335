import { area } from '../area.ts'

export const limitText = area('usage_limits', {
  title: { en: 'Wait for the usage limit to reset', zh: '等待用量限额重置' },
  ask: {
    en: 'The usage limit for {model} is reached. It resets at {time}. Wait until then and go on automatically? Waiting costs nothing.',
    zh: '{model} 的用量已达上限，将于 {time} 重置。是否等到那时自动继续？等待期间不产生费用。',
  },
  waiting: {
    en: 'The usage limit for {model} is reached. Waiting until {time}, then work goes on automatically.',
    zh: '{model} 的用量已达上限。等到 {time} 后会自动继续。',
  },
  over: {
    en: 'The usage limit for {model} has reset. Going on.',
    zh: '{model} 的用量限额已重置，继续工作。',
  },
  long_over: {
    en: 'This session was waiting for the usage limit for {model}, which reset at {time}. Send a message to go on.',
    zh: '本会话此前在等待 {model} 的用量限额，该限额已于 {time} 重置。发送消息即可继续。',
  },
})
