import { area } from '../area.ts'

export const memoryText = area('memory', {
  none: { en: 'There is no memory {path}.', zh: '没有记忆 {path}。' },
  off: {
    en: 'Memory is off in this session. It can be turned off by "autoMemoryEnabled", CAPSTAN_DISABLE_AUTO_MEMORY, --bare or --no-session-persistence.',
    zh: '本会话的记忆已关闭，可能由 "autoMemoryEnabled"、CAPSTAN_DISABLE_AUTO_MEMORY、--bare 或 --no-session-persistence 关闭。',
  },
  saved: {
    en: 'Saved to memory in the background: {files}. See /memory.',
    zh: '已在后台存入记忆：{files}。见 /memory。',
  },
  tidied: {
    en: 'Memory tidied in the background: {rewritten:number} rewritten, {removed:number} removed. See /memory.',
    zh: '已在后台整理记忆：改写 {rewritten} 条，删除 {removed} 条。见 /memory。',
  },
  background_requests: {
    en: 'Capstan sometimes asks the model in the background what to remember. /cost shows what that costs; turn it off in /config or with /memory requests off.',
    zh: 'Capstan 有时会在后台询问模型该记住什么。/cost 显示其费用；可在 /config 中或用 /memory requests off 关闭。',
  },
})
