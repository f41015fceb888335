import type { modelEn } from '../en/model.ts'

export const modelZh: typeof modelEn = {
  title: '模型',
  hint: 'Enter 选择 · ←→ 思考强度 · Esc 关闭',
  effort: '思考强度：',
  chosen: model => `已切换到 ${model}`,
  cacheLost: (tokens, model) => `约 ${tokens} 个 token 在 ${model} 的缓存中；换用其他模型需按全价重新读取。`,
  other: '其他',
  free: '免费',
  running: '运行中',
  keyless: '无需密钥',
  noKey: variables => `设置 ${variables} 后可用`,
  account: (account, variables) => `使用你的 ${account} 账号${variables === '' ? '' : `，或 ${variables}`}`,
  notRunning: url => `未在 ${url} 运行`,
  or: ' 或 ',
  more: providers => `另有 ${providers} 个提供商需要密钥、账号或正在运行的服务`,
}
