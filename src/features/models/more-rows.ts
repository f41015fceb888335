import type { Effort, ModelFacts, Price } from '../../protocol/model.ts'
import { inUsd } from './currency.ts'
import { CNY_PER_USD, priceOf } from './model-rows.ts'
import type { OtherRow } from './other-rows.ts'

/** Yuan per million tokens, as its maker lists it: input, output, what is read from a cache. */
const cny = (input: number, output: number, cacheRead = input): Pick<ModelFacts, 'price' | 'listed'> => {
  const listed = { currency: 'CNY', input, output, cacheRead } as const
  return { listed, price: inUsd(listed, CNY_PER_USD) }
}
/** What a request with a longer input costs. */
const longer = (above: number, price: ReturnType<typeof cny>): Pick<ModelFacts, 'longPrice'> =>
  price.price ? { longPrice: { above, price: price.price } } : {}

const usd = (input: number, output: number, cacheRead = input): { readonly price: Price } => ({
  price: priceOf({ input, output, cacheWrite5m: input, cacheWrite1h: input }, cacheRead),
})
/** Paid for by the month: no request of it costs anything. */
const PLAN = usd(0, 0)

const HIGH_OR_MAX: readonly Effort[] = ['high', 'max']
const UP_TO_HIGH: readonly Effort[] = ['low', 'medium', 'high']
const K = 1000
const M = 1_000_000

type Facts = Partial<ModelFacts> & Pick<ModelFacts, 'window'>

/** Text in and out; it thinks, or does not, by itself. */
const plain = (facts: Facts): Omit<ModelFacts, 'id'> => ({
  maxOutput: 65_536,
  recommendedOutput: 32_000,
  thinking: 'none',
  effort: [],
  images: false,
  ...facts,
})

/** One model under the names of all rows that have it. */
const at = (providers: string, id: string, facts: Omit<ModelFacts, 'id'>): readonly OtherRow[] =>
  providers.split(' ').map(provider => ({ ...facts, id, provider }))

const OSS = { thinking: 'adaptive', effort: UP_TO_HIGH, window: 131_072 } as const
const GLM_5 = plain({
  window: M,
  maxOutput: 131_072,
  thinking: 'adaptive',
  thinksByDefault: true,
  effort: HIGH_OR_MAX,
})
const GLM_4 = plain({ window: 200_000, maxOutput: 131_072 })
const QWEN = plain({ window: M, thinking: 'budget' })
const KIMI = plain({ window: 262_144, maxOutput: 32_768, images: true })
const DOUBAO = plain({
  window: 256_000,
  maxOutput: 131_072,
  thinking: 'adaptive',
  effort: UP_TO_HIGH,
  images: true,
})
const MINIMAX_3 = plain({ window: M, maxOutput: 131_072, images: true })
const MINIMAX_2 = plain({ window: 204_800, maxOutput: 131_072 })
const STEP = plain({ window: 256_000, maxOutput: 64_000 })

const QWENS = 'qwen qwen-anthropic'
const QWENS_ABROAD = 'qwen-intl qwen-intl-anthropic'
const QWEN_PLANS = 'qwen-coding qwen-coding-anthropic qwen-coding-intl qwen-coding-intl-anthropic'
const KIMIS = 'kimi kimi-anthropic'
const KIMIS_ABROAD = 'kimi-intl kimi-intl-anthropic'
const KIMI_PLANS = 'kimi-coding kimi-coding-anthropic'
const GLMS = 'glm glm-anthropic'
const ZAIS = 'zai zai-anthropic'
const GLM_PLANS = 'glm-coding zai-coding'
const DOUBAO_PLANS = 'doubao-coding doubao-coding-anthropic'
const MINIMAXES = 'minimax minimax-chat'
const MINIMAXES_ABROAD = 'minimax-intl minimax-intl-chat'
const SILICONS = 'siliconflow siliconflow-anthropic siliconflow-intl'
const HUNYUANS = 'hunyuan hunyuan-anthropic'
const LKEAPS = 'lkeap lkeap-anthropic'
const QIANFANS = 'qianfan qianfan-anthropic'
const QIANFAN_PLANS = 'qianfan-coding qianfan-coding-anthropic'
const STEPS = 'stepfun stepfun-anthropic stepfun-intl stepfun-intl-anthropic'
const VERCELS = 'vercel vercel-anthropic'

/**
 * As dated public lists that quote their makers' pages had them (docs/providers.md names them): prices in CNY on 21
 * August 2026, those in USD on 2 July 2026. Where a price depends on the length of an input, the first counts and the
 * dearest beyond it. A plan has no price; settings can correct any row.
 */
export const MORE_ROWS: readonly OtherRow[] = [
  ...at(
    'deepseek-anthropic',
    'deepseek-flash',
    plain({ window: M, maxOutput: 384_000, ...usd(0.3, 1.2, 0.006) }),
  ),
  ...at(
    'deepseek-anthropic',
    'deepseek-v4-pro',
    plain({ window: M, maxOutput: 384_000, ...usd(1.32, 3.96, 0.044) }),
  ),

  ...at(QWENS, 'qwen3.7-max', { ...QWEN, ...cny(12, 36) }),
  ...at(QWENS, 'qwen3.7-plus', { ...QWEN, images: true, ...cny(2, 8), ...longer(256 * K, cny(6, 24)) }),
  ...at(QWENS, 'qwen3.6-flash', {
    ...QWEN,
    images: true,
    ...cny(1.2, 7.2),
    ...longer(256 * K, cny(4.8, 28.8)),
  }),
  ...at(QWENS_ABROAD, 'qwen3.7-max', { ...QWEN, ...usd(2.5, 7.5, 0.5) }),
  ...at(QWENS_ABROAD, 'qwen3.6-flash', { ...QWEN, images: true, ...usd(0.1875, 1.125) }),
  ...at(QWEN_PLANS, 'qwen3.7-plus', { ...QWEN, images: true, ...PLAN }),
  ...at(QWEN_PLANS, 'qwen3-coder-plus', { ...plain({ window: M }), ...PLAN }),

  ...at(KIMIS, 'kimi-k2.7-code', { ...KIMI, ...cny(6.5, 27, 1.3) }),
  ...at(KIMIS, 'kimi-k2.7-code-highspeed', { ...KIMI, ...cny(13, 54, 2.6) }),
  ...at(KIMIS, 'kimi-k2.6', { ...KIMI, ...cny(6.5, 27, 1.1) }),
  ...at(KIMIS, 'kimi-k2.5', { ...KIMI, ...cny(4, 21, 0.7) }),
  ...at(KIMIS_ABROAD, 'kimi-k2.7-code', { ...KIMI, ...usd(0.95, 4, 0.19) }),
  ...at(KIMI_PLANS, 'kimi-for-coding', { ...KIMI, ...PLAN }),

  ...at(GLMS, 'glm-5.2', { ...GLM_5, ...cny(8, 28, 2) }),
  ...at(GLMS, 'glm-5.1', { ...GLM_4, ...cny(6, 24, 1.3), ...longer(32 * K, cny(8, 28, 2)) }),
  ...at(GLMS, 'glm-4.7', { ...GLM_4, ...cny(3, 14, 0.6), ...longer(32 * K, cny(4, 16, 0.8)) }),
  ...at(GLMS, 'glm-4.7-flashx', { ...GLM_4, ...cny(0.5, 3, 0.1) }),
  ...at(ZAIS, 'glm-5.2', { ...GLM_5, ...usd(1.4, 4.4, 0.26) }),
  ...at(ZAIS, 'glm-4.7-flashx', { ...GLM_4, ...usd(0.07, 0.4, 0.01) }),
  ...at(GLM_PLANS, 'glm-5.2', { ...GLM_5, ...PLAN }),
  ...at(GLM_PLANS, 'glm-5-turbo', { ...GLM_4, ...PLAN }),
  ...at(GLM_PLANS, 'glm-4.7', { ...GLM_4, ...PLAN }),

  ...at('doubao', 'doubao-seed-2.1-pro', { ...DOUBAO, ...cny(6, 30, 1.2) }),
  ...at('doubao', 'doubao-seed-2.1-turbo', { ...DOUBAO, ...cny(3, 15, 0.6) }),
  ...at('doubao', 'doubao-seed-2.0-code', {
    ...DOUBAO,
    ...cny(3.2, 16),
    ...longer(32 * K, cny(9.6, 48)),
  }),
  ...at(DOUBAO_PLANS, 'ark-code-latest', { ...DOUBAO, ...PLAN }),
  ...at(DOUBAO_PLANS, 'doubao-seed-2.0-code', { ...DOUBAO, ...PLAN }),

  ...at(MINIMAXES, 'MiniMax-M3', {
    ...MINIMAX_3,
    ...cny(2.1, 8.4, 0.42),
    ...longer(512 * K, cny(4.2, 16.8, 0.84)),
  }),
  ...at(MINIMAXES, 'MiniMax-M2.7', { ...MINIMAX_2, ...cny(2.1, 8.4, 0.42) }),
  ...at(MINIMAXES_ABROAD, 'MiniMax-M3', {
    ...MINIMAX_3,
    ...usd(0.3, 1.2, 0.06),
    ...longer(512 * K, usd(0.6, 2.4, 0.12)),
  }),
  ...at(MINIMAXES_ABROAD, 'MiniMax-M2.7', { ...MINIMAX_2, ...usd(0.3, 1.2, 0.06) }),

  ...at(SILICONS, 'Qwen/Qwen3-Coder-480B-A35B-Instruct', { ...plain({ window: 262_144 }), ...cny(8, 16) }),
  ...at(SILICONS, 'Qwen/Qwen3-235B-A22B-Instruct-2507', { ...plain({ window: 262_144 }), ...cny(2.5, 10) }),

  ...at(HUNYUANS, 'hunyuan-2.0-instruct-20251111', {
    ...plain({ window: 147_456, maxOutput: 16_384 }),
    ...cny(3.18, 7.95),
    ...longer(32 * K, cny(4.505, 11.13)),
  }),
  ...at('tencent-coding', 'tc-code-latest', { ...plain({ window: 128_000, maxOutput: 16_384 }), ...PLAN }),
  ...at('tencent-coding', 'hunyuan-2.0-instruct', {
    ...plain({ window: 128_000, maxOutput: 16_384 }),
    ...PLAN,
  }),
  // Nobody quotes a price of it.
  ...at(LKEAPS, 'deepseek-v3.2', plain({ window: 128_000, maxOutput: 32_000 })),

  ...at(QIANFANS, 'ernie-5.0', {
    ...plain({ window: 131_072 }),
    ...cny(6, 24),
    ...longer(32_768, cny(10, 40)),
  }),
  ...at(QIANFANS, 'ernie-4.5-turbo-128k', {
    ...plain({ window: 131_072, maxOutput: 12_288 }),
    ...cny(0.8, 3.2, 0.2),
  }),
  ...at(QIANFAN_PLANS, 'qianfan-code-latest', { ...plain({ window: 128_000, maxOutput: 32_000 }), ...PLAN }),

  ...at(STEPS, 'step-3.7-flash', {
    ...STEP,
    thinking: 'adaptive',
    effort: UP_TO_HIGH,
    ...usd(0.2, 1.15, 0.04),
  }),
  ...at(STEPS, 'step-3.5-flash', { ...STEP, ...usd(0.1, 0.3, 0.02) }),
  ...at('stepfun-plan stepfun-plan-intl', 'step-3.7-flash', {
    ...STEP,
    thinking: 'adaptive',
    effort: UP_TO_HIGH,
    ...PLAN,
  }),

  ...at('fireworks', 'accounts/fireworks/models/glm-5p2', { ...GLM_5, ...usd(1.4, 4.4, 0.26) }),
  ...at('fireworks', 'accounts/fireworks/models/kimi-k2p7-code', { ...KIMI, ...usd(0.95, 4, 0.19) }),
  ...at(
    'fireworks',
    'accounts/fireworks/models/gpt-oss-20b',
    plain({ ...OSS, maxOutput: 32_768, ...usd(0.07, 0.3, 0.035) }),
  ),
  ...at('together', 'zai-org/GLM-5.2', { ...GLM_5, window: 262_144, ...usd(1.4, 4.4, 0.26) }),
  ...at('together', 'moonshotai/Kimi-K2.7-Code', { ...KIMI, images: false, ...usd(0.95, 4, 0.19) }),
  ...at('together', 'openai/gpt-oss-20b', plain({ ...OSS, ...usd(0.05, 0.2) })),
  ...at('cerebras', 'gpt-oss-120b', plain({ ...OSS, maxOutput: 40_960, ...usd(0.35, 0.75) })),
  ...at('cerebras', 'zai-glm-4.7', plain({ window: 131_072, maxOutput: 40_960, ...usd(2.25, 2.75) })),
  // Free while it is tried out, within limits that its page names.
  ...at('nvidia', 'minimaxai/minimax-m3', plain({ window: M, maxOutput: 16_384, ...usd(0, 0) })),
  ...at('huggingface', 'zai-org/GLM-5.2', { ...GLM_5, effort: [], window: 262_144, ...usd(1.4, 4.4) }),
  ...at('huggingface', 'openai/gpt-oss-120b', plain({ ...OSS, maxOutput: 32_768, ...usd(0.25, 0.69) })),
  ...at(
    VERCELS,
    'anthropic/claude-sonnet-4.5',
    plain({ window: 200_000, maxOutput: 64_000, images: true, ...usd(3, 15, 0.3) }),
  ),
  ...at(
    VERCELS,
    'anthropic/claude-haiku-4.5',
    plain({ window: 200_000, maxOutput: 64_000, images: true, ...usd(1, 5, 0.1) }),
  ),
  ...at(
    'cloudflare',
    '@cf/zai-org/glm-5.2',
    plain({ window: 262_144, maxOutput: 65_536, ...usd(1.4, 4.4, 0.26) }),
  ),
  // Its page and others disagree on its price.
  ...at('cloudflare', '@cf/openai/gpt-oss-20b', plain({ window: 128_000, maxOutput: 32_768 })),
  // Paid for by the month.
  ...at('ollama-cloud', 'glm-5.2', { ...plain({ window: 976_000 }), ...PLAN }),
  ...at('ollama-cloud', 'gpt-oss:120b', plain({ ...OSS, maxOutput: 32_768, ...PLAN })),
  ...at('ollama-cloud', 'gpt-oss:20b', plain({ ...OSS, maxOutput: 32_768, ...PLAN })),
  ...at(
    'copilot',
    'gpt-5-mini',
    plain({ ...OSS, window: 128_000, maxOutput: 64_000, images: true, ...PLAN }),
  ),
  ...at('copilot', 'claude-sonnet-4.5', plain({ window: 168_000, maxOutput: 32_000, images: true, ...PLAN })),
]
