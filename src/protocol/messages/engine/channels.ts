import { area } from '../area.ts'

export const channelText = area('channels', {
  no_channel: {
    en: "The MCP server {name} can't push messages: it is not a channel.",
    zh: 'MCP 服务器 {name} 不能推送消息：它不是频道。',
  },
  open: { en: 'Messages from channel {name} reach this session.', zh: '频道 {name} 的消息会送达本会话。' },
  stopped: {
    en: 'The channel {name} stopped: none of its messages arrive. Reconnect it with /mcp.',
    zh: '频道 {name} 已停止，收不到它的消息。请用 /mcp 重新连接。',
  },
  flooding: {
    en: 'Channel {name} sends too much: some of its messages are dropped.',
    zh: '频道 {name} 的消息过多，已丢弃一部分。',
  },
  dropped: {
    en: 'Messages dropped from channel {name}: {count:number}. It sent too many at once.',
    zh: '频道 {name} 有 {count} 条消息被丢弃：一次发送过多。',
  },
  too_late: {
    en: 'Messages not delivered from channel {name}: {count:number}. They came too late for this run.',
    zh: '频道 {name} 有 {count} 条消息未送达：来得太迟，本次运行已结束。',
  },
  before_resume: {
    en: 'Messages not delivered from channel {name}: {count:number}. They came before this session was resumed.',
    zh: '频道 {name} 有 {count} 条消息未送达：在恢复会话之前到达。',
  },
  message: { en: 'Message from channel {name}: {text}', zh: '来自频道 {name} 的消息：{text}' },
  no_server: {
    en: 'The channel plugin:{plugin} is off: that plugin has no MCP server here.',
    zh: '频道 plugin:{plugin} 未启用：该插件在此没有 MCP 服务器。',
  },
  foreign_server: {
    en: 'The channel server:{name} is off: the MCP server comes with this project or a plugin.',
    zh: '频道 server:{name} 未启用：该 MCP 服务器来自本项目或插件。',
  },
  no_such_server: {
    en: 'The channel server:{name} is off: there is no MCP server of that name.',
    zh: '频道 server:{name} 未启用：没有该名称的 MCP 服务器。',
  },
  approved: { en: 'Approved through channel {name}: {tool}', zh: '已通过频道 {name} 批准：{tool}' },
  declined: { en: 'Declined through channel {name}: {tool}', zh: '已通过频道 {name} 拒绝：{tool}' },
})
