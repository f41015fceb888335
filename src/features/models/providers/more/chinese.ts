import { bearer, type Provider } from '../provider.ts'
import { chatProvider } from './chat-provider.ts'
import { deepseek } from './makers.ts'
import { readGlmError, readMinimaxError } from './read-errors.ts'
import { elsewhere, messagesAt } from './variants.ts'

/** Thinks or does not, as `enable_thinking` says; gives its reasoning in a field of its own. */
const QWEN = { effort: 'none', thinking: 'enable_thinking', reasoning: 'reasoning_content' } as const
/** `thinking: {type}`; wants its reasoning back with the calls that came of it. */
const TYPED = { thinking: 'type', reasoning: 'reasoning_content' } as const

const qwen = chatProvider({
  name: 'qwen',
  title: 'Qwen (Bailian)',
  url: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
  key: 'DASHSCOPE_API_KEY',
  base: 'DASHSCOPE_BASE_URL',
  keysAt: 'bailian.console.aliyun.com',
  chat: QWEN,
  models: { usual: 'qwen3.7-max', small: 'qwen3.6-flash' },
})
const qwenIntl = elsewhere(qwen, {
  name: 'qwen-intl',
  title: 'Qwen (Model Studio, international)',
  url: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
})
const qwenPlan = chatProvider({
  name: 'qwen-coding',
  title: 'Qwen Coding Plan',
  url: 'https://coding.dashscope.aliyuncs.com/v1',
  key: 'ALIBABA_CODING_PLAN_API_KEY',
  keyBegins: /^sk-sp-/,
  keyCheck: null,
  chat: QWEN,
  models: { usual: 'qwen3.7-plus' },
})
const qwenPlanIntl = elsewhere(qwenPlan, {
  name: 'qwen-coding-intl',
  title: 'Qwen Coding Plan (international)',
  url: 'https://coding-intl.dashscope.aliyuncs.com/v1',
})

const kimi = chatProvider({
  name: 'kimi',
  title: 'Kimi (Moonshot)',
  url: 'https://api.moonshot.cn/v1',
  key: 'MOONSHOT_API_KEY',
  base: 'MOONSHOT_BASE_URL',
  keysAt: 'platform.moonshot.cn/console/api-keys',
  chat: { ...TYPED, effort: 'none' },
  models: { usual: 'kimi-k2.7-code' },
})
const kimiIntl = elsewhere(kimi, {
  name: 'kimi-intl',
  title: 'Kimi (international)',
  url: 'https://api.moonshot.ai/v1',
})
const kimiPlan = chatProvider({
  name: 'kimi-coding',
  title: 'Kimi Code',
  url: 'https://api.kimi.com/coding/v1',
  key: 'KIMI_API_KEY',
  keysAt: 'kimi.com/code',
  keyCheck: null,
  chat: { ...TYPED, effort: 'none' },
  models: { usual: 'kimi-for-coding' },
})

const glm = chatProvider({
  name: 'glm',
  title: 'GLM (Zhipu)',
  url: 'https://open.bigmodel.cn/api/paas/v4',
  key: 'ZHIPU_API_KEY',
  keysAt: 'open.bigmodel.cn/usercenter/apikeys',
  // It has no list of models that tells a good key from a bad one.
  keyCheck: null,
  readError: readGlmError,
  chat: TYPED,
  models: { usual: 'glm-5.2', small: 'glm-4.7-flashx' },
})
const glmPlan = {
  ...elsewhere(glm, {
    name: 'glm-coding',
    title: 'GLM Coding Plan',
    url: 'https://open.bigmodel.cn/api/coding/paas/v4',
  }),
  models: { usual: 'glm-5.2' },
}
const zai = elsewhere(glm, {
  name: 'zai',
  title: 'Z.ai',
  url: 'https://api.z.ai/api/paas/v4',
  key: 'ZAI_API_KEY',
})
const zaiPlan = {
  ...elsewhere(zai, {
    name: 'zai-coding',
    title: 'Z.ai Coding Plan',
    url: 'https://api.z.ai/api/coding/paas/v4',
  }),
  models: { usual: 'glm-5.2' },
}

const doubao = chatProvider({
  name: 'doubao',
  title: 'Doubao (Volcengine Ark)',
  url: 'https://ark.cn-beijing.volces.com/api/v3',
  key: 'ARK_API_KEY',
  keysAt: 'console.volcengine.com/ark',
  keyCheck: null,
  chat: TYPED,
  models: { usual: 'doubao-seed-2.1-pro', small: 'doubao-seed-2.1-turbo' },
})
const doubaoPlan = {
  ...elsewhere(doubao, {
    name: 'doubao-coding',
    title: 'Volcengine Ark Coding Plan',
    url: 'https://ark.cn-beijing.volces.com/api/coding/v3',
  }),
  models: { usual: 'ark-code-latest' },
}

/** The Messages protocol is the one it recommends: in the other one thoughts come between tags in the text. */
const minimax: Provider = {
  name: 'minimax',
  title: 'MiniMax',
  protocol: 'anthropic',
  endpoint: { url: 'https://api.minimaxi.com/anthropic', variable: 'MINIMAX_BASE_URL' },
  auth: [bearer('MINIMAX_API_KEY')],
  framing: 'sse',
  secretNames: ['MINIMAX_API_KEY'],
  keysAt: 'platform.minimaxi.com/user-center/basic-information/interface-key',
  keyCheck: null,
  readError: readMinimaxError,
  models: { usual: 'MiniMax-M3', small: 'MiniMax-M2.7' },
}
const minimaxIntl = elsewhere(minimax, {
  name: 'minimax-intl',
  title: 'MiniMax (international)',
  url: 'https://api.minimax.io/anthropic',
})
const withChat = (row: Provider, url: string): Provider => ({
  ...elsewhere(row, { name: `${row.name}-chat`, title: `${row.title} (chat completions)`, url }),
  protocol: 'openai-chat',
  chat: { effort: 'none' },
})

const siliconflow = chatProvider({
  name: 'siliconflow',
  title: 'SiliconFlow',
  url: 'https://api.siliconflow.cn/v1',
  key: 'SILICONFLOW_API_KEY',
  keysAt: 'cloud.siliconflow.cn/account/ak',
  chat: QWEN,
  models: { usual: 'Qwen/Qwen3-Coder-480B-A35B-Instruct' },
})
const hunyuan = chatProvider({
  name: 'hunyuan',
  title: 'Tencent Hunyuan',
  url: 'https://api.hunyuan.cloud.tencent.com/v1',
  key: 'HUNYUAN_API_KEY',
  keysAt: 'console.cloud.tencent.com/hunyuan/api-key',
  keyCheck: null,
  chat: { effort: 'none' },
  models: { usual: 'hunyuan-2.0-instruct-20251111' },
})
const lkeap = chatProvider({
  name: 'lkeap',
  title: 'Tencent LKEAP',
  url: 'https://api.lkeap.cloud.tencent.com/v1',
  key: 'LKEAP_API_KEY',
  keysAt: 'console.cloud.tencent.com/lkeap/api',
  keyCheck: null,
  chat: { ...TYPED, effort: 'none' },
})
const tencentPlan = chatProvider({
  name: 'tencent-coding',
  title: 'Tencent Coding Plan',
  url: 'https://api.lkeap.cloud.tencent.com/coding/v3',
  key: 'TENCENT_CODING_PLAN_API_KEY',
  keyCheck: null,
  chat: { ...TYPED, effort: 'none' },
  models: { usual: 'tc-code-latest' },
})
const qianfan = chatProvider({
  name: 'qianfan',
  title: 'Baidu Qianfan',
  url: 'https://qianfan.baidubce.com/v2',
  key: 'QIANFAN_API_KEY',
  keysAt: 'console.bce.baidu.com/iam',
  keyBegins: /^bce-v3\//,
  keyCheck: null,
  chat: { effort: 'none', reasoning: 'reasoning_content' },
  models: { usual: 'ernie-5.0' },
})
const qianfanPlan = elsewhere(qianfan, {
  name: 'qianfan-coding',
  title: 'Qianfan Coding Plan',
  url: 'https://qianfan.baidubce.com/v2/coding',
  key: 'QIANFAN_CODING_PLAN_API_KEY',
})
const stepfun = chatProvider({
  name: 'stepfun',
  title: 'StepFun',
  url: 'https://api.stepfun.com/v1',
  key: 'STEPFUN_API_KEY',
  keysAt: 'platform.stepfun.com/interface-key',
  chat: { reasoning: 'reasoning' },
  models: { usual: 'step-3.7-flash', small: 'step-3.5-flash' },
})
const stepfunIntl = elsewhere(stepfun, {
  name: 'stepfun-intl',
  title: 'StepFun (international)',
  url: 'https://api.stepfun.ai/v1',
})
const stepPlan = {
  ...elsewhere(stepfun, {
    name: 'stepfun-plan',
    title: 'StepFun Step Plan',
    url: 'https://api.stepfun.com/step_plan/v1',
  }),
  models: { usual: 'step-3.7-flash' },
}

/** Addresses as docs/providers.md lists them, with where each was published. */
export const CHINESE: readonly Provider[] = [
  messagesAt(deepseek, 'https://api.deepseek.com/anthropic'),
  qwen,
  messagesAt(qwen, 'https://dashscope.aliyuncs.com/apps/anthropic'),
  qwenIntl,
  messagesAt(qwenIntl, 'https://dashscope-intl.aliyuncs.com/apps/anthropic'),
  qwenPlan,
  messagesAt(qwenPlan, 'https://coding.dashscope.aliyuncs.com/apps/anthropic'),
  qwenPlanIntl,
  messagesAt(qwenPlanIntl, 'https://coding-intl.dashscope.aliyuncs.com/apps/anthropic'),
  kimi,
  messagesAt(kimi, 'https://api.moonshot.cn/anthropic'),
  kimiIntl,
  messagesAt(kimiIntl, 'https://api.moonshot.ai/anthropic'),
  kimiPlan,
  messagesAt(kimiPlan, 'https://api.kimi.com/coding'),
  glm,
  glmPlan,
  // Both the plan and what is paid by use: the key says which.
  messagesAt(glm, 'https://open.bigmodel.cn/api/anthropic'),
  zai,
  zaiPlan,
  messagesAt(zai, 'https://api.z.ai/api/anthropic'),
  doubao,
  doubaoPlan,
  messagesAt(doubaoPlan, 'https://ark.cn-beijing.volces.com/api/coding'),
  minimax,
  withChat(minimax, 'https://api.minimaxi.com/v1'),
  minimaxIntl,
  withChat(minimaxIntl, 'https://api.minimax.io/v1'),
  siliconflow,
  messagesAt(siliconflow, 'https://api.siliconflow.cn'),
  elsewhere(siliconflow, {
    name: 'siliconflow-intl',
    title: 'SiliconFlow (international)',
    url: 'https://api.siliconflow.com/v1',
  }),
  hunyuan,
  messagesAt(hunyuan, 'https://api.hunyuan.cloud.tencent.com/anthropic'),
  lkeap,
  messagesAt(lkeap, 'https://api.lkeap.cloud.tencent.com/api/anthropic'),
  tencentPlan,
  qianfan,
  messagesAt(qianfan, 'https://qianfan.baidubce.com/anthropic'),
  { ...qianfanPlan, models: { usual: 'qianfan-code-latest' } },
  messagesAt(
    { ...qianfanPlan, models: { usual: 'qianfan-code-latest' } },
    'https://qianfan.baidubce.com/anthropic/coding',
  ),
  stepfun,
  messagesAt(stepfun, 'https://api.stepfun.com'),
  stepfunIntl,
  messagesAt(stepfunIntl, 'https://api.stepfun.ai'),
  stepPlan,
  elsewhere(stepPlan, {
    name: 'stepfun-plan-intl',
    title: 'StepFun Step Plan (international)',
    url: 'https://api.stepfun.ai/step_plan/v1',
  }),
]
