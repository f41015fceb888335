import { area } from '../area.ts'

/** Why a command that other tools have is not here, and what is instead: a row by its name (`_` for `-`). */
export const notHereText = area('commands-not-here', {
  android: {
    en: "/android isn't here: there is no app. /remote-control shows a QR code to follow this session on a phone.",
    zh: '没有 /android：没有手机应用。/remote-control 显示二维码，可用手机查看本会话。',
  },
  app: {
    en: "/app isn't here: there is no desktop application. /remote-control opens this session in a browser.",
    zh: '没有 /app：没有桌面应用。/remote-control 可在浏览器中打开本会话。',
  },
  artifacts: {
    en: "/artifacts isn't here: nothing is published on a website. Ask for a file, such as one HTML page, and open it in a browser.",
    zh: '没有 /artifacts：不会在网站上发布内容。可以要求生成文件（例如一个 HTML 页面），再用浏览器打开。',
  },
  claude_api: {
    en: "/claude-api isn't here: no reference of one provider comes along. Name the documentation's address in your prompt; WebFetch reads it.",
    zh: '没有 /claude-api：不附带某一家提供商的参考资料。在输入中给出文档网址，WebFetch 会读取。',
  },
  cloud: {
    en: "/cloud isn't here: sessions run on your machines only. capstan serve runs them on one you reach over the network.",
    zh: '没有 /cloud：会话只在你的机器上运行。capstan serve 可在网络可达的机器上运行会话。',
  },
  dataviz: {
    en: "/dataviz isn't here: there is no chart guide. Describe the chart you want, and put what you settled on into a skill with /skillify.",
    zh: '没有 /dataviz：没有图表指南。请描述想要的图表，再用 /skillify 把定下来的做法存为技能。',
  },
  design_login: {
    en: "/design-login isn't here: it signs in to a service of the vendor. Design tools connect as MCP servers: /mcp.",
    zh: '没有 /design-login：它登录的是厂商的服务。设计工具可作为 MCP 服务器连接：/mcp。',
  },
  design_sync: {
    en: "/design-sync isn't here: it needs a service of the vendor. Design tools connect as MCP servers: /mcp.",
    zh: '没有 /design-sync：它需要厂商的服务。设计工具可作为 MCP 服务器连接：/mcp。',
  },
  desktop: {
    en: "/desktop isn't here: there is no desktop application. /remote-control opens this session in a browser.",
    zh: '没有 /desktop：没有桌面应用。/remote-control 可在浏览器中打开本会话。',
  },
  install_slack_app: {
    en: "/install-slack-app isn't here: nothing is installed in a workspace. A chat connects as a channel (docs/channels.md) or an MCP server.",
    zh: '没有 /install-slack-app：不会在工作区安装应用。聊天工具可作为频道（docs/channels.md）或 MCP 服务器连接。',
  },
  ios: {
    en: "/ios isn't here: there is no app. /remote-control shows a QR code to follow this session on a phone.",
    zh: '没有 /ios：没有手机应用。/remote-control 显示二维码，可用手机查看本会话。',
  },
  mobile: {
    en: "/mobile isn't here: there is no app. /remote-control shows a QR code to follow this session on a phone.",
    zh: '没有 /mobile：没有手机应用。/remote-control 显示二维码，可用手机查看本会话。',
  },
  passes: {
    en: "/passes isn't here: there are no subscriptions to give away.",
    zh: '没有 /passes：没有可赠送的订阅。',
  },
  privacy_settings: {
    en: "/privacy-settings isn't here: there is no account. Your words go to the model provider you chose and nowhere else; telemetry is off unless you set it up.",
    zh: '没有 /privacy-settings：没有账号。你的内容只发往你选择的模型提供商；除非自行设置，遥测是关闭的。',
  },
  radio: { en: "/radio isn't here: no music is played.", zh: '没有 /radio：不播放音乐。' },
  remote_env: {
    en: "/remote-env isn't here: no machines are rented. capstan serve runs sessions on a machine of yours.",
    zh: '没有 /remote-env：不租用机器。capstan serve 可在你自己的机器上运行会话。',
  },
  scroll_speed: {
    en: "/scroll-speed isn't here: the scrollback is your terminal's own, and so is its speed.",
    zh: '没有 /scroll-speed：回滚内容由终端管理，速度也在终端中设置。',
  },
  stickers: {
    en: "/stickers isn't here: there is nothing to order.",
    zh: '没有 /stickers：没有可订购的东西。',
  },
  teleport: {
    en: "/teleport isn't here: there are no sessions in a cloud. /remote-control reaches this one from another machine; a session file opens anywhere with capstan --resume <file>.",
    zh: '没有 /teleport：没有云端会话。/remote-control 可从另一台机器访问本会话；会话文件在任何机器上都可用 capstan --resume <文件> 打开。',
  },
  tui: {
    en: "/tui isn't here: there is one renderer, which keeps your terminal's scrollback. /focus and /verbose change how much it shows.",
    zh: '没有 /tui：只有一种界面，保留终端的回滚内容。/focus 和 /verbose 更改显示多少。',
  },
  upgrade: {
    en: "/upgrade isn't here: there is no plan to upgrade. For a newer version of Capstan run: capstan update",
    zh: '没有 /upgrade：没有可升级的套餐。更新 Capstan 请运行：capstan update',
  },
  usage_credits: {
    en: "/usage-credits isn't here: you pay your provider. /cost shows what this session used, /budget limits it.",
    zh: '没有 /usage-credits：费用由提供商收取。/cost 显示本会话的用量，/budget 设置上限。',
  },
  web_setup: {
    en: "/web-setup isn't here: there is no vendor website to connect. /remote-control opens this session in a browser.",
    zh: '没有 /web-setup：没有需要连接的厂商网站。/remote-control 可在浏览器中打开本会话。',
  },
})

export type NotHere = keyof typeof notHereText.rows
